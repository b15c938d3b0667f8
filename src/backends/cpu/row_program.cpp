// Runs a program over rows: a long row at a time, or several short ones.
//
// What is between two stages stays in the caches. Whole rows lie one behind the other in scratch
// memory; values of rows are read by operations on one long row as a repeated element and are
// spread over several short rows. So are operands whose short rows do not follow one another.
#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <new>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/machine.h"
#include "backends/cpu/row_run.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

// As repeat_value, by whole sixteens of bytes: up to fifteen more are written behind.
template <class T> void repeat_and_beyond(char* to, T value, std::int64_t count) {
    if constexpr (sizeof(T) == 16) {
        repeat_value(to, value, count);
    } else {
        using Lanes [[gnu::vector_size(16)]] = T;
        const Lanes lanes = Lanes{} + value;
        for (char* end = to + count * std::int64_t{sizeof(T)}; to < end; to += sizeof(Lanes)) {
            write(to, lanes);
        }
    }
}

}  // namespace

class RowMachine {
  public:
    explicit RowMachine(RowRun& run)
        : run_(run), at_(run.program_.types().size()), steps_(at_.size()),
          spread_from_(at_.size()) {
        memory_ = std::make_unique_for_overwrite<char[]>(
            static_cast<std::size_t>(run.scratch_ + 64));
        base_ = aligned(memory_.get());
        for (std::size_t i = 0; i < run.stages_.size(); ++i) {
            if (run.stages_[i].reduction != nullptr) continue;
            machines_.emplace_back(run.stages_[i].program, *run.runs_[i].schedule,
                                   run.runs_[i].reports, base_ + run.machine_at_);
        }
    }

    // The rows from `first` on at one place of the axes outside of them.
    void run_block(std::int64_t outer, std::int64_t first, std::int64_t rows) {
        rows_ = rows;
        place_registers(outer, first);
        auto machine = machines_.begin();
        for (std::size_t i = 0; i < run_.stages_.size(); ++i) {
            run_.stages_[i].reduction != nullptr ? reduce(i) : run_program(i, *machine++);
        }
    }

  private:
    int size_of(Register place) const { return itemsize(run_.program_.types()[place]); }

    void place_registers(std::int64_t outer, std::int64_t first);
    void spread(std::size_t place, const Walk& walk, const char* from);
    void spread_values(Register place, char* to) const;
    void reduce(std::size_t stage);
    void run_program(std::size_t stage, Machine& machine);

    RowRun& run_;
    std::unique_ptr<char[]> memory_;
    char* base_;
    std::deque<Machine> machines_;  // of the stages that are programs
    std::vector<char*> at_;         // by register
    std::vector<std::int64_t> steps_;
    std::vector<const char*> spread_from_;  // by register: the one row that it holds
    std::int64_t rows_ = 0;
};

// The same row over and over again is spread once.
void RowMachine::spread(std::size_t place, const Walk& walk, const char* from) {
    const std::int64_t size = size_of(static_cast<Register>(place)), columns = run_.columns_;
    if (walk.row() == 0 && spread_from_[place] == from) return;
    spread_from_[place] = walk.row() == 0 ? from : nullptr;
    const std::int64_t rows = walk.row() == 0 ? run_.height_ : rows_;
    with_size(static_cast<int>(size), [&]<class T>() {
        char* to = at_[place];
        for (std::int64_t row = 0; row < rows; ++row, to += columns * size) {
            move_row<T>(to, size, from + row * walk.row(), walk.column, columns);
        }
    });
}

void RowMachine::place_registers(std::int64_t outer, std::int64_t first) {
    for (std::size_t i = 0; i < at_.size(); ++i) {
        const int operand = run_.operand_[i];
        at_[i] = base_ + run_.offset_[i];
        steps_[i] = size_of(static_cast<Register>(i));
        if (operand < 0) continue;
        const Walk& walk = run_.walks_[static_cast<std::size_t>(operand)];
        char* data = walk.data + first * walk.row();
        std::int64_t rest = outer;
        for (std::size_t axis = run_.outer_.size() - 1; axis-- > 0;) {
            data += rest % run_.outer_[axis] * walk.outer[axis];
            rest /= run_.outer_[axis];
        }
        if (run_.is_spread(walk)) {
            spread(i, walk, data);
        } else {
            at_[i] = data;
            steps_[i] = walk.is_value ? walk.row() : walk.column;
        }
    }
}

// The value of each row as many times as the row has elements.
void RowMachine::spread_values(Register place, char* to) const {
    const std::int64_t columns = run_.columns_;
    with_size(size_of(place), [&]<class T>() {
        const char* from = at_[place];
        for (std::int64_t row = 0; row < rows_; ++row, from += steps_[place]) {
            repeat_and_beyond(to + row * columns * std::int64_t{sizeof(T)}, read<T>(from), columns);
        }
    });
}

// As a reduction of stored rows, whose bits do not depend on how many go together.
void RowMachine::reduce(std::size_t stage) {
    const Register output = run_.stages_[stage].operands[0];
    const Register input = run_.stages_[stage].operands[1];
    const Folding& folding = *run_.runs_[stage].folding;
    const std::int64_t step = steps_[input], columns = run_.columns_;
    folding.reduce_rows({at_[input], step * columns, rows_, step, columns}, at_[output],
                        size_of(output));
    const Status status = floating_flags();
    if (status == status_ok) [[likely]] return;
    clear_floating_flags();
    if (!folding.reports_flags()) return;
    run_.runs_[stage].reports[0].fetch_or(status & ~status_underflow, std::memory_order_relaxed);
}

void RowMachine::run_program(std::size_t stage, Machine& machine) {
    const RowStage& given = run_.stages_[stage];
    const StageRun& run = run_.runs_[stage];
    char* data[Program::most_inputs + Program::most_outputs];
    for (std::size_t i = 0; i < given.operands.size(); ++i) {
        const Access& access = run.accesses[i];
        data[i] = access.spread_at < 0 ? at_[given.operands[i]] : base_ + access.spread_at;
        if (access.spread_at >= 0) spread_values(given.operands[i], data[i]);
    }
    machine.run_row(data, run.steps.data(), given.is_value ? rows_ : rows_ * run_.columns_);
}

// Of a row: operations times elements.
std::int64_t RowRun::work() const {
    std::int64_t work = 0;
    for (const RowInstruction& instruction : program_.instructions()) {
        const bool is_function = instruction.loop != nullptr && instruction.loop->is_function;
        work += program_.is_value(instruction.output) && !instruction.reduction
                    ? 0
                    : (is_function ? function_weight : 1) * columns_;
    }
    return std::max<std::int64_t>(work, 1);
}

Status RowRun::run() {
    count(work_counts().row_programs);
    const std::int64_t length = outer_.back(), blocks = (length + height_ - 1) / height_;
    const std::int64_t places = rows_ / length, grain = grain_operations / (work() * height_) + 1;
    return parallel_for(places * blocks, grain, [&](std::int64_t begin, std::int64_t end) {
        RowMachine machine(*this);
        clear_floating_flags();
        for (std::int64_t block = begin; block < end; ++block) {
            const std::int64_t first = block % blocks * height_;
            machine.run_block(block / blocks, first, std::min(height_, length - first));
        }
    });
}

}  // namespace numen::cpu

namespace numen::backend {

Status run_rows(const RowProgram& program, std::span<const std::int64_t> shape,
                std::span<const StridedView> operands, std::span<Status> reports) try {
    cpu::RowRun run(program, shape, operands);
    const Status status = run.run();
    run.report(reports);
    return status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::backend
