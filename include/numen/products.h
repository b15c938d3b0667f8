// Products of vectors and matrices. Large ones run OpenBLAS where the library lies beside Numen's.
#pragma once

#include "numen/array.h"

namespace numen {

// The matrix product over the last two axes, leading axes broadcast; a vector is a row on the left
// and a column on the right, and loses that axis again. ShapeError. O(m n k).
NUMEN_API Array matmul(const Array& a, const Array& b);
// The same for at most two axes each; with an array of dimension zero the elementwise product.
NUMEN_API Array dot(const Array& a, const Array& b);
// All products of an element of `a` with one of `b`, both taken flat: a matrix.
NUMEN_API Array outer(const Array& a, const Array& b);

}  // namespace numen
