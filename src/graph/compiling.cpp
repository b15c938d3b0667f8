#include "graph/compiling.h"

#include <algorithm>
#include <unordered_map>

namespace numen::graph {

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

std::string_view name_of(const Node& node) {
    if (node.reduced_axes != 0) return name(node.reduction);
    if (node.loop == nullptr) return "astype";
    return node.loop->inputs == 3 ? "where" : info(node.op).name;
}

Traffic traffic_of(const Group& group) {
    Traffic traffic;
    std::unordered_map<const Buffer*, std::size_t> of_buffer;
    for (const Operand* operand : group.inputs) {
        if (operand->buffer != nullptr) of_buffer[operand->buffer] += operand->distinct_bytes();
        if (operand->memory != nullptr) traffic.read += operand->distinct_bytes();
    }
    for (const auto& [buffer, bytes] : of_buffer) traffic.read += std::min(bytes, buffer->bytes());
    for (const Node* node : group.stored) traffic.written += node->output.distinct_bytes();
    return traffic;
}

}  // namespace numen::graph
