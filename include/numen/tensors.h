// The functions of numpy.linalg that multiply, take powers and parts, or see an array of more axes
// as a matrix. Inverses and systems follow linalg.h: OpenBLAS, types, errors.
//
// `matmul`, `tensordot` and `vecdot` are here too; products.h has them.
#pragma once

#include <cstdint>
#include <vector>

#include "numen/array.h"
#include "numen/products.h"

namespace numen::linalg {

using numen::matmul;
using numen::tensordot;
using numen::vecdot;

// All products of an element of one vector with one of another: a matrix. ValueError for arrays
// that have not one axis.
NUMEN_API Array outer(const Array& a, const Array& b);
// The vector product of vectors of three numbers along an axis, other axes broadcast. ShapeError
// for another length, AxisError.
NUMEN_API Array cross(const Array& a, const Array& b, int axis = -1);
// The product of all, each a matrix, the first and the last possibly a vector, in the order that
// takes the fewest multiplications. ValueError for fewer than two, ShapeError. O(k^3) for the order
// of k arrays.
NUMEN_API Array multi_dot(const std::vector<Array>& arrays);

// A square matrix multiplied by itself, n factors; of the inverse where n is negative, the identity
// for 0. Squares are multiplied: O(log n) products. ShapeError, LinAlgError where it is singular.
NUMEN_API Array matrix_power(const Array& a, std::int64_t n);
// Every matrix of a stack with rows and columns exchanged: a view. ShapeError.
NUMEN_API Array matrix_transpose(const Array& a);
// The elements whose column is their row plus `offset`, of every matrix of a stack: a view.
NUMEN_API Array diagonal(const Array& a, std::int64_t offset = 0);
// Their sum, computed in `dtype` if one is given, else as `sum` does.
NUMEN_API Array trace(const Array& a, std::int64_t offset = 0, Dtype dtype = no_dtype);

// The x with tensordot(a, x, x.ndim()) = b: `a` read as a matrix of as many rows as columns, whose
// rows are the first b.ndim() axes; `axes` of `a` go to its end first. ShapeError, LinAlgError.
NUMEN_API Array tensorsolve(const Array& a, const Array& b, const Extents& axes = {});
// The inverse for tensordot(·, ·, ind): rows are the first `ind` axes. ValueError for ind < 1,
// ShapeError where that is not square, LinAlgError where it is singular.
NUMEN_API Array tensorinv(const Array& a, int ind = 2);

}  // namespace numen::linalg
