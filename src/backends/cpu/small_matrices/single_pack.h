// Packs of float32: twice as many matrices as a pack of float64 has, of which it is joined.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// Vectors of float64 that a pack of so many elements is joined of, beside itself.
template <class V> constexpr int halves_of(int elements) {
    return std::is_same_v<V, F32> ? 2 * elements : 0;
}

NUMEN_INLINE void load(const MatrixRun& run, std::int64_t first, std::int64_t end,
                       std::int64_t rows, std::int64_t columns, F64* to, F64*) {
    load(run, first, end, rows, columns, to);
}
NUMEN_INLINE void store(const MatrixRun& run, std::int64_t first, std::int64_t end,
                        std::int64_t rows, std::int64_t columns, const F64* from, F64*) {
    store(run, first, end, rows, columns, from);
}

inline void load(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                 std::int64_t columns, F32* to, F64* halves) {
    const std::int64_t elements = rows * columns, second = first + lanes;
    F64* high = second < end ? halves + elements : halves;
    load(run, first, end, rows, columns, halves);
    if (second < end) load(run, second, end, rows, columns, high);
    for (std::int64_t e = 0; e < elements; ++e) to[e] = vm::join_halves(halves[e], high[e]);
}
inline void store(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                  std::int64_t columns, const F32* from, F64* halves) {
    const std::int64_t elements = rows * columns, second = first + lanes;
    F64* high = halves + elements;
    for (std::int64_t e = 0; e < elements; ++e) {
        halves[e] = vm::low_half(from[e]);
        high[e] = vm::high_half(from[e]);
    }
    store(run, first, end, rows, columns, halves);
    if (second < end) store(run, second, end, rows, columns, high);
}

}  // namespace numen::cpu::NUMEN_ISA
