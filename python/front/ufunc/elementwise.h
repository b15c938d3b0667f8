// Elementwise operations on Python objects: operators, ufunc calls and in-place forms meet here.
#pragma once

#include <span>

#include "front/call/operand.h"
#include "ops/operation.h"

namespace numen::front {

// Result of the operation on objects of any kind; `out` (may be null) receives it instead of a
// new array. A result of dimension zero is a NumPy scalar. Two outputs come as a tuple.
// `unsupported` is set, without an exception, when the operands are NumPy's to judge.
PyObject* elementwise(Op op, PyObject* const* inputs, int count, PyObject* out,
                      bool& unsupported);

// Floating-point errors of a call in several parts.
struct Gathered {
    Status loop = status_ok;
    Status cast = status_ok;  // of Python numbers taken into the arrays' type
};

// What the keywords of a ufunc call ask for.
struct Manner {
    PyObject* out = nullptr;
    Dtype dtype = no_dtype;  // dtype=: the type that the loop reads and writes
    NPY_CASTING casting = NPY_SAME_KIND_CASTING;
    char order = 'K';        // of the result's axes in memory: K, C or F
    const char* warns_as = nullptr;  // the function that warnings name, where it is no operation
    Gathered* gathered = nullptr;  // takes the errors, which the caller tells; runs at once
};
PyObject* elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                      bool& unsupported);

// The same with warnings in another operation's name: x ** 2.0 is a square that NumPy calls power.
PyObject* elementwise_as(Op name, Op op, PyObject* const* inputs, int count, const Manner& manner,
                         bool& unsupported);

// The call when both operands are small exposed C-contiguous arrays or plain scalars and no cast
// is needed; null without an exception if that is not so.
PyObject* quick_binary(Op op, PyObject* left, PyObject* right);
PyObject* quick_unary(Op name, Op op, PyObject* operand);
// left op= right; a new reference to left, or null without an exception.
PyObject* quick_in_place(Op op, PyObject* left, PyObject* right);

// Tells NumPy's error handling about status bits; false if it raised.
bool report_status(Op op, Status status);
bool report_cast(Status status);
// Tells of each of the arrays that the type does not hold, as NumPy does where it casts them one by
// one; false if that raised.
bool report_casts(std::span<ArrayObject* const> arrays, Dtype dtype);

}  // namespace numen::front
