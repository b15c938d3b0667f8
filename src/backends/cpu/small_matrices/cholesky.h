// The Cholesky factor of a pack.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

// Squares of diagonal elements within which the roots below are good.
inline constexpr double least_square = 0x1p-960, most_square = 0x1p960;

// A root, exact where it can be, and its reciprocal, with an error of a unit in the last place.
struct Root {
    F64 value, inverse;
};
NUMEN_INLINE Root root_of(F64 x) {
#if defined(__AVX512F__)
    const F64 half = vm::half_inverse_root(x), inverse = 2.0 * half, root = inverse * x;
    const F64 rest = vm::multiply_add(-root, inverse, 1.0);
    return {vm::multiply_add(vm::multiply_add(-root, root, x), half, root),
            vm::multiply_add(rest, half, inverse)};
#else
    const F64 root = vm::square_root(x);
    return {root, 1.0 / root};
#endif
}

NUMEN_INLINE I64 is_no_square(F64 x) { return ~((x >= least_square) & (x <= most_square)); }

// By columns, each taken off the rest at once: the updates are independent of each other.
template <int N, class E> NUMEN_INLINE I64 factorise_unrolled(E* a) {
    I64 wrong{};
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) {
        const F64 square = real_part(a[j * N + j]);
        wrong |= is_no_square(square);
        const Root root = root_of(square);
        set(a[j * N + j], root.value);
#pragma GCC unroll 8
        for (int i = j + 1; i < N; ++i) {
            a[i * N + j] = times(a[i * N + j], root.inverse);
            set(a[j * N + i], F64{});
        }
#pragma GCC unroll 8
        for (int i = j + 1; i < N; ++i) {
#pragma GCC unroll 8
            for (int k = j + 1; k <= i; ++k) {
                a[i * N + k] = minus_product(a[i * N + j], conjugate(a[k * N + j]), a[i * N + k]);
            }
        }
    }
    return wrong;
}

// Four rows' products with row j, of j elements, are taken off their elements j.
template <int rows, class E>
NUMEN_INLINE void complete_column(E* a, int n, int i, int j, F64 inverse) {
    const E* row = a + j * n;
    E* below = a + i * n;
    E sums[rows];
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) sums[r] = below[r * n + j];
    for (int c = 0; c < j; ++c) {
        const E factor = conjugate(row[c]);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) sums[r] = minus_product(below[r * n + c], factor, sums[r]);
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) below[r * n + j] = times(sums[r], inverse);
}

// a's lower triangle becomes the factor, the other zero. Returns the lanes that are not positive
// definite, or beyond the squares above.
template <int N, class E> NUMEN_INLINE I64 factorise(E* a, int order) {
    if constexpr (N > 0) return factorise_unrolled<N>(a);
    const int n = order;
    I64 wrong{};
    for (int j = 0; j < n; ++j) {
        E* row = a + j * n;
        F64 square = real_part(row[j]);
        for (int c = 0; c < j; ++c) square -= squared_size(row[c]);
        wrong |= is_no_square(square);
        const Root root = root_of(square);
        set(row[j], root.value);
        int i = j + 1;
        for (; i + 4 <= n; i += 4) complete_column<4>(a, n, i, j, root.inverse);
        for (; i < n; ++i) complete_column<1>(a, n, i, j, root.inverse);
        for (i = j + 1; i < n; ++i) set(row[i], F64{});
    }
    return wrong;
}

}  // namespace numen::cpu::NUMEN_ISA
