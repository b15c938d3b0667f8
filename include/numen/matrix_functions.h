// Functions of square matrices: power series at a matrix, not element by element.
//
// As linalg.h: stacks, types, precision, OpenBLAS. ShapeError for matrices that are not square.
// O(n^3).
#pragma once

#include "numen/array.h"

namespace numen::linalg {

// e^a, by scaling and squaring (Al-Mohy and Higham 2009): the error of the approximation is below
// the precision of the work. NaN where a matrix holds infinities or NaN.
NUMEN_API Array expm(const Array& a);

// The principal square root, whose eigenvalues have no negative real parts: x with x x = a. Real if
// all of the stack are real and have one that is: no negative eigenvalue. Of a singular matrix
// there may be none, and the result holds infinities or NaN then, or is inaccurate. LinAlgError for
// infinities and NaN. By the Schur form (Bjorck and Hammarling 1983, Higham 1987).
NUMEN_API Array sqrtm(const Array& a);

// The principal logarithm: x with e^x = a, the imaginary parts of its eigenvalues between -pi and
// pi. Real as sqrtm is. Zero eigenvalues count as 1e-20, as in SciPy. Always in double precision,
// by inverse scaling and squaring (Al-Mohy and Higham 2012). LinAlgError for infinities and NaN.
NUMEN_API Array logm(const Array& a);

}  // namespace numen::linalg
