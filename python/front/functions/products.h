// Products of arrays: matmul, dot, and what others need of them.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// left @ right; null with `unsupported` set if NumPy must serve or refuse it.
PyObject* matmul(PyObject* left, PyObject* right, bool& unsupported);
PyObject* dot(PyObject* left, PyObject* right, bool& unsupported);

using Product = PyObject* (*)(PyObject*, PyObject*, bool&);
// The product written into `out`, an array of ours of its type and shape, and given back.
PyObject* product_into(Product compute, PyObject* left, PyObject* right, PyObject* out,
                       bool& unsupported);

// Two array operands of one type, values present.
struct Factors {
    Ref left, right;
    ArrayObject* a = nullptr;
    ArrayObject* b = nullptr;
};
// Of an empty list NumPy takes the other factor's type.
bool is_empty_list(PyObject* object);
// Null operands with `unsupported` set, or false with an exception set, if they are not ours.
bool load_factors(PyObject* left, PyObject* right, Factors& factors, bool& unsupported);

// A product of matrices whose leading axes broadcast; vectors have been given an axis of one, which
// the result loses again where `drop_row` or `drop_column` says so.
PyObject* stacked_product(const char* name, const StridedView& a, const StridedView& b,
                          bool drop_row, bool drop_column);

// The sum over `count` axes of both, of equal lengths and all different: the remaining axes of the
// first, then those of the second; always an array.
PyObject* contract(const char* name, const Factors& factors, int count, const int* a_axes,
                   const int* b_axes);

}  // namespace numen::front
