// Lengths of vectors: roots of sums of squares in one pass over memory.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// The type of a complex number's parts; others as they are.
inline Dtype real_type(Dtype dtype) {
    return dtype == Dtype::complex128 ? Dtype::float64
           : dtype == Dtype::complex64 ? Dtype::float32 : dtype;
}

// The length of all elements as one vector, in NumPy's way: the root of its product with itself.
// Null with `unsupported` set for half precision.
Ref length(PyObject* object, bool& unsupported);

// The lengths of the rows of a matrix, or of a vector, of float32 or float64 that lie in a row
// along `axis`. Null, perhaps without an exception, where they do not, or where there is something
// to warn of: NumPy's own steps must be taken.
Ref row_lengths(PyObject* object, int axis);

}  // namespace numen::front
