#include "graph/evaluate.h"

#include <algorithm>
#include <unordered_set>

#include "backends/backend.h"

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

Outcome run(Node& node, std::vector<Report>& reports) {
    Buffer* target = node.output.buffer;
    if (!target->allocate()) return Outcome::out_of_memory;
    std::vector<StridedView> views;
    for (Operand& input : node.inputs) views.push_back(input.view());
    views.push_back(node.output.view());
    const Status status = backend::elementwise(*node.loop, views);
    if (status != status_ok) reports.push_back({status, node.op});
    target->publish();
    return Outcome::done;
}

}  // namespace

StridedView Operand::view() {
    return {buffer == nullptr ? value.data() : buffer->data() + offset, dtype,
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
        Node* node = next->producer();
        const std::size_t depth = waiting.size();
        for (const Operand& input : node->inputs) {
            if (input.buffer != nullptr && input.buffer->state() == BufferState::pending) {
                waiting.push_back(input.buffer);
            }
        }
        if (waiting.size() != depth) continue;
        if (run(*node, reports) == Outcome::out_of_memory) return Outcome::out_of_memory;
        discard(node);
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
