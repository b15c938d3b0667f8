// Questions asked of matrices, for whole stacks of them.
//
// The arrays hold stacks: the last two axes (one, where a vector is said) are a matrix, all leading
// axes are the stack's and are equal in all arrays of a call (repeated ones have stride 0). Inputs
// may be of any type and layout. Results are float64 or complex128: complex where an input is, all
// of them but magnitudes, as NumPy computes even single precision in double and rounds. Nothing
// overlaps. `n` is the order, `K` the smaller side.
//
// All return status bits: status_failed if the question has no answer for some matrix, whose
// results are then NaN (the others are whole); status_no_memory if nothing is to be used.
#pragma once

#include "array/strided.h"
#include "ops/status.h"

namespace numen::linalg {

// False if the LAPACK library is missing; nothing below may be called then.
bool is_available();

// x (n, k) with a x = b: LU with row exchanges. Fails for a pivot that is exactly zero.
Status solve(const StridedView& x, const StridedView& a, const StridedView& b);
// The same for stacks of vectors b and x (n).
Status solve_vectors(const StridedView& x, const StridedView& a, const StridedView& b);
// The inverse of a, by solving for the columns of the identity.
Status inv(const StridedView& inverse, const StridedView& a);

// The determinant, one number per matrix, with the floating-point flags of its computation.
Status det(const StridedView& determinant, const StridedView& a);
// det = sign * exp(logarithm), where det itself may be too large or small; the logarithm is real.
Status slogdet(const StridedView& sign, const StridedView& logarithm, const StridedView& a);

// The Cholesky factor of a's lower (or upper) triangle, zeros in the other. Fails where a is not
// positive definite.
Status cholesky(const StridedView& factor, const StridedView& a, bool upper);

}  // namespace numen::linalg
