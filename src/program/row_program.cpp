#include "program/row_program.h"

#include "program/line_status.h"

namespace numen {

Register RowProgram::read(Dtype dtype, bool is_value) {
    types_.push_back(dtype);
    is_value_.push_back(is_value);
    return static_cast<Register>(inputs_++);
}

Register RowProgram::append(RowInstruction instruction, Dtype dtype, bool is_value) {
    instruction.output = static_cast<Register>(types_.size());
    types_.push_back(dtype);
    is_value_.push_back(is_value);
    instructions_.push_back(instruction);
    return instruction.output;
}

Register RowProgram::apply(const LoopEntry& loop, Op op, std::span<const Register> inputs,
                           bool is_value) {
    RowInstruction instruction{&loop, op, std::nullopt, static_cast<int>(inputs.size())};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        instruction.input[i] = convert(inputs[i], loop.input[i]);
    }
    return append(instruction, loop.output[0], is_value);
}

Register RowProgram::convert(Register from, Dtype dtype, bool shared) {
    if (shared && types_[from] == dtype) return from;
    for (const RowInstruction& known : instructions_) {
        if (shared && known.is_implied && known.input[0] == from && types_[known.output] == dtype) {
            return known.output;
        }
    }
    return append({nullptr, Op{}, std::nullopt, 1, {from}, 0, shared}, dtype, is_value_[from]);
}

Register RowProgram::reduce(ReduceOp op, Register rows) {
    return append({nullptr, Op{}, op, 1, {rows}}, resolve_reduction(op, types_[rows]).output, true);
}

Status RowProgram::status_of(Register result, std::span<const Status> by_register) const {
    return line_status(instructions(), types(), result, by_register);
}

}  // namespace numen
