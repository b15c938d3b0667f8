// Singular values and vectors of a pack of square matrices by one-sided Jacobi.
#pragma once

#include "backends/cpu/small_matrices/grading.h"
#include "backends/cpu/small_matrices/jacobi.h"

namespace numen::cpu::NUMEN_ISA {

// Divides rows (n, n) of the squared lengths s by their lengths and gives them the signs of the
// rule; those that are `null` become 0. Returns the lanes that have such rows. 0 is added, so that
// no sign of a zero tells what neighbours needed.
template <class V> NUMEN_INLINE MaskOf<V> normalise(V* rows, const V* s, V null, int n) {
    MaskOf<V> missing{};
    for (int j = 0; j < n; ++j) {
        const MaskOf<V> is_null = s[j] <= null;
        missing |= is_null;
        V* const row = rows + j * n;
        const V inverse = is_null != 0 ? V{} : with_rule(inverse_root(s[j]), row, n);
        for (int i = 0; i < n; ++i) row[i] = fused(row[i], inverse, V{});
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
        const V sign = with_rule(broadcast<V>(1), space + j * n, n);
        for (int i = 0; i < n; ++i) {
            rows[j * n + i] = is_missing != 0 ? space[j * n + i] * sign : rows[j * n + i];
        }
    }
}

// The rooms of a pack of order n.
template <class V> struct SquareRooms {
    V *matrix, *left, *right;  // (n, n)
    V *s, *tau;                // (n)
    Sorting<V> sorting;
    SquareRooms(V* matrices, V* vectors, V* spare, int n)
        : matrix(matrices), left(matrices + n * n + gap), right(matrices + 2 * (n * n + gap)),
          s(vectors), tau(vectors + n), sorting(spare, n) {}
    static constexpr int matrices_of(int n) { return n > 0 ? 3 * (n * n + gap) : 0; }
    static constexpr int vectors_of(int n) { return 2 * n; }
};

// Squared norms that count as zero beside a sum of squares, where the vectors that belong to them
// may be any.
template <class V> NUMEN_INLINE V rounding_of(V squares, int n) {
    return squares * (static_cast<Real<V>>(n) * unit_of<V> * unit_of<V>);
}

// Lanes without an answer, with one that has lost digits, and whose matrix is lost.
template <class V> struct SingularMarks {
    MaskOf<V> wrong, is_coarse, both;
};

// As decompose below, where it does not matter whether rows and columns differ in size.
template <bool with_vectors, class V>
NUMEN_INLINE MaskOf<V> decompose_plain(const SquareRooms<V>& pack, V null, int n) {
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

// s descending, the rows of right those of vh, the rows of left the columns of u, for a matrix
// whose squares are within Limits. Rotations w make the rows of the matrix a orthogonal: w a =
// diag(s) vh. They are not accumulated: a vh' = w' diag(s) to the last place of the norm, so that
// its factor q is w' where s is large, and orthogonal all the same where s is lost. `null`: squared
// norms that count as zero where neither rows nor columns differ much. The matrix is lost where
// both do.
template <bool with_vectors, class V>
NUMEN_INLINE SingularMarks<V> decompose(const SquareRooms<V>& pack, const Sizes<V>& sizes, V null,
                                        int n) {
    Grading<V> grading{null};
    if (any(has_small(sizes))) {
        grading = find_grading(pack.matrix, sizes, null, n);
        if (any(grading.both)) take_triangle(pack.matrix, grading.both, pack.sorting, n);
    }
    const MaskOf<V> wrong = decompose_plain<with_vectors>(pack, grading.null, n);
    if constexpr (with_vectors) {
        if (any(grading.both)) {
            undo_triangle(pack.left, pack.right, grading.both, pack.sorting, n);
        }
    }
    return {wrong, grading.coarse, grading.both};
}

// The lanes of which u' a v, u and v belonging to the last singular value, is nothing but rounding.
template <class V>
[[gnu::noinline, gnu::cold]] static MaskOf<V> is_rounding(const SquareRooms<V>& pack, V unit,
                                                          int n) {
    const V *const u = pack.left + (n - 1) * n, *const v = pack.right + (n - 1) * n;
    V product{}, magnitude{};
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const V term = u[i] * pack.matrix[i * n + j] * v[j];
            product += term;
            magnitude += vm::absolute(term);
        }
    }
    return vm::absolute(product) <= unit * magnitude;
}

// The lanes in which the last singular value, and no other, counts as zero beside the sides of the
// matrix, of which the longer one is given, and nothing ties the signs of its vectors.
template <class V>
NUMEN_INLINE MaskOf<V> has_untied(const SquareRooms<V>& pack, MaskOf<V> both, int side, int n) {
    const V unit = broadcast<V>(static_cast<Real<V>>(side) * unit_of<V>), limit = pack.s[0] * unit;
    MaskOf<V> found = (pack.s[n - 1] <= limit) & ~both;
    if (n > 1) found &= pack.s[n - 2] > limit;
    return any(found) ? found & is_rounding(pack, unit, n) : found;
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
