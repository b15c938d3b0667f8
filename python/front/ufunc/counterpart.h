// A function of ours equals NumPy's of the same name, as a key too: NumPy hands its own to a user's
// __array_function__ or __array_ufunc__, which looks it up in a table that names ours.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

template <PyObject* (*Counterpart)(PyObject*)> Py_hash_t hash_as(PyObject* self) {
    return PyObject_Hash(Counterpart(self));
}

template <PyObject* (*Counterpart)(PyObject*)>
PyObject* compare_as(PyObject* self, PyObject* other, int operation) {
    if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    const bool equal = self == other || Counterpart(self) == other;
    if (!equal) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(operation == Py_EQ);
}

}  // namespace numen::front
