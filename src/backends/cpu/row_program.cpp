// A program that goes over rows: a long row at a time, or several short ones.
//
// What is between two operations stays in the caches. Whole rows lie one behind the other in
// scratch memory; values of rows are read by operations on one long row as a repeated element and
// are spread over several short rows. So are operands whose short rows do not follow one another.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

// Rows of so many elements go one by one; shorter ones are taken together up to about as many.
constexpr std::int64_t long_row = 512, block_elements = 2048;
// Of one instruction the inputs that are spread, and the bytes of the widest element.
constexpr std::int64_t most_spread = 3, widest = 16;
// Work of which a second thread takes its share: operations times elements.
constexpr std::int64_t grain_operations = 256 << 10, function_weight = 8;

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

class RowRun {
  public:
    RowRun(const RowProgram& program, std::span<const std::int64_t> shape,
           std::span<const StridedView> operands)
        : program_(program), columns_(shape.back()), outer_(shape.begin(), shape.end() - 1),
          reports_(program.types().size()) {
        const std::size_t stores = program.stores().size();
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const StridedView& view = operands[i];
            const bool is_value = program.is_value(i < stores ? program.stores()[i]
                                                              : static_cast<Register>(i - stores));
            walks_.push_back({view.data, is_value, {view.strides, view.strides + outer_.size()},
                              is_value ? 0 : view.strides[outer_.size()]});
        }
        merge_axes();
        height_ = columns_ >= long_row ? 1 : std::min(outer_.back(), block_elements / columns_);
        find_places();
    }

    Status run();
    void report(std::span<Status> reports) const {
        for (std::size_t i = 0; i < reports.size(); ++i) reports[i] = reports_[i].load();
    }

  private:
    friend class RowMachine;

    void merge_axes();
    void find_places();
    bool is_spread(const Walk& walk) const {
        return height_ > 1 && !walk.is_value && !walk.is_one_row(columns_);
    }
    std::int64_t bytes_of(Register place) const {
        const std::int64_t elements = program_.is_value(place) ? height_ : height_ * columns_;
        return (elements * itemsize(program_.types()[place]) + 63) & ~std::int64_t{63};
    }

    const RowProgram& program_;
    std::int64_t columns_, height_;
    std::vector<std::int64_t> outer_;  // the outer axes' lengths
    std::vector<Walk> walks_;          // by operand
    std::vector<int> operand_;         // by register, -1: scratch memory
    std::vector<std::int64_t> offset_;  // by register, in scratch memory
    std::int64_t spread_ = 0, scratch_ = 0;  // where values are spread, and the bytes of all
    std::vector<std::atomic<Status>> reports_;
};

// Two axes that all operands walk as one become one.
void RowRun::merge_axes() {
    for (std::size_t axis = outer_.size() - 1; axis-- > 0;) {
        const std::int64_t length = outer_[axis + 1];
        const bool fits = std::ranges::all_of(walks_, [&](const Walk& walk) {
            return walk.outer[axis] == walk.outer[axis + 1] * length;
        });
        if (!fits && length != 1 && outer_[axis] != 1) continue;
        // An axis of length one goes with its step, whatever that is.
        const auto gone = static_cast<std::ptrdiff_t>(axis) + (length == 1 ? 1 : 0);
        outer_[axis + (length == 1 ? 0 : 1)] = length * outer_[axis];
        outer_.erase(outer_.begin() + gone);
        for (Walk& walk : walks_) walk.outer.erase(walk.outer.begin() + gone);
    }
}

// Registers whose last reader has passed give their scratch memory to the next of their size.
void RowRun::find_places() {
    const std::size_t registers = program_.types().size(), stores = program_.stores().size();
    operand_.assign(registers, -1);
    offset_.assign(registers, 0);
    for (std::size_t i = 0; i < walks_.size(); ++i) {
        operand_[i < stores ? program_.stores()[i] : i - stores] = static_cast<int>(i);
    }
    std::vector<std::size_t> last_use(registers);
    const auto instructions = program_.instructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        for (int k = 0; k < instructions[i].inputs; ++k) last_use[instructions[i].input[k]] = i;
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> free;  // bytes, offset
    const auto take = [&](std::size_t place) {
        const std::int64_t bytes = bytes_of(static_cast<Register>(place));
        const auto fit =
            std::ranges::find_if(free, [&](auto& slot) { return slot.first == bytes; });
        if (fit != free.end()) {
            offset_[place] = fit->second;
            free.erase(fit);
        } else {
            offset_[place] = scratch_;
            scratch_ += bytes;
        }
    };
    for (std::size_t i = stores; i < walks_.size(); ++i) {
        if (is_spread(walks_[i])) take(i - stores);
    }
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const RowInstruction& instruction = instructions[i];
        if (operand_[instruction.output] < 0) take(instruction.output);
        for (int k = 0; k < instruction.inputs; ++k) {
            const Register input = instruction.input[k];
            const bool is_again = std::count(instruction.input, instruction.input + k, input) > 0;
            if (operand_[input] >= 0 || last_use[input] != i || is_again) continue;
            free.emplace_back(bytes_of(input), offset_[input]);
        }
    }
    spread_ = scratch_;
    if (height_ > 1) scratch_ += most_spread * height_ * columns_ * widest;
}

class RowMachine {
  public:
    explicit RowMachine(RowRun& run)
        : run_(run), scratch_(static_cast<std::size_t>(run.scratch_ + 64)),
          base_(scratch_.data() + (-reinterpret_cast<std::uintptr_t>(scratch_.data()) & 63)),
          at_(run.program_.types().size()), steps_(at_.size()), spread_from_(at_.size()) {}

    // The rows from `first` on at one place of the axes outside of them.
    void run_block(std::int64_t outer, std::int64_t first, std::int64_t rows) {
        rows_ = rows;
        place_registers(outer, first);
        for (const RowInstruction& instruction : run_.program_.instructions()) {
            const Status status = execute(instruction);
            if (status == status_ok) [[likely]] continue;
            run_.reports_[instruction.output].fetch_or(status, std::memory_order_relaxed);
            clear_floating_flags();
        }
    }

  private:
    bool is_value(Register place) const { return run_.program_.is_value(place); }
    int size_of(Register place) const { return itemsize(run_.program_.types()[place]); }
    std::int64_t count_of(Register place) const {
        return is_value(place) ? rows_ : rows_ * run_.columns_;
    }

    void place_registers(std::int64_t outer, std::int64_t first);
    void spread(std::size_t place, const Walk& walk, const char* from);
    Status execute(const RowInstruction& instruction);
    void reduce(const RowInstruction& instruction);
    void take_input(const RowInstruction& instruction, int k, char** at, std::int64_t* steps);

    RowRun& run_;
    std::vector<char> scratch_;
    char* base_;
    std::vector<char*> at_;
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
            const char* at = from + row * walk.row();
            if (walk.column == size) {
                std::memcpy(to, at, static_cast<std::size_t>(columns * size));
                continue;
            }
            for (std::int64_t i = 0; i < columns; ++i) {
                write(to + i * size, read<T>(at + i * walk.column));
            }
        }
    });
}

void RowMachine::place_registers(std::int64_t outer, std::int64_t first) {
    for (std::size_t i = 0; i < at_.size(); ++i) {
        const std::int64_t size = size_of(static_cast<Register>(i));
        const int operand = run_.operand_[i];
        at_[i] = base_ + run_.offset_[i];
        steps_[i] = size;
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

// A value of rows, read by an operation on all elements: repeated in one row, spread over several.
void RowMachine::take_input(const RowInstruction& instruction, int k, char** at,
                            std::int64_t* steps) {
    const Register input = instruction.input[k];
    at[k] = at_[input];
    steps[k] = steps_[input];
    if (!is_value(input) || is_value(instruction.output) || steps_[input] == 0) return;
    if (rows_ == 1) return void(steps[k] = 0);
    const std::int64_t size = size_of(input), columns = run_.columns_;
    at[k] = base_ + run_.spread_ + k * run_.height_ * columns * widest;
    with_size(static_cast<int>(size), [&]<class T>() {
        char* to = at[k];
        for (std::int64_t row = 0; row < rows_; ++row) {
            const T value = read<T>(at_[input] + row * steps_[input]);
            for (std::int64_t i = 0; i < columns; ++i, to += size) write(to, value);
        }
    });
    steps[k] = size;
}

// As a reduction of stored rows, whose bits do not depend on how many go together.
void RowMachine::reduce(const RowInstruction& instruction) {
    const Register input = instruction.input[0], output = instruction.output;
    const auto types = run_.program_.types();
    const std::int64_t in_shape[2] = {rows_, run_.columns_};
    const std::int64_t step = steps_[input];
    const std::int64_t in_strides[2] = {step * run_.columns_, step};
    const std::int64_t out_stride = size_of(output);
    const Status status = backend::reduce(
        *instruction.reduction, {at_[output], types[output], 1, in_shape, &out_stride},
        {at_[input], types[input], 2, in_shape, in_strides}, 2,
        resolve_reduction(*instruction.reduction, types[input]).accumulator);
    clear_floating_flags();
    if (status != status_ok) run_.reports_[output].fetch_or(status, std::memory_order_relaxed);
}

// Loops that report from values leave rubbish in the status register.
Status RowMachine::execute(const RowInstruction& instruction) {
    if (instruction.reduction) return reduce(instruction), status_ok;
    const Register output = instruction.output;
    char* at[4];
    std::int64_t steps[4];
    if (instruction.loop == nullptr) {
        const Register input = instruction.input[0];
        const auto types = run_.program_.types();
        data_kernels().cast[static_cast<int>(types[output])][static_cast<int>(types[input])](
            at_[output], steps_[output], at_[input], steps_[input], count_of(output));
        return floating_flags();
    }
    for (int k = 0; k < instruction.inputs; ++k) take_input(instruction, k, at, steps);
    at[instruction.inputs] = at_[output];
    steps[instruction.inputs] = steps_[output];
    const Status status = instruction.loop->run(at, steps, count_of(output));
    if (instruction.loop->hardware_flags) return status | floating_flags();
    clear_floating_flags();
    return status;
}

Status RowRun::run() {
    std::int64_t work = 0;
    for (const RowInstruction& instruction : program_.instructions()) {
        const bool is_function = instruction.loop != nullptr && instruction.loop->is_function;
        work += program_.is_value(instruction.output) && !instruction.reduction
                    ? 0
                    : (is_function ? function_weight : 1) * columns_;
    }
    const std::int64_t length = outer_.back(), blocks = (length + height_ - 1) / height_;
    std::int64_t places = 1;
    for (std::size_t axis = 0; axis + 1 < outer_.size(); ++axis) places *= outer_[axis];
    const std::int64_t grain = grain_operations / (std::max<std::int64_t>(work, 1) * height_) + 1;
    return parallel_for(places * blocks, grain, [&](std::int64_t begin, std::int64_t end) {
        RowMachine machine(*this);
        clear_floating_flags();
        for (std::int64_t block = begin; block < end; ++block) {
            const std::int64_t first = block % blocks * height_;
            machine.run_block(block / blocks, first, std::min(height_, length - first));
        }
    });
}

}  // namespace

int most_threads() { return thread_count(); }

Status run_rows(const RowProgram& program, std::span<const std::int64_t> shape,
                std::span<const StridedView> operands, std::span<Status> reports) try {
    RowRun run(program, shape, operands);
    const Status status = run.run();
    run.report(reports);
    return status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::backend
