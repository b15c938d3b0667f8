// Arrays put together, for the composites that only look at them differently first.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// concatenate(arrays, axis) of a tuple of arrays; null, without an exception, for what NumPy has to
// serve or refuse.
PyObject* concatenate_along(PyObject* arrays, int axis);

}  // namespace numen::front
