// A chain of arithmetic as one loop of machine code: what lies between its operations stays in
// vector registers.
//
// Every operation does what its own loop does, rounding included, and leaves its flags in the
// status register; which operation raised a flag has to be found by running the loops.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backends/cpu/executable_memory.h"
#include "program/program.h"

namespace numen::cpu {

class Chain {
  public:
    // How a register's elements lie: one for all, one for all whose reciprocal is exact, in a row,
    // in a row that no cache can hold (a result's), or otherwise.
    enum class Layout : std::uint8_t { repeated, invertible, packed, vast, other };

    // True if the instruction can stand in a chain on this processor.
    static bool takes(const Program& program, const Instruction& instruction);

    // True if it is faster than its loop as a chain of its own.
    static bool pays_alone(const Program& program, const Instruction& instruction,
                           std::span<const Layout> layouts);

    // A chain of these instructions (positions in the program, ascending, of one element type),
    // which leaves the registers `results` in memory. Null where it needs more machine registers
    // than there are, where an operand does not lie in a row, or without executable memory.
    static std::unique_ptr<const Chain> assemble(const Program& program,
                                                 std::span<const int> instructions,
                                                 std::span<const Register> results,
                                                 std::span<const Layout> layouts);

    // Vast results begin at a multiple of this in memory, unless a run is shorter than that.
    static std::int64_t vector_bytes();
    // Runs over the first of `count` elements, at[r] being where register r lies; returns how many:
    // with AVX2 the elements behind the last whole vector are left over.
    std::int64_t run(char* const* at, std::int64_t count) const;

    std::span<const int> instructions() const { return instructions_; }
    std::span<const Register> inputs() const { return inputs_; }
    std::span<const Register> results() const { return results_; }
    bool can_raise() const { return can_raise_; }

  private:
    Chain() = default;

    std::vector<int> instructions_;
    std::vector<Register> inputs_;   // the repeated ones, then the packed
    std::vector<Register> results_;
    bool can_raise_ = false;
    std::int64_t itemsize_ = 0;
    std::shared_ptr<const ExecutableMemory> code_;
};

}  // namespace numen::cpu
