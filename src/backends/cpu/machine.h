// Runs the steps of a scheduled program over one row of elements after another, block by block.
//
// What lies between two steps stays in the first cache; the flags that a step leaves are told by
// the register of the instruction whose they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/cpu/schedule.h"
#include "program/program.h"

namespace numen::cpu {

// Work of which a second thread takes its share: operations times elements.
inline constexpr std::int64_t grain_operations = 256 << 10, function_weight = 8;

// The first place that is aligned for the widest vectors: up to 63 bytes behind the memory's first.
inline char* aligned(char* memory) {
    return memory + (-reinterpret_cast<std::uintptr_t>(memory) & 63);
}

class Machine {
  public:
    // The elements of a block, and the bytes of scratch memory, aligned to 64, that go with it.
    static std::int64_t block_of(const Schedule& schedule);
    static std::int64_t scratch_of(const Schedule& schedule) {
        return schedule.slots() * block_of(schedule) * schedule.width();
    }

    Machine(const Program& program, const Schedule& schedule,
            std::span<std::atomic<Status>> reports, char* scratch);
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    // What streaming stores wrote is seen by other threads before they are told of it.
    ~Machine();

    // `count` elements of every operand; where chains use streaming stores, in blocks that are
    // aligned there. The status register's flags are clear before and after.
    void run_row(char* const* data, const std::int64_t* steps, std::int64_t count);

  private:
    void place_operands(char* const* data, const std::int64_t* steps, std::int64_t begin);
    void fetch_block(char* const* data, const std::int64_t* steps, std::int64_t begin,
                     std::int64_t count) const;
    void run_block(std::int64_t count);
    void run_chain(const Step& step, std::int64_t count);
    void run_loops(const Chain& chain, std::int64_t begin, std::int64_t count);
    void keep_inputs(const Step& step, std::int64_t count);
    void swap_kept(const Step& step);
    void move_registers(const Chain& chain, std::int64_t elements);
    Status run(const Instruction& instruction, std::int64_t count);
    void report(const Instruction& instruction, Status status);
    void convert(const Instruction& instruction, std::int64_t count);

    static constexpr int most_registers = Program::most_registers;
    const Program& program_;
    const Schedule& schedule_;
    std::span<std::atomic<Status>> reports_;
    std::int64_t block_;
    int streamed_;
    std::vector<char*> kept_at_;
    int replays_ = 0;
    char* at_[most_registers];
    std::int64_t steps_[most_registers];
};

}  // namespace numen::cpu
