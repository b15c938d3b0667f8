#include "backends/cpu/choosing.h"

#include <algorithm>
#include <vector>

#include "backends/cpu/element_moves.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t grain_elements = 64 << 10;

// One operand of a choice, seen along the rows of the result.
struct Walked {
    const StridedView* view;
    const char* at;
    std::int64_t step;
};

Walked walked(const StridedView& view) {
    return {&view, view.data, view.ndim == 0 ? 0 : view.strides[view.ndim - 1]};
}

// Moves every operand to the next row; the last axis is the row itself.
void next_row(std::span<Walked> operands, const StridedView& out, std::int64_t* index) {
    for (int axis = out.ndim - 2; axis >= 0; --axis) {
        for (Walked& operand : operands) operand.at += operand.view->strides[axis];
        if (++index[axis] < out.shape[axis]) return;
        for (Walked& operand : operands) {
            operand.at -= operand.view->strides[axis] * out.shape[axis];
        }
        index[axis] = 0;
    }
}

template <class T>
void choose_row(char* out, const Walked& index, std::span<const Walked> choices,
                std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
        const Walked& chosen = choices[read<std::int64_t>(index.at + i * index.step)];
        write(out + i * static_cast<std::int64_t>(sizeof(T)), read<T>(chosen.at + i * chosen.step));
    }
}

// A view without gaps, or of one repeated element, walked as a single row.
bool as_one_row(const StridedView& view, Walked& row) {
    const bool repeated = std::all_of(view.strides, view.strides + view.ndim,
                                      [](std::int64_t stride) { return stride == 0; });
    row = {&view, view.data, repeated ? 0 : itemsize(view.dtype)};
    return repeated || is_contiguous(view);
}

template <class T, bool in_turn>
void put_values(char* data, const char* mask, std::int64_t count, const char* values,
                std::int64_t size) {
    constexpr std::int64_t item = sizeof(T);
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        if (mask[i] != 0) write(data + i * item, read<T>(values + next * item));
        if ((!in_turn || mask[i] != 0) && ++next == size) next = 0;
    }
}

std::uint8_t reversed(std::uint8_t value) { return value; }
std::uint16_t reversed(std::uint16_t value) { return __builtin_bswap16(value); }
std::uint32_t reversed(std::uint32_t value) { return __builtin_bswap32(value); }
std::uint64_t reversed(std::uint64_t value) { return __builtin_bswap64(value); }
Wide reversed(Wide value) {
    return Wide{__builtin_bswap64(value[0]), __builtin_bswap64(value[1])};
}

template <class T> void reverse_row(char* data, std::int64_t step, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        write(data + i * step, reversed(read<T>(data + i * step)));
    }
}

}  // namespace

void choose(const StridedView& out, const StridedView& index,
            std::span<const StridedView> choices) {
    const std::int64_t total = element_count(out);
    if (total == 0) return;
    std::vector<Walked> operands(choices.size() + 1);
    bool one_row = as_one_row(index, operands[0]);
    for (std::size_t k = 0; one_row && k < choices.size(); ++k) {
        one_row = as_one_row(choices[k], operands[k + 1]);
    }
    with_size(itemsize(out.dtype), [&]<class T>() {
        if (one_row) {
            parallel_for(total, grain_elements, [&](std::int64_t begin, std::int64_t end) {
                choose_row<T>(out.data, operands[0], std::span(operands).subspan(1), begin, end);
            });
            return;
        }
        operands[0] = walked(index);
        for (std::size_t k = 0; k < choices.size(); ++k) operands[k + 1] = walked(choices[k]);
        const std::int64_t width = out.shape[out.ndim - 1];
        std::int64_t counter[max_dimensions] = {};
        for (std::int64_t done = 0; done < total; done += width) {
            choose_row<T>(out.data + done * static_cast<std::int64_t>(sizeof(T)), operands[0],
                          std::span(operands).subspan(1), 0, width);
            next_row(operands, out, counter);
        }
    });
}

void put_by_position(char* data, const char* mask, std::int64_t count, int item,
                     const char* values, std::int64_t size) {
    with_size(item, [&]<class T>() { put_values<T, false>(data, mask, count, values, size); });
}

void put_in_turn(char* data, const char* mask, std::int64_t count, int item, const char* values,
                 std::int64_t size) {
    with_size(item, [&]<class T>() { put_values<T, true>(data, mask, count, values, size); });
}

void reverse_bytes(const StridedView& view) {
    LoopNest<1> nest;
    if (!nest.build({&view})) return;
    const bool pairs = view.dtype == Dtype::complex64;
    with_size(pairs ? 4 : itemsize(view.dtype), [&]<class T>() {
        nest.for_rows(0, nest.row_count(), [&](char* const* data) {
            reverse_row<T>(data[0], nest.inner_step(0), nest.inner_count());
            if (pairs) reverse_row<T>(data[0] + sizeof(T), nest.inner_step(0), nest.inner_count());
        });
    });
}

}  // namespace numen::cpu
