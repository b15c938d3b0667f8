// Linear algebra: questions asked of a matrix, or of every matrix of a stack at once.
//
// The last two axes of an array are a matrix, the axes before them are the stack's. The work is
// done in double precision; results for float32 and complex64 are rounded to that at the end (see
// precision.h for single precision), and integers give float64. It takes OpenBLAS beside the
// library: InternalError without (docs/cpp.md).
//
// ShapeError for fewer than two axes, for matrices that are not square where they have to be, and
// for operands that do not fit; DtypeError for float16; LinAlgError where a matrix has no answer,
// for the whole stack then. Results lie in C order. `n` is the order of a square matrix, K the
// smaller side of an (m, n) one.
#pragma once

#include <cstdint>

#include "numen/array.h"

namespace numen::linalg {

// x with a x = b, by LU with row exchanges. A `b` of one axis is a vector, else a stack of matrices
// whose columns are solved for; leading axes are broadcast. LinAlgError for a pivot that is exactly
// zero: a nearly singular matrix gives an inaccurate x. O(n^3).
NUMEN_API Array solve(const Array& a, const Array& b);
// The matrix with a inv(a) = 1. `solve(a, b)` is faster and more accurate than `inv(a)` times b.
NUMEN_API Array inv(const Array& a);
// The determinant, one number per matrix: too large or small a one overflows, which slogdet's
// logarithm does not.
NUMEN_API Array det(const Array& a);

// det(a) = sign * exp(logabsdet); of a singular matrix 0 and -infinity.
struct SlogdetResult {
    Array sign, logabsdet;
};
NUMEN_API SlogdetResult slogdet(const Array& a);

// The triangle L with a = L L^H, or with `upper` U with a = U^H U; only that triangle of `a` is
// read. LinAlgError where a matrix is not positive definite.
NUMEN_API Array cholesky(const Array& a, bool upper = false);

// a = q r, the columns of q orthonormal, r an upper triangle: q of (m, K) and r of (K, n), or with
// QrMode::complete (m, m) and (m, n).
enum class QrMode : std::uint8_t { reduced, complete };
struct QrResult {
    Array q, r;
};
NUMEN_API QrResult qr(const Array& a, QrMode mode = QrMode::reduced);

// a = u diag(s) vh, singular values s (K) descending: u of (m, m) and vh of (n, n), or (m, K) and
// (K, n) without `full_matrices`. LinAlgError where it does not converge, so for NaN.
struct SvdResult {
    Array u, s, vh;
};
NUMEN_API SvdResult svd(const Array& a, bool full_matrices = true);
// The singular values alone, descending: a third of the work.
NUMEN_API Array svdvals(const Array& a);
// How many singular values are larger than max(m, n) times the type's precision times the largest.
NUMEN_API Array matrix_rank(const Array& a);
// The pseudo-inverse (n, m): singular values up to `rcond` times the largest count as zero.
NUMEN_API Array pinv(const Array& a, double rcond = 1e-15);

// Eigenvalues (n) and eigenvectors, which are the columns of an (n, n) matrix.
struct EigResult {
    Array eigenvalues, eigenvectors;
};
// Of a Hermitian matrix, of which the triangle that `uplo` ('L' or 'U') names is read: ascending
// real eigenvalues, orthonormal vectors. ValueError for another letter.
NUMEN_API EigResult eigh(const Array& a, char uplo = 'L');
NUMEN_API Array eigvalsh(const Array& a, char uplo = 'L');
// Of any square matrix, in no order, vectors of length one: complex, unless `a` is real and so are
// all eigenvalues. LinAlgError for infinities and NaN.
NUMEN_API EigResult eig(const Array& a);
NUMEN_API Array eigvals(const Array& a);

// The x of least length among those that bring a x closest to b; `a` is one matrix, `b` a vector or
// a matrix. Singular values `s` up to `rcond` (max(m, n) times the precision unless given) times
// the first count as zero. `residuals`: squared distances, one per column, none unless m > n =
// rank.
struct LstsqResult {
    Array x, residuals;
    std::int64_t rank;
    Array s;
};
NUMEN_API LstsqResult lstsq(const Array& a, const Array& b, double rcond = -1);

}  // namespace numen::linalg
