// Singular values and eigenvalues of two and three diagonals by LAPACK's divide and conquer, the
// two halves of which go to two threads. Real numbers, columns in a row; status_failed if it did
// not converge.
#pragma once

#include "linalg/stack.h"

namespace numen::linalg {

// Where the result of a division goes and what it works in.
template <class Real> struct Division {
    Int order;
    Real* diagonal;  // becomes the values
    Real* beside;    // is lost
    Real* work;
    Int* int_work;
    bool has_own_threads;  // the library may use its own
};

// Of the upper bidiagonal matrix: singular values, descending; the columns of u lie u_leading
// apart. Work is 3 n v_leading + 4 n numbers, in which the right vectors lie in the end, in columns
// v_leading apart, and 8 n integers. vh has columns vh_leading apart, of no use in the end.
template <class Real>
Status solve_two_diagonals(const Division<Real>& of, Real* u, Int u_leading, Real* vh,
                           Int vh_leading, Int v_leading);

// Of the symmetric tridiagonal matrix: eigenvalues, ascending; the vectors' columns lie `leading`
// apart. Work is n^2 + 4 n + 1 numbers and 5 n + 6 integers.
template <class Real>
Status solve_three_diagonals(const Division<Real>& of, Real* vectors, Int leading);

}  // namespace numen::linalg
