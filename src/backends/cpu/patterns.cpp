#include "backends/cpu/patterns.h"

#include <algorithm>
#include <cstring>

#include "array/copy_bytes.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t grain_bytes = 512 << 10;  // of the result, for one thread
// A small count that varies would be a branch mispredicted: so many are written whatever it is,
// those too many under the next element's. Stores of 16 bytes take a cycle each: four of them.
template <class T> constexpr std::int64_t few_repeats = sizeof(T) < 16 ? 8 : 4;

template <class T>
void repeat_items(char* out, std::int64_t left, const char* row, std::int64_t step,
                  const std::int64_t* counts, std::int64_t count) {
    constexpr std::int64_t size = sizeof(T), few = few_repeats<T>;
    for (std::int64_t i = 0; i < count; ++i) {
        const T value = read<T>(row + i * step);
        const std::int64_t times = std::clamp<std::int64_t>(counts[i], 0, left);
        if (left >= few) [[likely]] {
            for (std::int64_t k = 0; k < few; ++k) write(out + k * size, value);
            if (times > few) repeat_value(out, value, times);
        } else {
            repeat_value(out, value, times);
        }
        out += times * size;
        left -= times;
    }
}

}  // namespace

void keep_triangle(const Triangle& triangle, char* dst, const char* src, int item) {
    const std::int64_t row_bytes = triangle.columns * item;
    parallel_for(triangle.rows, grain_bytes / std::max<std::int64_t>(row_bytes, 1) + 1,
                 [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t row = begin; row < end; ++row) {
                         const std::int64_t edge = std::clamp<std::int64_t>(
                             row + triangle.k + (triangle.upper ? 0 : 1), 0, triangle.columns);
                         const auto before = static_cast<std::size_t>(edge * item);
                         const std::size_t behind = row_bytes - before;
                         char* to = dst + row * row_bytes;
                         const char* from = src + row * row_bytes;
                         if (triangle.upper) {
                             std::memset(to, 0, before);
                             copy_bytes(to + before, from + before, behind);
                         } else {
                             copy_bytes(to, from, before);
                             std::memset(to + before, 0, behind);
                         }
                     }
                 });
}

void repeat_by_counts(char* out, std::int64_t total, const char* row, std::int64_t step, int item,
                      const std::int64_t* counts, std::int64_t count) {
    with_size(item, [&]<class T>() { repeat_items<T>(out, total, row, step, counts, count); });
}

void write_coordinates(std::int64_t* out, std::int64_t outer, std::int64_t extent,
                       std::int64_t inner) {
    constexpr std::int64_t zero = 0, one = 1, item = sizeof(std::int64_t);
    const RampLoop ramp = data_kernels().ramp[static_cast<int>(Dtype::int64)];
    if (inner == 1) {
        parallel_for(outer, grain_bytes / (extent * item + 1) + 1,
                     [&](std::int64_t begin, std::int64_t end) {
                         for (std::int64_t o = begin; o < end; ++o) {
                             ramp(out + o * extent, 0, extent, &zero, &one);
                         }
                     });
        return;
    }
    parallel_for(outer * extent, grain_bytes / (inner * item + 1) + 1,
                 [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t line = begin; line < end; ++line) {
                         repeat_value(reinterpret_cast<char*>(out + line * inner),
                                      static_cast<std::uint64_t>(line % extent), inner);
                     }
                 });
}

}  // namespace numen::cpu
