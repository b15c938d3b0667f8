// Gaussian elimination with row exchanges, each lane its own.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// The row of each lane's largest element of a column, at or below the diagonal.
NUMEN_INLINE I64 pivot_rows(const F64* a, int n, int column) {
    F64 largest = vm::absolute(a[column * n + column]);
    I64 row = I64{} + column;
    for (int i = column + 1; i < n; ++i) {
        const F64 size = vm::absolute(a[i * n + column]);
        const I64 larger = size > largest;
        largest = larger != 0 ? size : largest;
        row = larger != 0 ? I64{} + i : row;
    }
    return row;
}

// What elimination found, by lane.
struct Elimination {
    I64 singular{};  // a pivot is zero
    I64 is_odd{};    // an odd number of rows changed places
};

// Brings a (n, n) to upper triangular form and takes the right-hand sides (n, k) along. The
// diagonal holds the reciprocals of the pivots then; see(pivot) is called for each.
template <int N, class See>
NUMEN_INLINE Elimination eliminate(F64* a, F64* right, int order, int k, See&& see) {
    const int n = N > 0 ? N : order;
    Elimination found;
    for (int c = 0; c < n; ++c) {
        const I64 row = pivot_rows(a, n, c);
        const I64 moves = row != c;
        found.is_odd ^= moves;
        if (vm::any(moves)) {
            for (int i = c + 1; i < n; ++i) {
                const I64 here = row == i;
                if (!vm::any(here)) continue;
                exchange_rows(here, a + c * n + c, a + i * n + c, n - c);
                exchange_rows(here, right + c * k, right + i * k, k);
            }
        }
        const F64 pivot = a[c * n + c];
        found.singular |= pivot == 0.0;
        see(pivot);
        const F64 inverse = 1.0 / pivot;
        a[c * n + c] = inverse;
        for (int i = c + 1; i < n; ++i) {
            const F64 factor = a[i * n + c] * inverse;
            for (int j = c + 1; j < n; ++j) {
                a[i * n + j] = vm::multiply_add(-factor, a[c * n + j], a[i * n + j]);
            }
            for (int j = 0; j < k; ++j) {
                right[i * k + j] = vm::multiply_add(-factor, right[c * k + j], right[i * k + j]);
            }
        }
    }
    return found;
}

// Solves with the triangle that eliminate leaves.
template <int N> NUMEN_INLINE void substitute(const F64* a, F64* right, int order, int k) {
    const int n = N > 0 ? N : order;
    for (int i = n - 1; i >= 0; --i) {
        for (int j = 0; j < k; ++j) {
            F64 sum = right[i * k + j];
            for (int c = i + 1; c < n; ++c) {
                sum = vm::multiply_add(-a[i * n + c], right[c * k + j], sum);
            }
            right[i * k + j] = sum * a[i * n + i];
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
