// The words for what a matrix is said to be: SciPy's.
#pragma once

#include "front/module/numpy_api.h"
#include "numen/structure.h"

namespace numen::front {

// None and an absent object: unknown. False, without an exception, for what is no such word.
bool structure_named(PyObject* object, linalg::Structure& structure);

// assume= of a function. False with a ValueError for other words.
bool read_assumed(const char* function, PyObject* object, linalg::Structure& structure);

}  // namespace numen::front
