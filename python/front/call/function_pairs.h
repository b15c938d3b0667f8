// Which function of Numen's stands for which of NumPy's in the user's modules.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// pair_functions(numpys, numens): from now on the second stands for the first. Both live for ever.
PyObject* pair_functions(PyObject*, PyObject* const* args, Py_ssize_t count);

// What stands for a function of NumPy's, or NumPy's for one of ours: borrowed, null if nothing.
PyObject* numens_for(PyObject* numpys);
PyObject* numpys_for(PyObject* numens);

}  // namespace numen::front
