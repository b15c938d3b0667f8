#include "graph/evaluate.h"

#include <algorithm>
#include <unordered_set>

#include "backends/backend.h"
#include "graph/grouping.h"

namespace numen::graph {
namespace {

bool deferral_enabled = false;

// Frees nodes without recursion: releasing a node's inputs may orphan further nodes, which join
// the list instead of the stack.
void drop(Node* first) {
    static std::vector<Node*> waiting;
    static bool draining = false;
    waiting.push_back(first);
    if (draining) return;
    draining = true;
    while (!waiting.empty()) {
        Node* node = waiting.back();
        waiting.pop_back();
        delete node;
    }
    draining = false;
}

const bool handler_installed = (Buffer::on_orphaned_producer(drop), true);

// The program of a group and the register of each member's result.
struct Compiled {
    Program program;
    std::vector<Register> results;  // by member
    std::vector<StridedView> operands;  // outputs, then inputs
};

Compiled compile(const Group& group) {
    Compiled made;
    std::vector<Register> inputs;
    std::vector<StridedView> views;
    for (const Operand* operand : group.inputs) {
        inputs.push_back(made.program.read(operand->dtype));
        views.push_back(operand->view());
    }
    for (std::size_t i = 0; i < views.size(); ++i) {
        if (!is_aligned(views[i])) inputs[i] = made.program.copy(inputs[i]);
    }
    for (const Node* member : group.members) {
        std::vector<Register> registers;
        for (const Operand& operand : member->inputs) {
            const auto producer = std::find_if(
                group.members.begin(), group.members.end(), [&](const Node* other) {
                    return operand.buffer != nullptr && other->output.buffer == operand.buffer;
                });
            registers.push_back(producer != group.members.end()
                                    ? made.results[producer - group.members.begin()]
                                    : inputs[group.input_of(operand)]);
        }
        made.results.push_back(made.program.apply(*member->loop, member->op, registers));
    }
    for (const Node* member : group.stored) {
        const auto place = std::find(group.members.begin(), group.members.end(), member);
        made.program.store(made.results[place - group.members.begin()]);
        made.operands.push_back(member->output.view());
    }
    made.operands.insert(made.operands.end(), views.begin(), views.end());
    return made;
}

Outcome run(const Group& group, std::vector<Report>& reports) {
    for (const Node* member : group.stored) {
        if (!member->output.buffer->allocate()) return Outcome::out_of_memory;
    }
    const Compiled made = compile(group);
    std::vector<Status> found(made.program.types().size());
    const Status status = backend::run(made.program, made.operands, found);
    if (status & status_no_memory) return Outcome::out_of_memory;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        std::unique_ptr<Origin>& origin = group.members[i]->origin;
        if (origin == nullptr) continue;
        const Status complaint = made.program.status_of(made.results[i], found);
        if (complaint != status_ok) reports.push_back({complaint, std::move(origin)});
    }
    for (const Node* member : group.stored) member->output.buffer->publish();
    // What was not stored has no readers but members: it goes with them.
    for (Node* member : group.stored) discard(member);
    return Outcome::done;
}

}  // namespace

StridedView Operand::view() const {
    char* data = buffer == nullptr ? const_cast<char*>(value.data()) : buffer->data() + offset;
    return {data, dtype,
            static_cast<int>(shape.size()), shape.data(), strides.data()};
}

Node::~Node() {
    for (Operand& input : inputs) {
        if (input.buffer == nullptr) continue;
        input.buffer->remove_reader(this);
        input.buffer->release();
    }
}

void set_deferral(bool enabled) { deferral_enabled = enabled; }
bool deferral() { return deferral_enabled; }

Buffer* record(Node* node) {
    std::size_t bytes = itemsize(node->output.dtype);
    for (std::int64_t extent : node->output.shape) bytes *= extent;
    for (Operand& input : node->inputs) {
        if (input.buffer == nullptr) continue;
        input.buffer->retain();
        input.buffer->add_reader(node);
    }
    static std::uint64_t recorded = 0;
    node->serial = ++recorded;
    node->output.buffer = Buffer::create_pending(bytes, node);
    return node->output.buffer;
}

Outcome evaluate(Buffer* buffer, std::vector<Report>& reports) {
    std::vector<Buffer*> waiting{buffer};
    while (!waiting.empty()) {
        Buffer* next = waiting.back();
        if (next->state() != BufferState::pending) {
            waiting.pop_back();
            continue;
        }
        const Group group = group_of(next->producer());
        const std::vector<Buffer*> missing = group.missing();
        if (!missing.empty()) {
            waiting.insert(waiting.end(), missing.begin(), missing.end());
            continue;
        }
        if (run(group, reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
        waiting.pop_back();
    }
    return Outcome::done;
}

Pending pending_work(Buffer* buffer) {
    Pending work;
    std::vector<Buffer*> waiting{buffer};
    std::unordered_set<Buffer*> met{buffer};
    while (!waiting.empty()) {
        const Node* node = waiting.back()->producer();
        waiting.pop_back();
        ++work.operations;
        std::size_t elements = 1;
        for (std::int64_t extent : node->output.shape) elements *= static_cast<std::size_t>(extent);
        work.elements = std::max(work.elements, elements);
        for (const Operand& input : node->inputs) {
            Buffer* read = input.buffer;
            if (read == nullptr || read->state() != BufferState::pending) continue;
            if (met.insert(read).second) waiting.push_back(read);
        }
    }
    return work;
}

Outcome settle(Buffer* buffer, std::vector<Report>& reports) {
    while (!buffer->readers().empty()) {
        Buffer* target = buffer->readers().back()->output.buffer;
        if (evaluate(target, reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
    }
    return Outcome::done;
}

void discard(Node* node) { drop(node); }

}  // namespace numen::graph
