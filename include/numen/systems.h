// Systems whose matrix is known to have a structure, and factors that serve many right sides: the
// functions of scipy.linalg.
//
// As linalg.h: stacks, types, precision, OpenBLAS; leading axes of the operands are broadcast. A
// right side of one axis is a vector, else a stack of matrices. ShapeError where operands do not
// fit, ValueError for infinities and NaN, LinAlgError where a matrix has no answer. An
// ill-conditioned matrix gives an inaccurate x, and no warning.
#pragma once

#include <cstdint>

#include "numen/array.h"
#include "numen/structure.h"

namespace numen::linalg {

// x with a x = b for a matrix of that structure: of a triangle, a diagonal or a band nothing else
// is read, of a symmetric one the upper triangle, or with `lower` the other; `unknown` looks for a
// structure first (O(n^2)). LU with row exchanges, Cholesky, or L D L' with Bunch and Kaufman's
// pivots: O(n^3); triangles O(n^2), narrow bands and diagonals O(n).
NUMEN_API Array solve(const Array& a, const Array& b, Structure assume_a, bool lower = false);
// The inverse in the same way, not of a band.
NUMEN_API Array inv(const Array& a, Structure assume_a, bool lower = false);

// x with a x = b for a triangle, the other one not being read. O(n^2) for a right side.
NUMEN_API Array solve_triangular(const Array& a, const Array& b,
                                 const TriangularOptions& options = {});
// x with a x = b for a matrix of `lower` diagonals below the main one and `upper` above it: a(i, j)
// is ab(upper + i - j, j). O(n lower (lower + upper)).
NUMEN_API Array solve_banded(std::int64_t lower, std::int64_t upper, const Array& ab,
                             const Array& b);

// Cholesky's factor in one triangle of c; the other holds what was there.
struct CholeskyFactor {
    Array c;
    bool lower;
};
NUMEN_API CholeskyFactor cho_factor(const Array& a, bool lower = false);
// x with a x = b from the factor of a.
NUMEN_API Array cho_solve(const CholeskyFactor& factor, const Array& b);

// The unit triangle below the diagonal of `lu` is L, the rest U; row i was exchanged with row
// piv[i] (int32). No error for a pivot that is zero.
struct LuFactors {
    Array lu, piv;
};
NUMEN_API LuFactors lu_factor(const Array& a);
// x with a x = b, or with the transposed matrix, from its factors.
NUMEN_API Array lu_solve(const LuFactors& factors, const Array& b,
                         Transposition trans = Transposition::none);

// a = p l u of (m, n): p a permutation (m, m), l (m, K) with a unit diagonal, u (K, n), K being the
// smaller side. With `p_indices` p (m, int32) says which row of l each row of a is made from.
struct LuResult {
    Array p, l, u;
};
NUMEN_API LuResult lu(const Array& a, bool p_indices = false);

// a = l d l^H, or l d l^T unless `hermitian`, with blocks of one or two rows on the diagonal of d;
// l[perm] is a triangle with a unit diagonal. One triangle of `a` is read. Bunch and Kaufman.
struct LdlResult {
    Array l, d, perm;
};
NUMEN_API LdlResult ldl(const Array& a, bool lower = true, bool hermitian = true);

}  // namespace numen::linalg
