#include "graph/node.h"

#include "graph/pending.h"

namespace numen::graph {
namespace {

// Frees nodes without recursion: releasing a node's inputs may orphan further nodes, which join
// the list instead of the stack.
std::vector<Node*> discarded;
bool is_draining = false;

// A result that nobody holds any more; what only it read goes with it, unless it is charged.
void discard_orphan(Node* node) {
    if (node->is_spent || !charge(node)) {
        node->output.buffer = nullptr;  // which is freed before nodes that wait for their turn
        discard(node);
    }
}

const bool handler_installed = (Buffer::on_orphaned_producer(discard_orphan), true);

}  // namespace

StridedView Operand::view() const {
    char* data = const_cast<char*>(value.data());
    if (memory != nullptr) data = memory;
    if (buffer != nullptr) data = buffer->data() == nullptr ? nullptr : buffer->data() + offset;
    return {data, dtype, static_cast<int>(shape.size()), shape.data(), strides.data()};
}

std::size_t Operand::elements() const { return static_cast<std::size_t>(element_count(view())); }

std::size_t Operand::bytes() const {
    return elements() * static_cast<std::size_t>(itemsize(dtype));
}

std::size_t Operand::distinct_bytes() const {
    std::size_t bytes = itemsize(dtype);
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (strides[axis] != 0) bytes *= static_cast<std::size_t>(shape[axis]);
    }
    return bytes;
}

Node::~Node() {
    leave(this);
    for (Operand& input : inputs) {
        if (input.buffer == nullptr) continue;
        input.buffer->remove_reader(this);
        input.buffer->release();
    }
}

void discard(Node* first) {
    discarded.push_back(first);
    if (is_draining) return;
    is_draining = true;
    while (!discarded.empty()) {
        Node* node = discarded.back();
        discarded.pop_back();
        delete node;
    }
    is_draining = false;
}

}  // namespace numen::graph
