// Reading a managed array through NumPy without exposing it.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// A plain ndarray over the present values (read-only if the array is managed), for NumPy code that
// looks and does not keep it; where a program's own function is shown it and does, it holds the
// array. Null with an exception set.
PyObject* look(PyObject* self);

}  // namespace numen::front
