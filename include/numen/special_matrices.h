// Matrices made of few numbers: the functions of scipy.linalg. Nothing here needs OpenBLAS.
//
// Arguments are vectors, or stacks of them whose leading axes are broadcast. ShapeError for arrays
// without axes.
#pragma once

#include <cstdint>
#include <vector>

#include "numen/array.h"

namespace numen::linalg {

// Constant along diagonals: c is the first column, r the first row (without its first number; the
// conjugate of c unless given).
NUMEN_API Array toeplitz(const Array& c);
NUMEN_API Array toeplitz(const Array& c, const Array& r);
// Constant across diagonals: c is the first column, r the last row (without its first number; zeros
// unless given).
NUMEN_API Array hankel(const Array& c);
NUMEN_API Array hankel(const Array& c, const Array& r);
// Every column is the one before it, moved down by one place; c is the first.
NUMEN_API Array circulant(const Array& c);

// The arrays on the diagonal, zeros elsewhere: numbers are matrices of one element, vectors are
// rows, others stacks of matrices. The types are promoted. ShapeError for no arrays.
NUMEN_API Array block_diag(const std::vector<Array>& arrays);
// Of 1 and -1, rows orthogonal, by Sylvester's construction. ValueError unless n is a power of two.
NUMEN_API Array hadamard(std::int64_t n, Dtype dtype = Dtype::int64);

}  // namespace numen::linalg
