#include "graph/evaluate.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "backends/backend.h"
#include "graph/grouping.h"
#include "graph/pending.h"

namespace numen::graph {
namespace {

bool deferral_enabled = false;

// Frees nodes without recursion: releasing a node's inputs may orphan further nodes, which join
// the list instead of the stack.
std::vector<Node*> dropped;
bool is_draining = false;

void drop(Node* first) {
    dropped.push_back(first);
    if (is_draining) return;
    is_draining = true;
    while (!dropped.empty()) {
        Node* node = dropped.back();
        dropped.pop_back();
        delete node;
    }
    is_draining = false;
}

// A result that nobody holds any more; what only it read goes with it, unless it is charged.
void drop_orphan(Node* node) {
    if (is_draining || node->is_spent || !charge(node)) drop(node);
}

const bool handler_installed = (Buffer::on_orphaned_producer(drop_orphan), true);

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
        made.results.push_back(
            member->loop == nullptr
                ? made.program.convert(registers[0], member->output.dtype, member->op)
                : made.program.apply(*member->loop, member->op, registers));
    }
    for (const Node* member : group.stored) {
        const auto place = std::find(group.members.begin(), group.members.end(), member);
        made.program.store(made.results[place - group.members.begin()]);
        made.operands.push_back(member->output.view());
    }
    made.operands.insert(made.operands.end(), views.begin(), views.end());
    return made;
}

// Moves what the members have to say to `reports`.
void collect(const Group& group, const Compiled& made, std::span<const Status> found,
             std::vector<Report>& reports) {
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        std::unique_ptr<Origin>& origin = group.members[i]->origin;
        if (origin == nullptr) continue;
        const Status complaint = made.program.status_of(made.results[i], found);
        if (complaint != status_ok) reports.push_back({complaint, std::move(origin)});
    }
}

bool allocate(std::span<Node* const> stored) {
    return std::ranges::all_of(stored, [](const Node* node) {
        return node->output.buffer == nullptr || node->output.buffer->allocate();
    });
}

// What was not stored has no readers but members: it goes with them. A node without a buffer, which
// wrote to its caller's memory, is the caller's.
void publish(std::vector<Node*> stored) {
    std::erase_if(stored, [](const Node* node) { return node->output.buffer == nullptr; });
    for (const Node* node : stored) node->output.buffer->publish();
    for (Node* node : stored) discard(node);
}

Outcome run(const Group& group, std::vector<Report>& reports) {
    if (!allocate(group.stored)) return Outcome::out_of_memory;
    const Compiled made = compile(group);
    std::vector<Status> found(made.program.types().size());
    const Status status = backend::run(made.program, made.operands, found);
    if (status & status_no_memory) return Outcome::out_of_memory;
    collect(group, made, found, reports);
    publish(group.stored);
    return Outcome::done;
}

// The largest group that ends with `root`, once all that it reads is there.
std::optional<Group> ready_group(Node* root, std::span<Buffer* const> given_up,
                                 std::vector<Report>& reports) {
    for (;;) {
        Group group = group_of(root, given_up);
        const std::vector<Buffer*> missing = group.missing();
        if (missing.empty()) return group;
        if (evaluate(missing[0], reports) == Outcome::out_of_memory) return std::nullopt;
    }
}

}  // namespace

StridedView Operand::view() const {
    char* data = const_cast<char*>(value.data());
    if (memory != nullptr) data = memory;
    if (buffer != nullptr) data = buffer->data() == nullptr ? nullptr : buffer->data() + offset;
    return {data, dtype, static_cast<int>(shape.size()), shape.data(), strides.data()};
}

Node::~Node() {
    leave(this);
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
        input.buffer->add_reader(node);
    }
    static std::uint64_t recorded = 0;
    node->serial = ++recorded;
    enter(node);
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

// What was given up is computed and given up again.
static Outcome evaluate_charged(std::vector<Report>& reports) {
    Outcome outcome = Outcome::done;
    for (Buffer* buffer : take_charged()) {
        if (outcome == Outcome::done) outcome = evaluate(buffer, reports);
        buffer->release();
    }
    return outcome;
}

Outcome reduce(ReduceOp op, Buffer* buffer, bool is_kept, void* out, Reduction& result) {
    result.is_done = false;
    const Operand& output = buffer->producer()->output;
    const StridedView view = output.view();
    if (!is_contiguous(view)) return Outcome::done;
    Node* root = buffer->producer();
    std::optional<Group> group = ready_group(root, {}, result.reports);
    if (!group) return Outcome::out_of_memory;
    // The first output is the one that is reduced.
    std::erase(group->stored, root);
    if (!allocate(group->stored) || (is_kept && !buffer->allocate())) {
        return Outcome::out_of_memory;
    }
    group->stored.insert(group->stored.begin(), root);
    const Compiled made = compile(*group);
    std::vector<Status> found(made.program.types().size());
    result.is_done = backend::reduce_program(op, made.program, made.operands, out, found,
                                             result.status);
    if (!result.is_done) return Outcome::done;
    if (result.status & status_no_memory) return Outcome::out_of_memory;
    collect(*group, made, found, result.reports);
    if (!is_kept) group->stored.erase(group->stored.begin());
    root->is_spent = !is_kept;
    publish(group->stored);
    return Outcome::done;
}

Outcome evaluate_into(Node& node, std::span<Buffer* const> given_up, Status& status,
                      std::vector<Report>& reports) {
    node.serial = ~std::uint64_t{0};  // later than all that it reads
    const std::optional<Group> group = ready_group(&node, given_up, reports);
    if (!group || !allocate(group->stored)) return Outcome::out_of_memory;
    const Compiled made = compile(*group);
    std::vector<Status> found(made.program.types().size());
    if (backend::run(made.program, made.operands, found) & status_no_memory) {
        return Outcome::out_of_memory;
    }
    status = made.program.status_of(made.results.back(), found);
    for (const Buffer* buffer : given_up) {
        if (buffer->state() == BufferState::pending) buffer->producer()->is_spent = true;
    }
    collect(*group, made, found, reports);
    publish(group->stored);
    return Outcome::done;
}

Outcome settle(Buffer* buffer, std::vector<Report>& reports) {
    if (evaluate_charged(reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
    while (!buffer->readers().empty()) {
        // The last of what follows from the reader: on the way nobody wants the values.
        Buffer* target = buffer->readers().back()->output.buffer;
        while (target->first_alias() == nullptr && !target->readers().empty()) {
            target = target->readers().back()->output.buffer;
        }
        if (evaluate(target, reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
    }
    return Outcome::done;
}

Outcome evaluate_all(std::vector<Report>& reports) {
    if (evaluate_charged(reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
    for (;;) {
        Buffer* buffer = newest_held();
        if (buffer == nullptr) return Outcome::done;
        if (evaluate(buffer, reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
    }
}

void discard(Node* node) { drop(node); }

}  // namespace numen::graph
