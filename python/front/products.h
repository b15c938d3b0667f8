// Products of arrays: matmul, dot, cross.
#pragma once

#include "front/object.h"

namespace numen::front {

// left @ right; null with `unsupported` set if NumPy must serve or refuse it.
PyObject* matmul(PyObject* left, PyObject* right, bool& unsupported);
PyObject* dot(PyObject* left, PyObject* right, bool& unsupported);

using Product = PyObject* (*)(PyObject*, PyObject*, bool&);
// The product written into `out`, an array of ours of its type and shape, and given back.
PyObject* product_into(Product compute, PyObject* left, PyObject* right, PyObject* out,
                       bool& unsupported);

}  // namespace numen::front
