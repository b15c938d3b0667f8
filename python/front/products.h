// Products of arrays: matmul, dot, cross.
#pragma once

#include "front/object.h"

namespace numen::front {

// left @ right; null with `unsupported` set if NumPy must serve or refuse it.
PyObject* matmul(PyObject* left, PyObject* right, bool& unsupported);
PyObject* dot(PyObject* left, PyObject* right, bool& unsupported);

}  // namespace numen::front
