// Numbers that a program's iterator gives, taken one by one for fromiter.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// next_numbers(iterator, dtype, limit): (items, is_odd), the next items, at most `limit`. It stops
// at the first that is not certain to become an element of the dtype without an error or warning:
// that one is the last of the items, and is_odd is True. NumPy takes no item after one it refuses.
PyObject* next_numbers(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
