// The Cholesky factor of a pack.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// a's lower triangle becomes the factor, the other zero. Returns the lanes that are not positive
// definite.
template <int N> NUMEN_INLINE I64 factorise(F64* a, int order) {
    const int n = N > 0 ? N : order;
    I64 wrong{};
    for (int j = 0; j < n; ++j) {
        F64* row = a + j * n;
        F64 rest = row[j];
        for (int c = 0; c < j; ++c) rest = vm::multiply_add(-row[c], row[c], rest);
        wrong |= ~(rest > 0.0);
        const F64 diagonal = vm::square_root(rest), inverse = 1.0 / diagonal;
        row[j] = diagonal;
        for (int i = j + 1; i < n; ++i) {
            const F64* below = a + i * n;
            F64 sum = below[j];
            for (int c = 0; c < j; ++c) sum = vm::multiply_add(-below[c], row[c], sum);
            a[i * n + j] = sum * inverse;
            row[i] = F64{};
        }
    }
    return wrong;
}

}  // namespace numen::cpu::NUMEN_ISA
