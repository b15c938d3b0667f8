// Reductions with out=, initial=, where= or dtype=bool.
#pragma once

#include "front/ufunc/reductions.h"

namespace numen::front {

PyObject* reduce_with_extras(ArrayObject* a, const ReduceRequest& request, bool& unsupported);

// Puts a reduction's result into `out`, which it must fit in type and shape, and returns it.
// Consumes the result; `unsupported` is set if NumPy must serve or refuse the call.
PyObject* put_result(PyObject* result, PyObject* out, bool& unsupported);

}  // namespace numen::front
