// Elementwise operations on Python objects: operators, ufunc calls and in-place forms meet here.
#pragma once

#include <span>

#include "front/operand.h"
#include "ops/operation.h"

namespace numen::front {

// Result of the operation on objects of any kind; `out` (may be null) receives it instead of a
// new array. A result of dimension zero is a NumPy scalar. Two outputs come as a tuple.
// `unsupported` is set, without an exception, when the operands are NumPy's to judge.
PyObject* elementwise(Op op, PyObject* const* inputs, int count, PyObject* out,
                      bool& unsupported);

// What the keywords of a ufunc call ask for.
struct Manner {
    PyObject* out = nullptr;
    Dtype dtype = no_dtype;  // dtype=: the type that the loop reads and writes
    NPY_CASTING casting = NPY_SAME_KIND_CASTING;
    char order = 'K';        // of the result's axes in memory: K, C or F
};
PyObject* elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                      bool& unsupported);

// The same with warnings in another operation's name: x ** 2.0 is a square that NumPy calls power.
PyObject* elementwise_as(Op name, Op op, PyObject* const* inputs, int count, const Manner& manner,
                         bool& unsupported);

// What NumPy computes for x ** exponent if one exponent serves all elements; Op::power itself where
// there is nothing simpler.
inline Op power_operation(double exponent) {
    if (exponent == 2.0) return Op::square;
    if (exponent == 0.5) return Op::sqrt;
    if (exponent == -1.0) return Op::reciprocal;
    return exponent == 1.0 ? Op::positive : Op::power;
}

// The call when both operands are small exposed C-contiguous arrays or plain scalars and no cast
// is needed; null without an exception if that is not so.
PyObject* quick_binary(Op op, PyObject* left, PyObject* right);
PyObject* quick_unary(Op name, Op op, PyObject* operand);
// left op= right; a new reference to left, or null without an exception.
PyObject* quick_in_place(Op op, PyObject* left, PyObject* right);

// Tells NumPy's error handling about status bits; false if it raised.
bool report_status(Op op, Status status);
bool report_cast(Status status);

// Joins broadcast shapes; false (no exception) if they do not fit.
bool broadcast_shapes(std::span<const StridedView> views, int& nd, npy_intp* shape);
// Strides of `view` seen as `shape` (missing and repeated axes have stride 0).
void broadcast_strides(const StridedView& view, int nd, const npy_intp* shape, npy_intp* strides);
// Strides of a new dense result whose axes lie in memory as those of its inputs (order 'K').
void result_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const npy_intp* shape, npy_intp* strides);
// The same for concatenation, which sorts from the farthest axis: the two differ where an axis of
// length one stands between others.
void joined_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const npy_intp* shape, npy_intp* strides);
// Strides of a copy of `view` that keeps its order of axes: they are sorted by the size of their
// strides alone.
void copy_strides(const StridedView& view, int itemsize, npy_intp* strides);
// Do the two pieces of memory share a byte (by their bounds)?
bool may_overlap(const StridedView& a, const StridedView& b);

}  // namespace numen::front
