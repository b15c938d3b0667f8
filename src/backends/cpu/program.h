// A program on its way over memory: where its registers lie and the loops around its blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/schedule.h"
#include "backends/cpu/short_rows.h"
#include "program/program.h"

namespace numen::cpu {

class Machine;

class ProgramRun {
  public:
    static constexpr int most_operands = Program::most_inputs + Program::most_outputs;

    // What becomes of the first output: it is left in memory, or read again piece by piece.
    enum class Use : std::uint8_t { left, read };
    // The views' shapes and strides must outlive the run.
    ProgramRun(const Program& program, std::span<const StridedView> operands,
               Use use = Use::left);

    // All elements, on as many threads as pay.
    Status run();
    backend::RunPlan plan() const;
    // The elements [begin, end) in C order, on this thread; the first output, which lies dense in
    // C order, goes to `first` unless that is null.
    void run_range(std::int64_t begin, std::int64_t end, char* first);
    // The elements [begin, end) of the first output: where it is stored, or where it is not, in
    // memory of this thread that the next piece takes again. Raised floating-point flags stay.
    const char* make_piece(const StridedView& output, std::int64_t begin, std::int64_t end);
    // What each register's instruction reported so far.
    void report(std::span<Status> reports) const;

  private:
    void merge_short_rows(std::span<const StridedView> operands);
    Chain::Layout layout_of(int operand, const StridedView& view) const;
    // The elements [begin, end) of the row that begins at `row`; the first output goes to `first`
    // unless that is null.
    void run_part(Machine& machine, char* const* row, std::int64_t begin, std::int64_t end,
                  char* first) const;

    const Program& program_;
    std::optional<Schedule> schedule_;
    std::vector<std::atomic<Status>> reports_;
    LoopNest<most_operands> nest_;
    ShortRows short_rows_;
    std::int64_t steps_[most_operands];
    std::int64_t grain_ = 1;
    bool is_empty_ = false;
};

}  // namespace numen::cpu
