// Objects that stand for a function of NumPy's: what they do not answer themselves is its answer,
// and they equal it, as keys too: NumPy hands its own to a user's __array_function__ or
// __array_ufunc__, which looks it up in a table that names ours.
//
// Counterpart gives NumPy's object for one of ours, borrowed; null with an exception set.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

using Counterpart = PyObject* (*)(PyObject*);

template <Counterpart of> Py_hash_t hash_as(PyObject* self) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? -1 : PyObject_Hash(counterpart);
}

template <Counterpart of>
PyObject* compare_as(PyObject* self, PyObject* other, int operation) {
    if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    PyObject* counterpart = self == other ? self : of(self);
    if (counterpart == nullptr) return nullptr;
    if (self != other && counterpart != other) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(operation == Py_EQ);
}

template <Counterpart of> PyObject* attribute_as(PyObject* self, PyObject* name) {
    if (PyObject* found = PyObject_GenericGetAttr(self, name)) return found;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
    forget_error();
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_GetAttr(counterpart, name);
}

template <Counterpart of> PyObject* repr_as(PyObject* self) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_Repr(counterpart);
}

// As a class's attribute NumPy's Python functions are methods, and those in C are not.
template <Counterpart of> PyObject* bind_as(PyObject* self, PyObject* instance, PyObject*) {
    PyObject* counterpart = of(self);
    if (counterpart == nullptr) return nullptr;
    const bool binds = Py_TYPE(counterpart)->tp_descr_get != nullptr;
    return binds && instance != nullptr ? PyMethod_New(self, instance) : Py_NewRef(self);
}

// Getters of __wrapped__ and __doc__.
template <Counterpart of> PyObject* counterpart_itself(PyObject* self, void*) {
    return Py_XNewRef(of(self));
}
template <Counterpart of> PyObject* doc_as(PyObject* self, void*) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_GetAttrString(counterpart, "__doc__");
}

}  // namespace numen::front
