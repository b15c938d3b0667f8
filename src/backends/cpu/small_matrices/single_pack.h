// Packs of float32: twice as many matrices as a pack of float64 has, of which it is joined.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// Vectors of float64 that a pack of so many elements is joined of, beside itself.
template <class V> constexpr int halves_of(int elements) {
    return std::is_same_v<V, F32> ? 2 * elements : 0;
}

template <int N>
NUMEN_INLINE void load(const MatrixRun& run, std::int64_t first, std::int64_t end,
                       std::int64_t rows, std::int64_t columns, F64* to, F64*) {
    load<N>(run, first, end, rows, columns, to);
}
template <int N>
NUMEN_INLINE void store(const MatrixRun& run, std::int64_t first, std::int64_t end,
                        std::int64_t rows, std::int64_t columns, const F64* from, F64*) {
    store<N>(run, first, end, rows, columns, from);
}

// Packs of any size, out of line.
void load_joined(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                 std::int64_t columns, F32* to, F64* halves);
void store_halves(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                  std::int64_t columns, const F32* from, F64* halves);

template <int>
NUMEN_INLINE void load(const MatrixRun& run, std::int64_t first, std::int64_t end,
                       std::int64_t rows, std::int64_t columns, F32* to, F64* halves) {
    load_joined(run, first, end, rows, columns, to, halves);
}
template <int>
NUMEN_INLINE void store(const MatrixRun& run, std::int64_t first, std::int64_t end,
                        std::int64_t rows, std::int64_t columns, const F32* from, F64* halves) {
    store_halves(run, first, end, rows, columns, from, halves);
}

}  // namespace numen::cpu::NUMEN_ISA
