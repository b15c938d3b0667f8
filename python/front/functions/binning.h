// Interpolation and counting in bins for the composites that need more than elementwise functions.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// interpolate(x, xp, fp, left, right): NumPy's interp without a period; NotImplemented for what
// NumPy has to judge.
PyObject* interpolate(PyObject*, PyObject* const* args, Py_ssize_t count);

// count_in_bins(data, edges, first, last, width, wide, weights): the histogram of bins of one
// width. Data and edges lie in a row, both float64 or both float32; weights float64 or None.
PyObject* count_in_bins(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
