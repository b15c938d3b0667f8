#include "program/program.h"

#include <algorithm>

#include "program/line_status.h"

namespace numen {

Register Program::read(Dtype dtype) {
    types_.push_back(dtype);
    return static_cast<Register>(inputs_++);
}

Register Program::apply(const LoopEntry& loop, Op op, std::span<const Register> inputs) {
    Instruction instruction{&loop, op, {}, 0};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool fits = types_[inputs[i]] == loop.input[i];
        const Instruction conversion{nullptr, op, {inputs[i]}, 0, true};
        instruction.input[i] = fits ? inputs[i] : append(conversion, loop.input[i]);
    }
    return append(instruction, loop.output[0]);
}

Register Program::copy(Register from) {
    types_.push_back(types_[from]);
    const auto copy = static_cast<Register>(types_.size() - 1);
    instructions_.push_back({nullptr, Op{}, {from}, copy});
    return copy;
}

void Program::store(Register result) {
    const bool is_taken = std::count(stores_.begin(), stores_.end(), result) > 0;
    stores_.push_back(is_taken ? copy(result) : result);
}

Status Program::status_of(Register result, std::span<const Status> by_register) const {
    return line_status(instructions(), types(), result, by_register);
}

Register Program::convert(Register from, Dtype dtype, Op op, bool is_implied) {
    if (types_[from] == dtype) return from;
    return append({nullptr, op, {from}, 0, is_implied}, dtype);
}

// Implied conversions of one register to one type are the same whatever asked for them.
const Instruction* Program::find(const Instruction& wanted, Dtype dtype) const {
    const auto same = [&](const Instruction& other) {
        return other.loop == wanted.loop && other.is_implied == wanted.is_implied &&
               (wanted.loop == nullptr || other.op == wanted.op) &&
               std::equal(other.input, other.input + 3, wanted.input) &&
               types_[other.output] == dtype;
    };
    const auto place = std::find_if(instructions_.begin(), instructions_.end(), same);
    return place == instructions_.end() ? nullptr : &*place;
}

Register Program::append(const Instruction& instruction, Dtype dtype) {
    if (const Instruction* known = find(instruction, dtype)) return known->output;
    types_.push_back(dtype);
    instructions_.push_back(instruction);
    return instructions_.back().output = static_cast<Register>(types_.size() - 1);
}

}  // namespace numen
