// The vectors of a strip: what gram, substitute and mix have in common.
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

NUMEN_INLINE double sum_of(F64 values) {
    double sum = 0;
    for (int l = 0; l < lanes; ++l) sum += values[l];
    return sum;
}

}  // namespace numen::cpu::NUMEN_ISA
