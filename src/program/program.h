// Several elementwise operations as one: a straight line of loops over registers.
//
// A register stands for one value of each element: the first are read from memory, every other is
// the result of one instruction. A backend runs the whole line on a block of elements before it
// goes on to the next, so that what lies between two operations never leaves the first cache. The
// structure knows types, no shapes and no addresses; each operation rounds as it does by itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ops/operation.h"

namespace numen {

using Register = std::uint16_t;

struct Instruction {
    const LoopEntry* loop = nullptr;  // null: its input converted to the type of its output
    Op op{};                          // whose warnings are this instruction's
    Register input[3] = {};
    Register output = 0;
    bool is_implied = false;  // a conversion for the one that reads it, which answers for it
};

class Program {
  public:
    static constexpr int most_inputs = 16, most_outputs = 16, most_operations = 64;
    // Every operation may convert three inputs; inputs and outputs may be copied.
    static constexpr int most_registers = 4 * most_operations + 2 * most_inputs + most_outputs;

    // The register of the next operand that is read from memory; before any instruction.
    Register read(Dtype dtype);
    // The result of an operation, whose inputs are converted to its loop's types first. Where the
    // same operation on the same registers is there already, its register is given back.
    Register apply(const LoopEntry& loop, Op op, std::span<const Register> inputs);
    // The values of a register as another type; of a type that differs. `is_implied` as
    // Instruction's.
    Register convert(Register from, Dtype dtype, Op op, bool is_implied = false);
    // A copy of a register in scratch memory: of an operand that is not aligned.
    Register copy(Register from);
    // The register's values go to memory, as the next output. A register is stored once at most:
    // the second time it is copied to a register of its own.
    void store(Register result);

    // What the operation that gave `result` reports, of what each register's instruction reported.
    Status status_of(Register result, std::span<const Status> by_register) const;

    int inputs() const { return inputs_; }
    std::span<const Dtype> types() const { return types_; }
    std::span<const Instruction> instructions() const { return instructions_; }
    std::span<const Register> stores() const { return stores_; }

  private:
    Register append(const Instruction& instruction, Dtype dtype);
    const Instruction* find(const Instruction& wanted, Dtype dtype) const;

    int inputs_ = 0;
    std::vector<Dtype> types_;  // by register
    std::vector<Instruction> instructions_;
    std::vector<Register> stores_;
};

}  // namespace numen
