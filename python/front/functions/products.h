// Products of arrays: matmul, dot, and what others need of them.
#pragma once

#include "front/array/object.h"
#include "front/call/keywords.h"

namespace numen::front {

// left @ right; null with `unsupported` set if NumPy must serve or refuse it.
PyObject* matmul(PyObject* left, PyObject* right, bool& unsupported);
PyObject* dot(PyObject* left, PyObject* right, bool& unsupported);

using Product = PyObject* (*)(PyObject*, PyObject*, bool&);
// A call of a function of two operands, with nothing but these; all others are NumPy's.
PyObject* product_of_two(const char* name, Product compute, const Arguments& arguments);
// The product written into `out`, an array of ours of its type and shape, and given back.
PyObject* product_into(Product compute, PyObject* left, PyObject* right, PyObject* out,
                       bool& unsupported);
// dot's product into `out`; what cannot take it is found before anything is computed.
PyObject* dot_into(PyObject* left, PyObject* right, PyObject* out, bool& unsupported);

// Two array operands of one type, values present.
struct Factors {
    Ref left, right;
    ArrayObject* a = nullptr;
    ArrayObject* b = nullptr;
};
// Does NumPy leave dot, inner and tensordot of the two to the BLAS?
bool goes_to_blas(const Factors& factors);
// Is one of them, for the BLAS, a single zero? The BLAS then adds nothing to zeros: no NaN comes of
// infinities, nor a warning. And dot's result then.
bool is_scaled_by_zero(const Factors& factors);
PyObject* zero_product(const Factors& factors);
// Are both single elements for the BLAS? NumPy then multiplies the two, where the BLAS would add
// their product to zero, of which no negative zero comes. And dot's result then.
bool are_single_for_blas(const Factors& factors);
PyObject* single_product(const Factors& factors);

// Of an empty list NumPy takes the other factor's type.
bool is_empty_list(PyObject* object);
// Null operands with `unsupported` set, or false with an exception set, if they are not ours.
bool load_factors(PyObject* left, PyObject* right, Factors& factors, bool& unsupported);

// A product of matrices whose leading axes broadcast; vectors have been given an axis of one, which
// the result loses again where `drop_row` or `drop_column` says so.
PyObject* stacked_product(const char* name, const StridedView& a, const StridedView& b,
                          bool drop_row, bool drop_column);

// The product of two matrices, in another shape of as many elements.
PyObject* matrix_product(const char* name, const StridedView& a, const StridedView& b, int nd,
                         const npy_intp* shape);

// The sum of conj(a[i]) * b[i] of two complex vectors of one length.
PyObject* complex_vector_product(const char* name, const StridedView& a, const StridedView& b);

// The inner product of two short vectors side by side of one floating type: nothing to convert, no
// lock to leave. Null, without an exception, for everything else.
PyObject* short_product(const char* name, PyObject* left, PyObject* right);

// The product of arrays of at most two axes, or of stacks whose sizes agree.
PyObject* multiply_arrays(const char* name, Factors& pair);
bool inner_sizes_agree(ArrayObject* a, ArrayObject* b);

// The sum over `count` axes of both, of equal lengths and all different: the remaining axes of the
// first, then those of the second; always an array. `by_blas`: as far as the type allows it. It
// `owns` its elements, or is a view of the product of two matrices, as tensordot's is.
PyObject* contract(const char* name, const Factors& factors, int count, const int* a_axes,
                   const int* b_axes, bool by_blas, bool owns);
// The same over one axis.
PyObject* sum_product(const char* name, const Factors& factors, int a_axis, int b_axis);

}  // namespace numen::front
