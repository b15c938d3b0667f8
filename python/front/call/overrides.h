// Arguments of classes that answer NumPy's functions themselves.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Is the argument, or an item of a list or tuple, of a class with an __array_function__ of its own?
// NumPy asks it once, with the very objects that it was given: such a call is passed on as it is.
bool has_override(PyObject* argument);
bool has_override(PyObject* const* args, Py_ssize_t total);

// Is one of a class of the program's that is derived from Python's lists, numbers or texts? As
// axis=, order= or k= it may mean to NumPy's function something else than to ours: it may compare
// and count in a way of its own.
bool has_own_comparison(PyObject* const* args, Py_ssize_t total);

}  // namespace numen::front
