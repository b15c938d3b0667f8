// LU factors of large matrices on our own threads, and systems by them.
#pragma once

#include "linalg/stack.h"

namespace numen::linalg {

// From this order on it wins over LAPACK's.
inline constexpr Int least_eliminated = 256;

// A matrix in columns `leading` apart. The row of each exchange is counted from 1, as LAPACK's.
template <class Scalar> struct Eliminated {
    Int order;
    Scalar* matrix;
    Int leading;
    Int* pivots;
};

// L and U take the place of the matrix: 2/3 order^3 operations. While a strip of columns is
// factored the others are still brought up to date. The row exchanges of a strip are not made in
// those on its left. status_failed if a pivot is zero.
template <class Scalar> Status eliminate(const Eliminated<Scalar>& of);

// b (columns `order` apart) becomes the solution: 2 order^2 columns operations.
template <class Scalar> Status substitute(const Eliminated<Scalar>& by, Scalar* b, Int columns);

}  // namespace numen::linalg
