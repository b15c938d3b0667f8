#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// norm_of_all(array, ord, check_finite): what scipy.linalg.norm computes by LAPACK, a float; None
// where NumPy's norm serves.
PyObject* norm_of_all(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
