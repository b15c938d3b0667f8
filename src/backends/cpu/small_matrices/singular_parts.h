// Singular values and vectors of a pack of square matrices by one-sided Jacobi.
#pragma once

#include "backends/cpu/small_matrices/jacobi.h"
#include "backends/cpu/small_matrices/reflections.h"

namespace numen::cpu::NUMEN_ISA {

// Divides rows (n, n) of the squared lengths s by their lengths; those that are `null` become 0.
// Returns the lanes that have such rows. 0 is added, so that no sign of a zero tells what
// neighbours needed.
template <class V> NUMEN_INLINE MaskOf<V> normalise(V* rows, const V* s, V null, int n) {
    MaskOf<V> missing{};
    for (int j = 0; j < n; ++j) {
        const MaskOf<V> is_null = s[j] <= null;
        missing |= is_null;
        const V inverse = is_null != 0 ? V{} : inverse_root(s[j]);
        for (int i = 0; i < n; ++i) rows[j * n + i] = fused(rows[j * n + i], inverse, V{});
    }
    return missing;
}

// out[k + l][j] = a[j] rows[k + l] for l < width, of matrices (n, n).
template <int width, class V>
NUMEN_INLINE void multiply_rows(const V* a, const V* rows, V* out, int j, int k, int n) {
    V sums[width]{};
    for (int i = 0; i < n; ++i) {
#pragma GCC unroll 4
        for (int l = 0; l < width; ++l) {
            sums[l] = fused(a[j * n + i], rows[(k + l) * n + i], sums[l]);
        }
    }
#pragma GCC unroll 4
    for (int l = 0; l < width; ++l) out[(k + l) * n + j] = sums[l];
}

// out = rows a'.
template <class V> NUMEN_INLINE void multiply(const V* a, const V* rows, V* out, int n) {
    for (int j = 0; j < n; ++j) {
        for (int k = 0; k < n / 4 * 4; k += 4) multiply_rows<4>(a, rows, out, j, k, n);
        for (int k = n - n % 4; k < n; ++k) multiply_rows<1>(a, rows, out, j, k, n);
    }
}

// Of rows (n, n) that are orthonormal or, the last ones, zero, the latter become what is missing of
// a basis.
template <class V>
[[gnu::noinline, gnu::cold]] static void complete(V* rows, V* space, V* tau, int n) {
    for (int e = 0; e < n * n; ++e) space[e] = rows[e];
    reduce(space, tau, n, n);
    form_q(space, tau, n, n, n);
    for (int j = 0; j < n; ++j) {
        const MaskOf<V> is_missing = sum_of_squares(rows + j * n, n) < Real<V>(0.5);
        for (int i = 0; i < n; ++i) {
            rows[j * n + i] = is_missing != 0 ? space[j * n + i] : rows[j * n + i];
        }
    }
}

// The rooms of a pack of order n.
template <class V> struct SquareRooms {
    V *matrix, *left, *right;  // (n, n)
    V *s, *tau;                // (n)
    SquareRooms(V* matrices, V* vectors, int n)
        : matrix(matrices), left(matrices + n * n + gap), right(matrices + 2 * (n * n + gap)),
          s(vectors), tau(vectors + n) {}
    static constexpr int matrices_of(int n) { return n > 0 ? 3 * (n * n + gap) : 0; }
    static constexpr int vectors_of(int n) { return 2 * n; }
};

// Squared norms that count as zero beside a sum of squares, where the vectors that belong to them
// may be any.
template <class V> NUMEN_INLINE V rounding_of(V squares, int n) {
    return squares * (static_cast<Real<V>>(n) * unit_of<V> * unit_of<V>);
}

// s descending, the rows of right those of vh, the rows of left the columns of u, for a matrix
// whose squares are within Limits. Rotations w make the rows of the matrix a orthogonal: w a =
// diag(s) vh. They are not accumulated: a vh' = w' diag(s) to the last place of the norm, so that
// its factor q is w' where s is large, and orthogonal all the same where s is lost. Returns the
// lanes without an answer.
template <bool with_vectors, class V>
NUMEN_INLINE MaskOf<V> decompose(const SquareRooms<V>& pack, V null, int n) {
    V* const right = pack.right;
    for (int e = 0; e < n * n; ++e) right[e] = pack.matrix[e];
    const MaskOf<V> wrong = orthogonalise<false>(Rows<V>{right, n, pack.s}, n, null);
    for (int j = 0; j < n; ++j) pack.s[j] = sum_of_squares(right + j * n, n);
    if constexpr (!with_vectors) sort<false>(pack.s, n, right, 0);
    if constexpr (with_vectors) {
        const MaskOf<V> missing = normalise(right, pack.s, null, n) & ~wrong;
        sort<false>(pack.s, n, right, n);
        if (any(missing)) complete(right, pack.left, pack.tau, n);
        multiply(pack.matrix, right, pack.left, n);
        reduce(pack.left, pack.tau, n, n);
        form_q<true>(pack.left, pack.tau, n, n, n);
    }
    for (int j = 0; j < n; ++j) pack.s[j] = square_root(pack.s[j]);
    return wrong;
}

// 1/s of those singular values that are above `rcond` times the first, 0 for the others. Returns
// how many there are.
template <class V> NUMEN_INLINE V invert_values(const V* s, V* inverses, V rcond, int n) {
    const V cut = rcond * s[0];
    V rank{};
    for (int j = 0; j < n; ++j) {
        const MaskOf<V> is_kept = s[j] > cut;
        rank += is_kept != 0 ? broadcast<V>(1) : V{};
        inverses[j] = is_kept != 0 ? Real<V>(1) / s[j] : V{};
    }
    return rank;
}

}  // namespace numen::cpu::NUMEN_ISA
