// The vectors of a strip: what its kernels have in common.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// One vector of a row.
NUMEN_INLINE F64 read(const double* from) {
    F64 found;
    std::memcpy(&found, from, sizeof found);
    return found;
}
NUMEN_INLINE void write(double* to, F64 values) { std::memcpy(to, &values, sizeof values); }

template <class T> NUMEN_INLINE F64 load_vector(const char* from) {
    return load_doubles<T, lanes>(from);
}

// Up to a whole vector.
template <class T> NUMEN_INLINE F64 load_part(const char* from, std::int64_t count) {
    if (count >= lanes) return load_vector<T>(from);
    return load_few(reinterpret_cast<const T*>(from), static_cast<int>(count));
}

NUMEN_INLINE double sum_of(F64 values) {
    double sum = 0;
    for (int l = 0; l < lanes; ++l) sum += values[l];
    return sum;
}

}  // namespace numen::cpu::NUMEN_ISA
