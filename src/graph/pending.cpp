#include "graph/pending.h"

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "array/allocator.h"
#include "program/program.h"

namespace numen::graph {
namespace {

// Memory that recorded work may keep alive beyond what the program holds.
constexpr std::size_t least_pinned_bytes = std::size_t{64} << 20;
constexpr std::size_t pinned_share = 10;  // of the program's memory, one part in so many

Node *oldest = nullptr, *newest = nullptr;
std::atomic<std::size_t> nodes = 0;
std::size_t input_bytes = 0;  // of all nodes' inputs, counted as often as they are read
bool charging = false;
std::vector<Node*> charged;
std::size_t taken = 0;

std::size_t bytes_read(const Node& node) {
    std::size_t bytes = 0;
    for (const Operand& input : node.inputs) {
        if (input.buffer != nullptr) bytes += input.buffer->bytes();
    }
    return bytes;
}

// Bytes of memory that only nodes hold.
std::size_t pinned_bytes() {
    std::unordered_set<const Buffer*> met;
    std::size_t bytes = 0;
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        for (const Operand& input : node->inputs) {
            const Buffer* buffer = input.buffer;
            if (buffer == nullptr || buffer->first_alias() != nullptr) continue;
            const bool is_stored = buffer->state() == BufferState::host;
            if (is_stored && met.insert(buffer).second) bytes += buffer->bytes();
        }
    }
    return bytes;
}

template <class Wanted> Buffer* newest_held_of(Wanted is_wanted) {
    for (const Node* node = newest; node != nullptr; node = node->earlier) {
        Buffer* buffer = node->output.buffer;
        if (buffer != nullptr && buffer->first_alias() != nullptr && is_wanted(buffer)) {
            return buffer;
        }
    }
    return nullptr;
}

}  // namespace

void enter(Node* node) {
    node->earlier = newest;
    (newest != nullptr ? newest->later : oldest) = node;
    newest = node;
    ++nodes;
    input_bytes += bytes_read(*node);
}

void leave(Node* node) {
    if (node->earlier == nullptr && node != oldest) return;  // never entered
    (node->earlier != nullptr ? node->earlier->later : oldest) = node->later;
    (node->later != nullptr ? node->later->earlier : newest) = node->earlier;
    --nodes;
    input_bytes -= bytes_read(*node);
}

Buffer* newest_held() {
    return newest_held_of([](const Buffer*) { return true; });
}

Buffer* newest_held_at_rest() {
    return newest_held_of([](const Buffer* buffer) {
        return buffer->state() == BufferState::pending;
    });
}

bool is_anything_pending() { return nodes.load(std::memory_order_relaxed) != 0; }

bool is_over_bounds() {
    if (nodes >= Program::most_operations || !charged.empty()) return true;
    if (input_bytes <= least_pinned_bytes) return false;
    const std::size_t allowed =
        std::max(least_pinned_bytes, statistics().live_bytes / pinned_share);
    return input_bytes > allowed && pinned_bytes() > allowed;
}

void set_charging(bool enabled) { charging = enabled; }

bool charge(Node* node) {
    if (!charging) return false;
    node->output.buffer = nullptr;
    charged.push_back(node);
    return true;
}

std::size_t charged_results() { return taken; }

std::vector<Buffer*> take_charged() {
    taken += charged.size();
    std::vector<Buffer*> buffers;
    for (Node* node : charged) {
        std::size_t bytes = itemsize(node->output.dtype);
        for (const std::int64_t extent : node->output.shape) bytes *= extent;
        node->output.buffer = Buffer::create_pending(bytes, node);
        buffers.push_back(node->output.buffer);
    }
    charged.clear();
    return buffers;
}

}  // namespace numen::graph
