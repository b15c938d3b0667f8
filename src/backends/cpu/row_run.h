// A row program on its way over memory: which rows go together, and where what they make lies.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "array/strided.h"
#include "backends/cpu/chain.h"
#include "backends/cpu/folding.h"
#include "backends/cpu/schedule.h"
#include "program/row_stages.h"

namespace numen::cpu {

// An operand, as it is walked: outer axes, the last of which counts a block's rows, and columns.
struct Walk {
    char* data;
    bool is_value;
    std::vector<std::int64_t> outer;
    std::int64_t column;

    std::int64_t row() const { return outer.back(); }
    // Do several rows follow one another as the elements of one do?
    bool is_one_row(std::int64_t columns) const { return row() == columns * column; }
};

// How a stage goes over one of its operands.
struct Access {
    std::int64_t step;
    Chain::Layout layout;
    std::int64_t spread_at = -1;  // where, in scratch memory, a value of each row is repeated
};

struct StageRun {
    std::optional<Schedule> schedule;  // of a program
    std::optional<Folding> folding;    // of a reduction
    std::vector<Access> accesses;      // by operand
    std::vector<std::int64_t> steps;
    std::vector<std::atomic<Status>> reports;  // by register of the program
};

class RowRun {
  public:
    RowRun(const RowProgram& program, std::span<const std::int64_t> shape,
           std::span<const StridedView> operands);

    Status run();
    // What each register's instruction reported so far.
    void report(std::span<Status> reports) const;

  private:
    friend class RowMachine;

    void merge_axes();
    void find_places();
    void prepare_stages();
    void prepare(std::size_t stage);
    Access access_of(Register place, bool in_values) const;
    bool may_stream(Register output, std::size_t stage) const;
    bool is_spread(const Walk& walk) const {
        return height_ > 1 && !walk.is_value && !walk.is_one_row(columns_);
    }
    std::int64_t bytes_of(Register place) const;
    std::int64_t work() const;

    const RowProgram& program_;
    const std::vector<RowStage> stages_;
    std::vector<StageRun> runs_;  // of the stages
    std::int64_t columns_, rows_, height_;
    std::vector<std::int64_t> outer_;   // the outer axes' lengths
    std::vector<Walk> walks_;           // by operand
    std::vector<int> operand_;          // by register, -1: scratch memory
    std::vector<std::int64_t> offset_;  // by register, in scratch memory
    std::int64_t scratch_ = 0;          // bytes
    std::int64_t machine_at_ = 0;       // where in it the programs' own is
};

}  // namespace numen::cpu
