// The objects of native functions: what `np.sum` is in a user's module.
//
// NumPy's functions that are written in Python, or dispatch by __array_function__, are methods as
// attributes of a class, hold attributes, and have the source that they wrap; Python's own type of
// functions in C does none of this. Where NumPy's function is of that type (np.array, np.zeros)
// ours is, too.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

extern PyTypeObject NativeFunction;

// The function of a row of a table, whose name is the whole public one ("linalg.inv") and becomes
// its last part in `row`, which has to live as long as the process.
PyObject* make_native_function(PyMethodDef* row);

bool prepare_native_functions();

}  // namespace numen::front
