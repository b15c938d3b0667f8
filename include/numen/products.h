// Products of vectors and matrices. Large ones run OpenBLAS where the library lies beside Numen's.
#pragma once

#include <string_view>
#include <vector>

#include "numen/array.h"

namespace numen {

// The matrix product over the last two axes, leading axes broadcast; a vector is a row on the left
// and a column on the right, and loses that axis again. ShapeError. O(m n k).
NUMEN_API Array matmul(const Array& a, const Array& b);
// The same for at most two axes each; with an array of dimension zero the elementwise product.
NUMEN_API Array dot(const Array& a, const Array& b);
// All products of an element of `a` with one of `b`, both taken flat: a matrix.
NUMEN_API Array outer(const Array& a, const Array& b);

// The sum of conj(a) b along one axis of each, other axes broadcast. ShapeError, AxisError.
NUMEN_API Array vecdot(const Array& a, const Array& b, int axis = -1);
// Sums over pairs of axes of products of all elements, as one product of matrices: over the last
// `axes` of `a` and the first of `b`, or over `a_axes` and `b_axes`, one by one. What is left of
// the axes of `a` comes first. ShapeError, AxisError, ValueError for an axis given twice.
NUMEN_API Array tensordot(const Array& a, const Array& b, int axes = 2);
NUMEN_API Array tensordot(const Array& a, const Array& b, const Extents& a_axes,
                          const Extents& b_axes);
// Kronecker's product: every element of `a`, times the whole of `b`, in its place.
NUMEN_API Array kron(const Array& a, const Array& b);
// Sums of products by letters that name the axes of each operand, as "ij,jk->ik" for the product of
// matrices: what the result does not name is summed over, a letter twice in a term is a diagonal,
// "..." stands for the axes that are not named, and lengths of one are repeated. Without "->" the
// result has the axes of "..." and the letters that stand once, sorted. Operands are multiplied
// from the first on, each pair as a stack of matrix products. ValueError for other subscripts,
// ShapeError.
NUMEN_API Array einsum(std::string_view subscripts, const std::vector<Array>& operands);

}  // namespace numen
