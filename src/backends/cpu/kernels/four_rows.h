// Four rows side by side: the vectors, and the loop over rows.
#pragma once

#include <algorithm>
#include <cstring>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/kernels/element.h"

#if defined(__AVX2__)
#define NUMEN_FOUR_ROWS 1

namespace numen::cpu::NUMEN_ISA {

template <class T> struct four_of;
template <> struct four_of<float> { using type [[gnu::vector_size(16)]] = float; };
template <> struct four_of<double> { using type [[gnu::vector_size(32)]] = double; };
template <class T> using Four = typename four_of<T>::type;

template <class T> struct four_places;
template <> struct four_places<float> { using type [[gnu::vector_size(16)]] = std::int32_t; };
template <> struct four_places<double> { using type [[gnu::vector_size(32)]] = std::int64_t; };

template <class T> [[gnu::always_inline]] inline Four<T> load_four(const char* from) {
    Four<T> x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

// The element at `offset` of each of four.
template <class T>
[[gnu::always_inline]] inline Four<T> column(const char* const (&at)[4], std::int64_t offset) {
    return Four<T>{load<T>(at[0] + offset), load<T>(at[1] + offset), load<T>(at[2] + offset),
                   load<T>(at[3] + offset)};
}

// Calls use(row, at, rows) for the rows in fours, rows < 4 of them at the end: the last is there
// again then.
template <class Use> void for_fours(const FoldSpan& span, Use&& use) {
    for (std::int64_t row = 0; row < span.kept_count; row += 4) {
        const std::int64_t rows = std::min<std::int64_t>(4, span.kept_count - row);
        const char* at[4];
        for (std::int64_t k = 0; k < 4; ++k) {
            at[k] = span.data + (row + std::min(k, rows - 1)) * span.kept_step;
        }
        use(row, at, rows);
    }
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
