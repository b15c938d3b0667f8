#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// norm_of_all(array, ord, check_finite): what scipy.linalg.norm computes by LAPACK, a float; None
// where NumPy's norm serves. The array is finite then, if asked, unless the norm says that it is not:
// of ord None, 1 and infinity over all axes.
PyObject* norm_of_all(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
