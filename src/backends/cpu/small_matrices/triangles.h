// Systems whose matrices are triangles.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// The reciprocals of a diagonal; the lanes of which one overflows or is that of zero.
template <class E> NUMEN_INLINE I64 invert_diagonal(const E* a, E* inverses, int n) {
    I64 open{};
    for (int i = 0; i < n; ++i) {
        open |= has_no_inverse(a[i * n + i]);
        inverses[i] = inverse_of(a[i * n + i]);
    }
    return open;
}

// Row c of the right-hand sides (n, k) is solved, and taken off row i.
template <class E>
NUMEN_INLINE void take_off(const E* solved, E factor, E* row, int k) {
    for (int j = 0; j < k; ++j) row[j] = minus_product(factor, solved[j], row[j]);
}
template <class E> NUMEN_INLINE void scale_row(E* row, E factor, int k) {
    for (int j = 0; j < k; ++j) row[j] = times(row[j], factor);
}

// Solves with a (n, n), of which the lower triangle below the diagonal is read, and the reciprocals
// of the diagonal; with the upper one; with the adjoint of the lower one.
template <class E>
NUMEN_INLINE void solve_lower(const E* a, const E* inverses, E* right, int n, int k) {
    for (int c = 0; c < n; ++c) {
        scale_row(right + c * k, inverses[c], k);
        for (int i = c + 1; i < n; ++i) take_off(right + c * k, a[i * n + c], right + i * k, k);
    }
}
template <class E>
NUMEN_INLINE void solve_upper(const E* a, const E* inverses, E* right, int n, int k) {
    for (int c = n - 1; c >= 0; --c) {
        scale_row(right + c * k, inverses[c], k);
        for (int i = 0; i < c; ++i) take_off(right + c * k, a[i * n + c], right + i * k, k);
    }
}
template <class E>
NUMEN_INLINE void solve_adjoint(const E* a, const E* inverses, E* right, int n, int k) {
    for (int c = n - 1; c >= 0; --c) {
        scale_row(right + c * k, conjugate(inverses[c]), k);
        for (int i = 0; i < c; ++i) {
            take_off(right + c * k, conjugate(a[c * n + i]), right + i * k, k);
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
