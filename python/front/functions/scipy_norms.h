#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// norm_of_all(array, ord, check_finite): what scipy.linalg.norm computes by LAPACK, a float; None
// where NumPy's norm serves. The array has been checked then, if asked, but for ord None, 1 and
// infinity, whose norms over all axes show what is not finite.
PyObject* norm_of_all(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
