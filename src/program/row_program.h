// Operations that go over rows: a straight line of loops, conversions and reductions of a row.
//
// A register holds an element for each column of a row, or one value for the row; reductions make
// values of rows, loops over whole rows read them as a repeated element. As Program, it knows
// types, no shapes and no addresses, and each operation rounds as it does by itself.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ops/operation.h"
#include "ops/reduction.h"
#include "program/program.h"

namespace numen {

struct RowInstruction {
    const LoopEntry* loop = nullptr;      // of an operation
    Op op{};
    std::optional<ReduceOp> reduction;    // of a reduction; neither: a conversion
    int inputs = 1;
    Register input[3] = {};
    Register output = 0;
    bool is_implied = false;  // as Instruction's

    std::span<const Register> reads() const {
        return {input, static_cast<std::size_t>(inputs)};
    }
};

class RowProgram {
  public:
    static constexpr int most_inputs = Program::most_inputs, most_outputs = Program::most_outputs,
                         most_operations = Program::most_operations;
    // Rows that the caches of a processor hold, and of which there are enough to go one by one.
    static constexpr std::int64_t most_columns = 8192;

    // The register of the next operand that is read from memory; before any instruction.
    Register read(Dtype dtype, bool is_value);
    // The result of an operation for each element, or (`is_value`) for each row; inputs are
    // converted to its loop's types first.
    Register apply(const LoopEntry& loop, Op op, std::span<const Register> inputs, bool is_value);
    // The values as another type; `shared` with what else wants them so.
    Register convert(Register from, Dtype dtype, bool shared = true);
    // The reduction of rows, of resolve_reduction's output type.
    Register reduce(ReduceOp op, Register rows);
    // The register's values go to memory, as the next output.
    void store(Register result) { stores_.push_back(result); }

    // What the operation that gave `result` reports, of what each register's instruction reported.
    Status status_of(Register result, std::span<const Status> by_register) const;

    int inputs() const { return inputs_; }
    std::span<const Dtype> types() const { return types_; }
    bool is_value(Register place) const { return is_value_[place]; }
    std::span<const RowInstruction> instructions() const { return instructions_; }
    std::span<const Register> stores() const { return stores_; }

  private:
    Register append(RowInstruction instruction, Dtype dtype, bool is_value);

    int inputs_ = 0;
    std::vector<Dtype> types_;  // by register
    std::vector<bool> is_value_;
    std::vector<RowInstruction> instructions_;
    std::vector<Register> stores_;
};

}  // namespace numen
