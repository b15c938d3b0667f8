// What a Python object is to an operation: an array, a typed scalar, a weak Python number, or
// something that NumPy has to judge.
#pragma once

#include <cstring>

#include "front/array/object.h"
#include "ops/operation.h"
#include "ops/status.h"

namespace numen::front {

enum class Kind : std::uint8_t {
    array,         // ours or an exact numpy.ndarray of one of our types
    scalar,        // a NumPy scalar or a Python bool: has a type of its own
    weak_int,      // Python numbers take the type of what they meet (NEP 50)
    weak_float,
    weak_complex,
    foreign,       // everything else
};

// An object that is no array.
struct Number {
    Kind kind = Kind::foreign;
    Dtype dtype = no_dtype;      // of scalars; of weak numbers after bind_weak
    PyObject* object = nullptr;  // borrowed
    alignas(16) char value[16];  // the bytes of a scalar
};

struct Operand : Number {        // `dtype` is an array's too
    ArrayObject* array = nullptr;  // Kind::array: object (or `owned`) seen as an array
    Ref owned;                     // an array made from a list or tuple
    Layout layout;                 // Kind::array: its layout when it was classified

    // Shape and strides as the backend wants them; the values must be present. The view points
    // into this operand.
    StridedView view() {
        if (kind == Kind::array) return layout.at(array->f.data, dtype);
        return {value, dtype, 0, nullptr, nullptr};
    }
    int ndim() const { return kind == Kind::array ? layout.nd : 0; }
};

// Fills `operand` from any object; never fails (Kind::foreign is an answer).
void classify(PyObject* object, Operand& operand);
// The same where an array is foreign, too.
void classify_number(PyObject* object, Number& number);
// As classify, and lists and tuples become arrays; false with an exception set.
bool classify_converting(PyObject* object, Operand& operand);

// The same with arrays pinned (front/array/pinned.h); `owned` then is the array that was pinned.
bool classify_pinned(PyObject* object, Operand& operand);

// A list or tuple of Python's own type. A class derived from one may answer for itself, as any
// other class may (__array_ufunc__, __array__, a sum of its own): NumPy asks it.
inline bool is_plain_list(PyObject* object) {
    return PyList_CheckExact(object) || PyTuple_CheckExact(object);
}

// A float of Python's or NumPy's float64, likewise.
inline bool is_plain_float(PyObject* object) {
    return PyFloat_CheckExact(object) || Py_IS_TYPE(object, &PyDoubleArrType_Type);
}

// Of a class derived from a type for numbers, texts, lists or arrays, as settings are: NumPy
// computes and compares with it, and it may do that in a way of its own.
inline bool is_derived(PyObject* object) {
    return PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HEAPTYPE) &&
           (PyLong_Check(object) || PyFloat_Check(object) || PyUnicode_Check(object) ||
            PyTuple_Check(object) || PyList_Check(object) || PyArray_Check(object));
}

// Is it a whole number of Python's or NumPy's? NumPy's Python functions compare and add what others
// only name one by an __index__.
inline bool is_whole_number(PyObject* argument) {
    return PyLong_Check(argument) || PyArray_IsScalar(argument, Integer);
}

// Is it a real number of Python's or NumPy's, of up to 64 bits? NumPy calculates with others by
// their own operators.
inline bool is_real_number(PyObject* argument) {
    if (PyFloat_CheckExact(argument) || PyLong_CheckExact(argument)) return true;
    return PyBool_Check(argument) || PyArray_IsScalar(argument, Integer) ||
           PyArray_IsScalar(argument, Bool) || PyArray_IsScalar(argument, Double) ||
           PyArray_IsScalar(argument, Float) || PyArray_IsScalar(argument, Half);
}

// Other libraries' arrays, buffers, objects with a protocol, users' subclasses: all that is not an
// array, a number or a list.
bool has_its_own_say(PyObject* object);

inline bool is_weak(Kind kind) { return kind >= Kind::weak_int && kind <= Kind::weak_complex; }

// Type that a weak number takes beside the strong type `other` (no_dtype: none, all are weak).
Dtype weak_dtype(Kind kind, Dtype other);

enum class Bound { ok, out_of_range, error };
// Gives a weak operand its type and bytes. out_of_range: a Python int that does not fit `dtype`
// (no exception set); error: exception set. Overflow to infinity is reported in `status`.
Bound bind_weak(Number& number, Dtype dtype, Status& status);

// A Python int to be judged as an int64 that it does not fit: NumPy's logical operations take the
// truth of numbers in types of their own, whatever they meet.
inline bool needs_word(Op op, const Number& number) {
    if (op != Op::logical_and && op != Op::logical_or && op != Op::logical_xor) return false;
    if (number.kind != Kind::weak_int) return false;
    int overflows = 0;
    PyLong_AsLongLongAndOverflow(number.object, &overflows);
    return overflows != 0;
}

// The bytes of one element, by lengths that the compiler knows.
inline void copy_element(char* to, const char* from, Dtype dtype) {
    switch (itemsize(dtype)) {
        case 1: std::memcpy(to, from, 1); break;
        case 2: std::memcpy(to, from, 2); break;
        case 4: std::memcpy(to, from, 4); break;
        case 8: std::memcpy(to, from, 8); break;
        default: std::memcpy(to, from, 16);
    }
}

// NumPy's scalar class of each element type.
extern PyTypeObject* scalar_types[dtype_count];
inline bool is_scalar_of(PyObject* object, Dtype dtype) {
    return Py_TYPE(object) == scalar_types[static_cast<int>(dtype)];
}
// Where every one of them keeps its value: behind the object head, aligned for its type.
inline const char* scalar_value(PyObject* scalar) {
    return reinterpret_cast<const char*>(scalar) + sizeof(PyObject);
}

// Whether these bytes of a floating or complex type are, or hold, a NaN that signals: NumPy reports
// it where it becomes a number of another type.
bool holds_signaling_nan(Dtype dtype, const char* bytes);

// The NumPy scalar object for the element at `data`.
PyObject* make_scalar(Dtype dtype, const char* data);

bool prepare_operands();

}  // namespace numen::front
