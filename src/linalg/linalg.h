// Questions asked of matrices, for whole stacks of them.
//
// The arrays hold stacks: the last two axes (one, where a vector is said) are a matrix, all leading
// axes are the stack's and are equal in all arrays of a call (repeated ones have stride 0). Inputs
// may be of any type and layout. Results are complex where an input is, all of them but magnitudes,
// and all in single or all in double precision; Precision says what the work is done in. Nothing
// overlaps. `n` is the order, `K` the smaller side.
//
// All return status bits: status_failed if the question has no answer for some matrix, whose
// results are then NaN (the others are whole); status_no_memory if nothing is to be used.
#pragma once

#include "array/strided.h"
#include "numen/precision.h"
#include "ops/status.h"

namespace numen::linalg {

// False if the LAPACK library is missing; nothing below may be called then.
bool is_available();

// x (n, k) with a x = b: LU with row exchanges. Fails for a pivot that is exactly zero in the
// arithmetic of the deciding library (blas.h), as inv does; det is zero for the same matrices.
Status solve(const StridedView& x, const StridedView& a, const StridedView& b,
             Precision precision = Precision::standard);
// The same for stacks of vectors b and x (n).
Status solve_vectors(const StridedView& x, const StridedView& a, const StridedView& b,
                     Precision precision = Precision::standard);
// The inverse of a, by solving for the columns of the identity.
Status inv(const StridedView& inverse, const StridedView& a,
           Precision precision = Precision::standard);

// The determinant, one number per matrix, with the floating-point flags of its computation.
Status det(const StridedView& determinant, const StridedView& a,
           Precision precision = Precision::standard);
// det = sign * exp(logarithm), where det itself may be too large or small; the logarithm is real.
Status slogdet(const StridedView& sign, const StridedView& logarithm, const StridedView& a,
               Precision precision = Precision::standard);

// The Cholesky factor of a's lower (or upper) triangle, zeros in the other. Fails where a is not
// positive definite.
Status cholesky(const StridedView& factor, const StridedView& a, bool upper,
                Precision precision = Precision::standard);

// a (m, n) = q r with c columns of q (m, c) and rows of r (c, n), c = K or m.
Status qr(const StridedView& q, const StridedView& r, const StridedView& a,
          Precision precision = Precision::standard);
// r (K, n) alone.
Status qr_triangle(const StridedView& r, const StridedView& a,
                   Precision precision = Precision::standard);
// What LAPACK leaves of a (m, n): r and the Householder vectors below it, and their scales (K).
Status qr_reflectors(const StridedView& reflectors, const StridedView& tau, const StridedView& a,
                     Precision precision = Precision::standard);

// a (m, n) = u diag(s) vh, s (K) descending; u (m, K) and vh (K, n), or whole squares. Fails for
// NaN.
Status svd(const StridedView& u, const StridedView& s, const StridedView& vh, const StridedView& a,
           Precision precision = Precision::standard);
Status svdvals(const StridedView& s, const StridedView& a,
               Precision precision = Precision::standard);
// The same for a Hermitian a, of which the lower triangle is read.
Status svd_hermitian(const StridedView& u, const StridedView& s, const StridedView& vh,
                     const StridedView& a, Precision precision = Precision::standard);
Status svdvals_hermitian(const StridedView& s, const StridedView& a,
                         Precision precision = Precision::standard);

// Eigenvalues (ascending) and eigenvectors (columns) of a Hermitian a, of which one triangle is
// read and the diagonal taken as real.
enum class Triangle : char { lower = 'L', upper = 'U' };
Status eigh(const StridedView& values, const StridedView& eigenvectors, const StridedView& a,
            Triangle triangle, Precision precision = Precision::standard);
Status eigvalsh(const StridedView& values, const StridedView& a, Triangle triangle,
                Precision precision = Precision::standard);

// Eigenvalues in no order and right eigenvectors (columns of length 1), always complex.
// status_invalid: a holds an infinity or a NaN.
Status eig(const StridedView& values, const StridedView& eigenvectors, const StridedView& a,
           Precision precision = Precision::standard);
Status eigvals(const StridedView& values, const StridedView& a,
               Precision precision = Precision::standard);

// x (n, k) of least length among those that bring a x closest to b (m, k); singular values s (K) up
// to rcond times the first count as zero: the unit of rounding times it unless 0 < rcond < 1.
// residuals (k): squares of the distances, NaN unless m > n and the rank (int64, one number) is n.
Status lstsq(const StridedView& x, const StridedView& residuals, const StridedView& rank,
             const StridedView& s, const StridedView& a, const StridedView& b, double rcond,
             Precision precision = Precision::standard);

}  // namespace numen::linalg
