// Runs a program over strided operands: which rows there are, and which thread takes them.
#include "backends/cpu/program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/machine.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

constexpr int most_operands = ProgramRun::most_operands;

// One machine runs on a thread at a time: it takes the memory of the one before.
char* scratch_for(const Schedule& schedule) {
    thread_local std::vector<char> memory;
    const std::int64_t bytes = Machine::scratch_of(schedule) + 64;
    if (std::ssize(memory) < bytes) memory.resize(static_cast<std::size_t>(bytes));
    return aligned(memory.data());
}

// True of powers of two whose reciprocal is a normal number.
template <class T> bool has_exact_reciprocal(const char* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    int exponent = 0;
    return std::isnormal(value) && std::isnormal(1 / value) &&
           std::fabs(std::frexp(value, &exponent)) == T(0.5);
}

bool has_exact_reciprocal(const StridedView& view) {
    if (view.dtype == Dtype::float32) return has_exact_reciprocal<float>(view.data);
    return view.dtype == Dtype::float64 && has_exact_reciprocal<double>(view.data);
}

std::int64_t operations_per_element(const Program& program) {
    std::int64_t total = 0;
    for (const Instruction& instruction : program.instructions()) {
        const bool is_function = instruction.loop != nullptr && instruction.loop->is_function;
        total += is_function ? function_weight : 1;
    }
    return total;
}

}  // namespace

ProgramRun::ProgramRun(const Program& program, std::span<const StridedView> operands, Use use)
    : program_(program), reports_(program.types().size()) {
    const StridedView* views[most_operands] = {};
    nest_.count = static_cast<int>(operands.size());
    for (int i = 0; i < nest_.count; ++i) views[i] = &operands[static_cast<std::size_t>(i)];
    is_empty_ = !nest_.build(views);  // its axes are sorted for the stores, which stand first
    if (is_empty_) return;
    count(work_counts().programs);
    merge_short_rows(operands);
    Chain::Layout layouts[most_operands];
    for (int i = 0; i < nest_.count; ++i) {
        layouts[i] = layout_of(i, operands[static_cast<std::size_t>(i)]);
    }
    // The first output alone: the next one may be aligned otherwise. One that lies where an input
    // does is in the caches already.
    const bool is_alone = std::find(nest_.data + 1, nest_.data + nest_.count, nest_.data[0]) ==
                          nest_.data + nest_.count;
    const bool is_vast = element_count(operands[0]) * steps_[0] >= tuning().vast_bytes;
    if (use == Use::left && layouts[0] == Chain::Layout::packed && is_vast && is_alone) {
        layouts[0] = Chain::Layout::vast;
    }
    schedule_.emplace(program, layouts, nest_.data);
    grain_ = std::max<std::int64_t>(grain_operations / operations_per_element(program), 1);
}

// Sets the steps, too: what is gathered lies in a row.
void ProgramRun::merge_short_rows(std::span<const StridedView> operands) {
    std::int64_t sizes[most_operands];
    for (int i = 0; i < nest_.count; ++i) {
        sizes[i] = itemsize(operands[static_cast<std::size_t>(i)].dtype);
    }
    short_rows_.merge(nest_, static_cast<int>(std::ssize(program_.stores())), sizes);
    for (int i = 0; i < nest_.count; ++i) {
        steps_[i] = short_rows_.is_gathered(i) ? sizes[i] : nest_.inner_step(i);
    }
}

Chain::Layout ProgramRun::layout_of(int operand, const StridedView& view) const {
    if (steps_[operand] == itemsize(view.dtype)) return Chain::Layout::packed;
    if (steps_[operand] != 0) return Chain::Layout::other;
    const std::int64_t* steps = nest_.strides[operand];
    // Outputs may lie nowhere yet.
    const bool is_input = operand >= std::ssize(program_.stores());
    const bool is_one = std::all_of(steps, steps + nest_.ndim, [](auto step) { return step == 0; });
    return is_input && is_one && has_exact_reciprocal(view) ? Chain::Layout::invertible
                                                            : Chain::Layout::repeated;
}

Status ProgramRun::run() {
    if (is_empty_) return status_ok;
    const std::int64_t length = nest_.inner_count(), rows = nest_.row_count();
    const std::int64_t grain = grain_now(grain_);
    if (rows == 1) {
        return parallel_for(length, grain, [&](std::int64_t begin, std::int64_t end) {
            run_range(begin, end, nullptr);
        });
    }
    return parallel_for(rows, grain / length + 1, [&](std::int64_t begin, std::int64_t end) {
        Machine machine(program_, *schedule_, reports_, scratch_for(*schedule_));
        clear_floating_flags();
        nest_.for_rows(begin, end, [&](char* const* data) {
            run_part(machine, data, 0, length, nullptr);
        });
    });
}

backend::RunPlan ProgramRun::plan() const {
    if (is_empty_) return {0, 1};
    const std::int64_t block = Machine::block_of(*schedule_);
    const std::int64_t length = nest_.inner_count(), rows = nest_.row_count();
    const int threads = rows == 1 ? threads_for(length, grain_)
                                  : threads_for(rows, grain_ / length + 1);
    return {std::min(block, length), threads};
}

void ProgramRun::run_part(Machine& machine, char* const* row, std::int64_t begin,
                          std::int64_t end, char* first) const {
    const auto run = [&](char* const* data, std::int64_t count) {
        if (first == nullptr) return machine.run_row(data, steps_, count);
        char* at[most_operands];
        std::copy_n(data, nest_.count, at);
        at[0] = first;
        first += count * steps_[0];
        machine.run_row(at, steps_, count);
    };
    if (short_rows_.are_merged()) {
        return short_rows_.for_parts(row, steps_, nest_.count, begin, end, run);
    }
    char* data[most_operands];
    for (int i = 0; i < nest_.count; ++i) data[i] = row[i] + begin * steps_[i];
    run(data, end - begin);
}

void ProgramRun::run_range(std::int64_t begin, std::int64_t end, char* first) {
    Machine machine(program_, *schedule_, reports_, scratch_for(*schedule_));
    clear_floating_flags();
    nest_.for_elements(begin, end, [&](char* const* row, std::int64_t at, std::int64_t row_end) {
        run_part(machine, row, at, row_end, first);
        if (first != nullptr) first += (row_end - at) * steps_[0];
    });
}

const char* ProgramRun::make_piece(const StridedView& output, std::int64_t begin,
                                   std::int64_t end) {
    thread_local std::vector<char> scratch;
    const std::int64_t size = itemsize(output.dtype);
    char* at = output.data + begin * size;
    if (output.data == nullptr) {
        scratch.resize(static_cast<std::size_t>((end - begin) * size + 64));
        at = aligned(scratch.data());
    }
    const Status raised = floating_flags();
    run_range(begin, end, at);
    raise_floating_flags(raised);
    return at;
}

void ProgramRun::report(std::span<Status> reports) const {
    for (std::size_t i = 0; i < reports.size(); ++i) reports[i] = reports_[i].load();
}

}  // namespace numen::cpu

namespace numen::backend {

RunPlan plan(const Program& program, std::span<const StridedView> operands) {
    return cpu::ProgramRun(program, operands).plan();
}

Status run(const Program& program, std::span<const StridedView> operands,
           std::span<Status> reports) {
    cpu::ProgramRun work(program, operands);
    const Status status = work.run();
    work.report(reports);
    return status;
}

}  // namespace numen::backend
