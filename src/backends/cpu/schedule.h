// In which steps a program runs over a block, and where its registers lie meanwhile.
//
// Arithmetic is put together in chains (chain.h); everything else is a step of its own. Functions
// run before the arithmetic that can wait for them, so that chains become few and long.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backends/cpu/chain.h"
#include "program/program.h"

namespace numen::cpu {

struct Step {
    int instruction = 0;  // its position, where there is no chain
    std::unique_ptr<const Chain> chain;
    // Inputs of the chain that lie where one of its results will.
    std::vector<Register> overwritten;
};

class Schedule {
  public:
    static constexpr int most_registers = Program::most_registers;

    // How the elements of every operand lie, outputs first, and where they begin. An output may
    // lie where an input does; then the program's last instruction writes it.
    Schedule(const Program& program, std::span<const Chain::Layout> operands,
             std::span<char* const> data);

    std::span<const Step> steps() const { return steps_; }
    // Of each register: its operand, or -1 where it lies in a slot of scratch memory. Slots are
    // shared by registers that are not alive at the same time.
    int operand(Register r) const { return operand_[r]; }
    int slot(Register r) const { return slot_[r]; }
    int slots() const { return slots_; }
    std::int64_t width() const { return width_; }  // bytes of the largest element in a slot
    bool is_repeated(Register r) const {
        return layouts_[r] == Chain::Layout::repeated || layouts_[r] == Chain::Layout::invertible;
    }
    // Bytes of an element where a chain overwrites inputs of which copies are kept for its flags;
    // else 0.
    std::int64_t kept_width() const;
    // An operand that chains write by streaming stores, so aligned; -1 if there is none.
    int streamed_operand() const;

  private:
    void lay_out(std::span<const Chain::Layout> operands);
    bool overwrites(Register input, Register result, std::span<char* const> data) const;
    bool keeps_order(std::span<char* const> data) const;
    std::vector<int> order(bool keeps_order) const;
    void add_steps(std::span<const int> instructions, std::span<char* const> data);
    std::vector<Register> results_of(std::span<const int> instructions) const;
    void place();
    std::span<const Register> inputs_of(const Step& step) const;
    std::span<const Register> results_of(const Step& step) const;
    bool may_replace_inputs(const Step& step) const;
    int take_slot();

    const Program& program_;
    std::vector<Step> steps_;
    Chain::Layout layouts_[most_registers];
    int operand_[most_registers];
    int slot_[most_registers];
    int slots_ = 0;
    std::int64_t width_ = 1;
    std::vector<int> free_;
};

}  // namespace numen::cpu
