#include "front/call/overrides.h"

#include <algorithm>

#include "front/array/object.h"
#include "front/call/operand.h"

namespace numen::front {
namespace {

PyObject* look_up(PyTypeObject* type) {
    static PyObject* const name = PyUnicode_InternFromString("__array_function__");
    return _PyType_Lookup(type, name);
}

bool is_overriding(PyObject* object) {
    // Of Python's own types only: a class of the user's may be derived from any of them.
    PyTypeObject* type = Py_TYPE(object);
    if (type == &PyLong_Type || type == &PyFloat_Type || is_array(object) || object == Py_None ||
        type == &PyUnicode_Type || type == &PyBool_Type) {
        return false;
    }
    static PyObject* const of_arrays = look_up(&PyArray_Type);
    PyObject* found = look_up(type);
    return found != nullptr && found != of_arrays;
}

}  // namespace

bool has_own_comparison(PyObject* const* args, Py_ssize_t total) {
    return std::any_of(args, args + total, is_derived);
}

bool has_override(PyObject* argument) {
    // Functions that take longer lists of arrays look at their items again.
    constexpr Py_ssize_t most_items = 32;
    if (!PyList_CheckExact(argument) && !PyTuple_CheckExact(argument)) {
        return is_overriding(argument);
    }
    PyObject** items = PySequence_Fast_ITEMS(argument);
    const Py_ssize_t count = std::min(PySequence_Fast_GET_SIZE(argument), most_items);
    return std::any_of(items, items + count, is_overriding);
}

bool has_override(PyObject* const* args, Py_ssize_t total) {
    return std::any_of(args, args + total, [](PyObject* o) { return has_override(o); });
}

}  // namespace numen::front
