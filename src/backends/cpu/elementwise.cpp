// Runs one loop over strided operands of any layout and type.
//
// Operands that are plain memory of the loop's own types go straight to it. Otherwise the axes are
// sorted and merged, and an operand of another type, or one that is not aligned, passes through a
// block on the stack.
#include <algorithm>
#include <optional>
#include <utility>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/short_rows.h"
#include "backends/cpu/thread_pool.h"
#include "ops/silent_casts.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr int max_operands = 4;
// A second thread costs 5-10 us: arithmetic is worth it from 512 KB of one operand, functions from
// 16 k elements.
constexpr std::int64_t arithmetic_grain_bytes = 512 << 10;
constexpr std::int64_t function_grain = 16 << 10;
// Elements that pass through the stack at a time: four operands of 16 bytes fill 16 KB.
constexpr std::int64_t block = 256;

Dtype loop_type(const LoopEntry& entry, int operand) {
    return operand < entry.inputs ? entry.input[operand] : entry.output[operand - entry.inputs];
}

// True if the loop may touch the operand's memory itself.
bool is_direct(const StridedView& view, Dtype wanted) {
    return view.dtype == wanted && is_aligned(view);
}

std::int64_t grain_of(const LoopEntry& entry) {
    if (entry.is_function) return function_grain;
    return arithmetic_grain_bytes / std::max(itemsize(entry.input[0]), itemsize(entry.output[0]));
}

// The work of one row of elements; `direct` has a bit for each operand the loop may touch.
struct RowWork {
    const LoopEntry& entry;
    unsigned direct;
    Dtype types[max_operands];  // of the operands in memory

    int operands() const { return entry.inputs + entry.outputs; }
    bool is_all_direct() const { return direct == (1u << operands()) - 1; }

    Status run(char* const* data, const std::int64_t* steps, std::int64_t count) const {
        if (is_all_direct()) return entry.run(data, steps, count);
        Status status = status_ok;
        for (std::int64_t begin = 0; begin < count; begin += block) {
            char* at[max_operands];
            for (int i = 0; i < operands(); ++i) at[i] = data[i] + begin * steps[i];
            status |= run_block(at, steps, std::min(block, count - begin));
        }
        return status;
    }

  private:
    Status run_block(char* const* data, const std::int64_t* steps, std::int64_t count) const;
};

// Loops that report from values leave rubbish in the status register; what the casts before and
// after them left there has to be read apart from it.
Status RowWork::run_block(char* const* data, const std::int64_t* steps, std::int64_t count) const {
    alignas(64) char buffer[max_operands][block * 16];
    const auto& casts = data_kernels().cast;
    char* at[max_operands];
    std::int64_t widths[max_operands];
    Status status = status_ok;
    for (int i = 0; i < operands(); ++i) {
        const Dtype type = loop_type(entry, i);
        const bool direct_operand = (direct >> i & 1) != 0;
        at[i] = direct_operand ? data[i] : buffer[i];
        widths[i] = direct_operand ? steps[i] : itemsize(type);
        if (direct_operand || i >= entry.inputs) continue;
        const bool is_repeated = steps[i] == 0;
        if (is_repeated) widths[i] = 0;
        const bool is_silent = !answers_for_conversion(entry, types[i], type);
        if (is_silent) status |= floating_flags();
        casts[static_cast<int>(type)][static_cast<int>(types[i])](
            buffer[i], itemsize(type), data[i], steps[i], is_repeated ? 1 : count);
        if (is_silent) clear_floating_flags();
    }
    if (!entry.hardware_flags) status |= floating_flags();
    status |= entry.run(at, widths, count);
    if (!entry.hardware_flags) clear_floating_flags();
    for (int i = entry.inputs; i < operands(); ++i) {
        if ((direct >> i & 1) != 0) continue;
        const Dtype type = loop_type(entry, i);
        casts[static_cast<int>(types[i])][static_cast<int>(type)](data[i], steps[i], buffer[i],
                                                                 itemsize(type), count);
    }
    return entry.hardware_flags ? status : status | floating_flags();
}

// Runs a piece of the work on one thread with a clean status register.
template <class Piece> Status with_flags(const RowWork& work, Piece&& piece) {
    const bool reads_flags = work.entry.hardware_flags || !work.is_all_direct();
    if (reads_flags) clear_floating_flags();
    const Status status = piece();
    return work.entry.hardware_flags ? status | floating_flags() : status;
}

Status run_row(const RowWork& work, char* const* data, const std::int64_t* steps,
               std::int64_t count) {
    const std::int64_t grain = grain_now(grain_of(work.entry));
    if (count < 2 * grain) {
        return with_flags(work, [&] { return work.run(data, steps, count); });
    }
    return parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
        char* at[max_operands];
        for (int i = 0; i < work.operands(); ++i) at[i] = data[i] + begin * steps[i];
        return with_flags(work, [&] { return work.run(at, steps, end - begin); });
    });
}

// The nest holds the outputs first: its axes are sorted for the stores.
template <int operands, std::size_t... i>
bool build_nest(LoopNest<operands>& nest, const StridedView* views, int inputs,
                std::index_sequence<i...>) {
    return nest.build({&views[(i + static_cast<std::size_t>(inputs)) % operands]...});
}

// The same as run_nest, where short rows are taken together.
template <int operands>
Status run_short_rows(const RowWork& work, const LoopNest<operands>& nest, const ShortRows& rows) {
    const int outputs = work.entry.outputs;
    std::int64_t steps[operands], ordered_steps[operands];
    for (int i = 0; i < operands; ++i) {
        const int own = (i + work.entry.inputs) % operands;
        steps[i] = rows.is_gathered(i) ? itemsize(work.types[own]) : nest.inner_step(i);
        ordered_steps[own] = steps[i];
    }
    const std::int64_t all = nest.row_count() * nest.inner_count();
    const auto some = [&](std::int64_t begin, std::int64_t end) {
        return with_flags(work, [&] {
            Status status = status_ok;
            const auto run = [&](char* const* data, std::int64_t count) {
                char* ordered[operands];
                for (int i = 0; i < operands; ++i) ordered[i] = data[(i + outputs) % operands];
                status |= work.run(ordered, ordered_steps, count);
            };
            nest.for_elements(begin, end, [&](char* const* row, std::int64_t at,
                                              std::int64_t row_end) {
                rows.for_parts(row, steps, operands, at, row_end, run);
            });
            return status;
        });
    };
    const std::int64_t grain = grain_now(grain_of(work.entry));
    return all < 2 * grain ? some(0, all) : parallel_for(all, grain, some);
}

// Merges the rows of a nest if that pays.
template <int operands>
std::optional<ShortRows> short_rows_of(const RowWork& work, LoopNest<operands>& nest) {
    if (!ShortRows::pays(nest, work.entry.outputs)) return {};
    std::int64_t sizes[operands];
    for (int i = 0; i < operands; ++i) {
        sizes[i] = itemsize(work.types[(i + work.entry.inputs) % operands]);
    }
    if (!ShortRows::gathers_quickly(nest, work.entry.outputs, sizes)) return {};
    std::optional<ShortRows> rows(std::in_place);
    rows->merge(nest, work.entry.outputs, sizes);
    return rows;
}

template <int operands> Status run_nest(const RowWork& work, const StridedView* views) {
    LoopNest<operands> nest;
    const int inputs = work.entry.inputs, outputs = work.entry.outputs;
    if (!build_nest(nest, views, inputs, std::make_index_sequence<operands>{})) return status_ok;
    if (const auto short_rows = short_rows_of(work, nest)) {
        return run_short_rows(work, nest, *short_rows);
    }
    const std::int64_t count = nest.inner_count();
    std::int64_t steps[operands];
    char* data[operands];
    for (int i = 0; i < operands; ++i) {
        steps[i] = nest.inner_step((i + outputs) % operands);
        data[i] = nest.data[(i + outputs) % operands];
    }
    const std::int64_t rows = nest.row_count();
    if (rows == 1) return run_row(work, data, steps, count);
    const auto some_rows = [&](std::int64_t begin, std::int64_t end) {
        return with_flags(work, [&] {
            Status status = status_ok;
            nest.for_rows(begin, end, [&](char* const* at) {
                char* ordered[operands];
                for (int i = 0; i < operands; ++i) ordered[i] = at[(i + outputs) % operands];
                status |= work.run(ordered, steps, count);
            });
            return status;
        });
    };
    const std::int64_t grain = grain_now(grain_of(work.entry));
    if (rows * count < 2 * grain) return some_rows(0, rows);
    return parallel_for(rows, grain / count + 1, some_rows);
}

// All operands contiguous or a single element: one row without looking at axes.
bool flat_steps(const StridedView* views, int inputs, int operands, std::int64_t* steps) {
    for (int i = 0; i < operands; ++i) {
        bool is_single = i < inputs;
        for (int axis = 0; axis < views[i].ndim && is_single; ++axis) {
            is_single = views[i].strides[axis] == 0 || views[i].shape[axis] == 1;
        }
        if (!is_single && !is_contiguous(views[i])) return false;
        steps[i] = is_single ? 0 : itemsize(views[i].dtype);
    }
    return true;
}

}  // namespace

Status elementwise(const LoopEntry& entry, std::span<const StridedView> operands) {
    RowWork work{entry, 0, {}};
    const int count = static_cast<int>(operands.size());
    char* data[max_operands];
    for (int i = 0; i < count; ++i) {
        const StridedView& view = operands[static_cast<std::size_t>(i)];
        work.types[i] = view.dtype;
        work.direct |= is_direct(view, loop_type(entry, i)) ? 1u << i : 0u;
        data[i] = view.data;
    }
    std::int64_t steps[max_operands];
    if (flat_steps(operands.data(), entry.inputs, count, steps)) {
        const std::int64_t elements = element_count(operands[0]);
        return elements == 0 ? status_ok : run_row(work, data, steps, elements);
    }
    switch (count) {
        case 2: return run_nest<2>(work, operands.data());
        case 3: return run_nest<3>(work, operands.data());
        default: return run_nest<4>(work, operands.data());
    }
}

}  // namespace numen::backend
