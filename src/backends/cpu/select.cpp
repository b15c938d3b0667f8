// Choosing elements by booleans and by positions.
#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "array/copy_bytes.h"
#include "backends/backend.h"
#include "backends/select_loop.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr std::int64_t grain_elements = 64 << 10;

// By its bits: of ?: on wide elements g++ makes a branch, which no processor foresees.
template <class T> T choose_by_bits(bool is_first, T first, T second) {
    if constexpr (std::is_integral_v<T>) {
        const T all = static_cast<T>(-static_cast<T>(is_first));
        return static_cast<T>(second ^ ((second ^ first) & all));
    } else {
        const T all = T{} - static_cast<std::uint64_t>(is_first);
        return second ^ ((second ^ first) & all);
    }
}

// Packed results and booleans; of either side all elements, or one for all.
template <class T, bool one_a, bool one_b>
void select_packed(char* out, const char* mask, const char* a, const char* b,
                   std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    for (std::int64_t i = 0; i < count; ++i) {
        const T yes = read<T>(one_a ? a : a + i * size), no = read<T>(one_b ? b : b + i * size);
        write(out + i * size, choose_by_bits(mask[i] != 0, yes, no));
    }
}

// Results that are to stay as they are need no writing where a block of booleans is all false.
constexpr std::int64_t block_in_place = 64;
bool any_true(const char* mask) {
    std::uint64_t found = 0;
    for (std::int64_t i = 0; i < block_in_place; i += 8) found |= read<std::uint64_t>(mask + i);
    return found != 0;
}

template <class T, bool one_a>
void replace_packed(char* out, const char* mask, const char* a, std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    std::int64_t i = 0;
    for (; i + block_in_place <= count; i += block_in_place) {
        if (!any_true(mask + i)) continue;
        char* const at = out + i * size;
        select_packed<T, one_a, false>(at, mask + i, one_a ? a : a + i * size, at, block_in_place);
    }
    char* const at = out + i * size;
    select_packed<T, one_a, false>(at, mask + i, one_a ? a : a + i * size, at, count - i);
}

template <class T>
void select_row(char* const* data, const std::int64_t (&steps)[4], std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    char* out = data[0];
    const char *mask = data[1], *a = data[2], *b = data[3];
    const bool one_a = steps[2] == 0, one_b = steps[3] == 0;
    if (steps[0] == size && steps[1] == 1 && (one_a || steps[2] == size) &&
        (one_b || steps[3] == size)) {
        if (out == b && !one_b) {
            return one_a ? replace_packed<T, true>(out, mask, a, count)
                         : replace_packed<T, false>(out, mask, a, count);
        }
        const auto select_some = one_a ? (one_b ? select_packed<T, true, true>
                                                : select_packed<T, true, false>)
                                       : (one_b ? select_packed<T, false, true>
                                                : select_packed<T, false, false>);
        return select_some(out, mask, a, b, count);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const char* chosen = mask[i * steps[1]] != 0 ? a + i * steps[2] : b + i * steps[3];
        write(out + i * steps[0], read<T>(chosen));
    }
}

template <class T> Status select_loop_row(char* const* data, const std::int64_t* steps,
                                          std::int64_t count) {
    char* const from_result[4] = {data[3], data[0], data[1], data[2]};
    const std::int64_t of_result[4] = {steps[3], steps[0], steps[1], steps[2]};
    select_row<T>(from_result, of_result, count);
    return status_ok;
}

std::array<LoopEntry, dtype_count> select_loops() {
    std::array<LoopEntry, dtype_count> entries;
    for (int i = 0; i < dtype_count; ++i) {
        const auto dtype = static_cast<Dtype>(i);
        LoopEntry& entry = entries[static_cast<std::size_t>(i)];
        with_size(itemsize(dtype), [&]<class T>() { entry.run = select_loop_row<T>; });
        entry.input[0] = Dtype::boolean;
        entry.input[1] = entry.input[2] = entry.output[0] = dtype;
        entry.inputs = 3;
        entry.outputs = 1;
    }
    return entries;
}

// Walks a boolean view in C order, row by row: visit(first element, step, count).
template <class Visit> void for_mask_rows(const StridedView& mask, Visit&& visit) {
    if (element_count(mask) == 0) return;
    if (mask.ndim == 0) return visit(mask.data, 0, 1);
    if (is_contiguous(mask)) return visit(mask.data, 1, element_count(mask));
    const int last = mask.ndim - 1;
    std::int64_t index[max_dimensions] = {};
    const char* at = mask.data;
    for (;;) {
        visit(at, mask.strides[last], mask.shape[last]);
        int axis = last - 1;
        for (; axis >= 0; --axis) {
            at += mask.strides[axis];
            if (++index[axis] < mask.shape[axis]) break;
            at -= mask.strides[axis] * mask.shape[axis];
            index[axis] = 0;
        }
        if (axis < 0) return;
    }
}

// The bytes other than zero. Those that are zero are counted, sixteen at a time in counters of a
// byte each; four counters side by side, as each waits for itself.
std::int64_t count_bytes(const char* data, std::int64_t count) {
    using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
    constexpr std::int64_t lanes = sizeof(Bytes), most = 255, counters = 4;
    std::int64_t zeros = 0, i = 0;
    while (i + counters * lanes <= count) {
        const std::int64_t groups = std::min((count - i) / (counters * lanes), most);
        Bytes found[counters] = {};
        for (std::int64_t group = 0; group < groups; ++group, i += counters * lanes) {
#pragma GCC unroll 4
            for (std::int64_t k = 0; k < counters; ++k) {
                // Minus minus one.
                found[k] -= reinterpret_cast<Bytes>(read<Bytes>(data + i + k * lanes) == 0);
            }
        }
        for (const Bytes& each : found) {
            for (std::int64_t lane = 0; lane < lanes; ++lane) zeros += each[lane];
        }
    }
    std::int64_t total = i - zeros;
    for (; i < count; ++i) total += data[i] != 0;
    return total;
}

std::int64_t count_row(const char* data, std::int64_t step, std::int64_t count) {
    if (step == 1) return count_bytes(data, count);
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < count; ++i) total += data[i * step] != 0;
    return total;
}

// The positions of the true ones among few, eight booleans at a time; returns their end.
std::int64_t* sparse_positions(const char* data, std::int64_t count, std::int64_t position,
                               std::int64_t* out) {
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (std::uint64_t bytes = read<std::uint64_t>(data + i); bytes != 0;) {
            const int byte = __builtin_ctzll(bytes) / 8;
            *out++ = position + i + byte;
            bytes &= ~(std::uint64_t{0xff} << (8 * byte));
        }
    }
    for (; i < count; ++i) {
        if (data[i] != 0) *out++ = position + i;
    }
    return out;
}

// Every position is written, and the end moves only past true ones: no branch to mispredict. Memory
// of our own takes what is written after the last true element.
std::int64_t* stepped_positions(const char* data, std::int64_t step, std::int64_t count,
                                std::int64_t position, std::int64_t* out) {
    constexpr std::int64_t block = 256;
    std::int64_t found[block + 1];
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t end = std::min(begin + block, count);
        std::int64_t used = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            found[used] = position + i;
            used += data[i * step] != 0;
        }
        out = std::copy_n(found, used, out);
    }
    return out;
}

constexpr std::int64_t eight = 8;  // booleans read as one word

// For each pattern of eight booleans how many are true, and their places before any others.
using Pair [[gnu::vector_size(16)]] = std::int64_t;
struct TruePlaces {
    std::int64_t place[eight] = {};
    std::int64_t count = 0;
};
constexpr std::array<TruePlaces, 256> true_places = [] {
    std::array<TruePlaces, 256> table{};
    for (unsigned pattern = 0; pattern < table.size(); ++pattern) {
        for (int bit = 0; bit < eight; ++bit) {
            TruePlaces& places = table[pattern];
            if ((pattern >> bit & 1) != 0) places.place[places.count++] = bit;
        }
    }
    return table;
}();

// The positions of `set` true ones, many among `count`. Eight are written for every word, of which
// the true ones stay: no branch to mispredict. The last ones take no more room than their own.
std::int64_t* many_positions(const char* data, std::int64_t count, std::int64_t set,
                             std::int64_t position, std::int64_t* out) {
    std::int64_t* const last = out + set - eight;
    std::int64_t i = 0;
    for (; i + eight <= count && out <= last; i += eight) {
        const TruePlaces& places = true_places[non_zero_bytes(data + i)];
        char* to = reinterpret_cast<char*>(out);
        const char* from = reinterpret_cast<const char*>(places.place);
        for (std::size_t k = 0; k < sizeof places.place; k += sizeof(Pair)) {
            write(to + k, read<Pair>(from + k) + (position + i));
        }
        out += places.count;
    }
    return sparse_positions(data + i, count - i, position + i, out);
}

// Rows of one element.
template <class T, bool is_packed>
void gather_elements(char* out, std::int64_t out_step, const char* in, std::int64_t in_step,
                     const std::int64_t* indices, std::int64_t count) {
    if constexpr (is_packed) out_step = in_step = sizeof(T);
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4, out += 4 * out_step) {
        const T first = read<T>(in + indices[i] * in_step);
        const T second = read<T>(in + indices[i + 1] * in_step);
        const T third = read<T>(in + indices[i + 2] * in_step);
        const T fourth = read<T>(in + indices[i + 3] * in_step);
        write(out, first);
        write(out + out_step, second);
        write(out + 2 * out_step, third);
        write(out + 3 * out_step, fourth);
    }
    for (; i < count; ++i, out += out_step) write(out, read<T>(in + indices[i] * in_step));
}

}  // namespace

const LoopEntry& select_loop(Dtype dtype) {
    static const std::array<LoopEntry, dtype_count> entries = select_loops();
    return entries[static_cast<std::size_t>(dtype)];
}

void select(const StridedView& out, const StridedView& mask, const StridedView& a,
            const StridedView& b) {
    const StridedView operands[] = {mask, a, b, out};
    elementwise(select_loop(out.dtype), operands);
}

void gather_rows(const StridedView& out, const StridedView& in, const std::int64_t* indices) {
    const std::int64_t rows = out.shape[0];
    StridedView row_in = in, row_out = out;
    --row_in.ndim, --row_out.ndim;
    ++row_in.shape, ++row_out.shape;
    ++row_in.strides, ++row_out.strides;
    const std::int64_t width = element_count(row_out);
    if (rows == 0 || width == 0) return;
    const std::int64_t out_step = out.strides[0], in_step = in.strides[0];
    const int size = itemsize(out.dtype);
    const bool has_packed_rows = is_contiguous(row_in) && is_contiguous(row_out);
    parallel_for(rows, grain_elements / width + 1, [&](std::int64_t begin, std::int64_t end) {
        if (width == 1) {
            return with_size(size, [&]<class T>() {
                const bool is_packed = in_step == size && out_step == size;
                const auto gather = is_packed ? gather_elements<T, true>
                                              : gather_elements<T, false>;
                gather(out.data + begin * out_step, out_step, in.data, in_step, indices + begin,
                       end - begin);
            });
        }
        if (has_packed_rows) {
            return with_length(width * size, [&](auto bytes) {
                for (std::int64_t i = begin; i < end; ++i) {
                    copy_bytes(out.data + i * out_step, in.data + indices[i] * in_step, bytes);
                }
            });
        }
        StridedView to = row_out, from = row_in;
        for (std::int64_t i = begin; i < end; ++i) {
            to.data = out.data + i * out_step;
            from.data = in.data + indices[i] * in_step;
            copy(to, from);
        }
    });
}

std::int64_t count_true(const StridedView& mask) {
    std::int64_t total = 0;
    for_mask_rows(mask, [&](const char* data, std::int64_t step, std::int64_t count) {
        // Backwards, bytes that lie beside each other.
        const bool is_reversed = step == -1 && count > 0;
        total += is_reversed ? count_row(data - (count - 1), 1, count)
                             : count_row(data, step, count);
    });
    return total;
}

void true_positions(const StridedView& mask, std::int64_t* out) {
    constexpr std::int64_t block = 1024;
    std::int64_t position = 0;
    for_mask_rows(mask, [&](const char* data, std::int64_t step, std::int64_t count) {
        for (std::int64_t begin = 0; begin < count; begin += block) {
            const std::int64_t length = std::min(block, count - begin), at = position + begin;
            if (step != 1) {
                out = stepped_positions(data + begin * step, step, length, at, out);
                continue;
            }
            const std::int64_t set = count_bytes(data + begin, length);
            if (set == 0) continue;
            const bool few = set < eight || 8 * set < length;
            out = few ? sparse_positions(data + begin, length, at, out)
                      : many_positions(data + begin, length, set, at, out);
        }
        position += count;
    });
}

}  // namespace numen::backend
