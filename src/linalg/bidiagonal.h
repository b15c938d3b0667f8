// The reduction of a matrix to two diagonals, a = Q B P'.
#pragma once

#include "linalg/columns.h"

namespace numen::linalg {

// a (rows >= columns) lies in columns `leading` = padded(rows) apart, whose ends are zeros, aligned
// to 64 bytes; it is overwritten. Where `left` and `right` are not null they receive the vectors of
// Q's and P's reflectors (see reflectors.h): columns of padded(rows) and padded(columns), the
// latter's with an offset of 1.
template <class Real> struct Bidiagonal {
    Int rows, columns;
    Real *a, *diagonal, *above;
    Real *left, *left_factors, *right, *right_factors;
};

// 8/3 columns^2 (rows - columns / 3) operations, half of them in one pass over what is left of the
// matrix for each column: the left reflector's products and the row's follow one another block by
// block (Howell, Demmel, Fulton, Hammarling and Marmol, ACM Trans. Math. Softw. 34, 2008). Elements
// are to be around 1 (see reflect). Throws std::bad_alloc.
template <class Real> Status reduce(const Bidiagonal<Real>& to);

}  // namespace numen::linalg
