#include "graph/overwriting.h"

#include <algorithm>

#include "graph/running.h"

namespace numen::graph {
namespace {

constexpr std::size_t least_of_programs = std::size_t{16} << 20, least_of_tests = 64;
std::size_t least = least_of_programs;  // both under the lock
std::uint64_t overwritten = 0;

bool lies_as(const Operand& input, const Operand& output) {
    if (input.offset != 0 || input.shape != output.shape ||
        itemsize(input.dtype) != itemsize(output.dtype)) {
        return false;
    }
    for (std::size_t axis = 0; axis < input.shape.size(); ++axis) {
        if (input.shape[axis] > 1 && input.strides[axis] != output.strides[axis]) return false;
    }
    return true;
}

// Does nobody but members of the group hold the buffer?
bool ends_with(const Group& group, const Buffer* buffer) {
    std::size_t reads = 0;
    for (const Node* member : group.members) {
        reads += static_cast<std::size_t>(std::ranges::count(member->inputs, buffer,
                                                             &Operand::buffer));
    }
    return buffer->references() == reads;
}

// Ctrl-C waits for the end, as it waits in NumPy for that of one operation.
bool is_soon_done(const Group& group) {
    return std::ranges::count_if(group.members, [](const Node* member) {
        return member->loop != nullptr && member->loop->is_function;
    }) <= 1;
}

}  // namespace

std::size_t least_overwritten() { return least; }
void set_overwrites_small(bool wanted) { least = wanted ? least_of_tests : least_of_programs; }
std::uint64_t overwritten_inputs() { return overwritten; }
void count_overwritten_input() { ++overwritten; }

Buffer* overwritable_input(const Group& group) {
    const Operand& output = group.members.back()->output;
    if (output.buffer == nullptr || output.buffer->bytes() < least) return nullptr;
    if (!may_overwrite() || !is_soon_done(group)) return nullptr;
    const auto lies_elsewhere = [&](const Buffer* buffer) {
        return std::ranges::any_of(group.inputs, [&](const Operand* input) {
            return input->buffer == buffer && !lies_as(*input, output);
        });
    };
    for (const Operand* input : group.inputs) {
        Buffer* buffer = input->buffer;
        if (buffer == nullptr || buffer->data() == nullptr) continue;
        if (buffer->bytes() != output.buffer->bytes() || lies_elsewhere(buffer)) continue;
        if (ends_with(group, buffer)) return buffer;
    }
    return nullptr;
}

bool has_lost_inputs(const Group& group) {
    return std::ranges::any_of(group.inputs, [](const Operand* input) {
        const Buffer* buffer = input->buffer;
        return buffer != nullptr && buffer->data() == nullptr;
    });
}

}  // namespace numen::graph
