// Arrays of positions for the composites that make indices.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// places_in_rows(firsts, counts): (rows, columns) of the places of a matrix that a stretch of each
// row holds, from column firsts[i] on counts[i] of them; two int64 vectors of one length.
PyObject* places_in_rows(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
