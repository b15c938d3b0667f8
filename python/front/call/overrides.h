// Arguments of classes that answer NumPy's functions themselves.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Is the argument, or an item of a list or tuple, of a class with an __array_function__ of its own?
// NumPy asks it once, with the very objects that it was given: such a call is passed on as it is.
bool has_override(PyObject* argument);
bool has_override(PyObject* const* args, Py_ssize_t total);

}  // namespace numen::front
