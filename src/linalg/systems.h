// Systems of equations whose matrices have a structure, and factors that serve many right sides.
//
// As in linalg.h arrays hold stacks, but the right sides are always matrices. The work is done in
// the precision of the results: the routines of LAPACK for that type. Nothing is said of values
// that are not finite: who cares asks are_all_finite first.
//
// status_failed: an exactly singular matrix (or one that is not positive definite) in the stack,
// whose results are not defined. Where rounding decides about that, all but those that give
// condition numbers say status_doubtful (doubtful.h).
#pragma once

#include <cstdint>

#include "array/strided.h"
#include "numen/structure.h"
#include "ops/status.h"

namespace numen::linalg {

// Whether an array of any type and layout holds neither infinities nor NaN.
bool are_all_finite(const StridedView& a);

struct SystemOptions {
    Structure structure = Structure::unknown;
    bool lower = false;       // the triangle that is read of a symmetric matrix
    bool transposed = false;  // the transposed matrix is meant
    bool wants_condition = true;
};

// x with a x = b; rcond (float64, one number per matrix): the reciprocal condition number in the
// 1-norm as LAPACK estimates it, of a diagonal matrix the condition number itself where that is
// larger than the precision allows, as SciPy tells it (below 1 otherwise).
Status solve_system(const StridedView& x, const StridedView& rcond, const StridedView& a,
                    const StridedView& b, SystemOptions options);
// The inverse, in the same way.
Status invert(const StridedView& inverse, const StridedView& rcond, const StridedView& a,
              SystemOptions options);

// The same for a matrix that is said to be of a structure other than `unknown`, in lanes where that
// pays and without condition numbers; x and b are vectors if `are_vectors`. An inverse of a band is
// that of a general matrix.
Status solve_assumed(const StridedView& x, const StridedView& a, const StridedView& b,
                     bool are_vectors, Structure structure);
Status invert_assumed(const StridedView& inverse, const StridedView& a, Structure structure);

// x with op(a) x = b, where a's other triangle, and with `unit` its diagonal, are not read.
Status solve_triangular(const StridedView& x, const StridedView& a, const StridedView& b,
                        Transposition op, bool lower, bool unit);

// x with a x = b, where row upper + i - j of `bands` holds a(i, j) in column j.
Status solve_banded(const StridedView& x, const StridedView& bands, const StridedView& b,
                    std::int64_t lower, std::int64_t upper);

// The Cholesky factor, with zeros in the other triangle.
Status cholesky_factor(const StridedView& factor, const StridedView& a, bool lower);
// The same in one triangle; the other holds what a does.
Status cho_factor(const StridedView& factor, const StridedView& a, bool lower);
// x with a x = b from the factor of a.
Status cho_solve(const StridedView& x, const StridedView& factor, const StridedView& b, bool lower);

// LU of (m, n) matrices: the unit triangle below the diagonal is l, the other u; row i was
// exchanged with row pivots[i] (int32). zero_pivots (int64, a number per matrix): which diagonal
// element, counted from 1, is the first that is exactly zero; 0 for none.
Status lu_factor(const StridedView& factors, const StridedView& pivots,
                 const StridedView& zero_pivots, const StridedView& a);
// x with op(a) x = b from that.
Status lu_solve(const StridedView& x, const StridedView& factors, const StridedView& pivots,
                const StridedView& b, Transposition op);
// a = l[rows] u with l (m, K) and u (K, n); rows is int32. With `permute` l stands for l[rows].
Status lu(const StridedView& rows, const StridedView& l, const StridedView& u,
          const StridedView& a, bool permute);

// The determinant (float64 or complex128, a number per matrix), a product of pivots.
Status determinant(const StridedView& found, const StridedView& a);

// a = l d l^T, or l d l^H, with blocks of one or two rows on d's diagonal; l[rows] (int64) is a
// triangle with ones on its diagonal. Fails where a Hermitian matrix has a diagonal that is not
// real.
Status ldl(const StridedView& l, const StridedView& d, const StridedView& rows,
           const StridedView& a, bool lower, bool hermitian);

}  // namespace numen::linalg
