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

// As a class's attribute NumPy's Python functions are methods; those in C are not, nor are bound
// methods, whose type has a __get__ in some versions of CPython.
template <Counterpart of> PyObject* bind_as(PyObject* self, PyObject* instance, PyObject* type) {
    PyObject* counterpart = of(self);
    if (counterpart == nullptr) return nullptr;
    const descrgetfunc get = Py_TYPE(counterpart)->tp_descr_get;
    if (get == nullptr || instance == nullptr) return Py_NewRef(self);
    const Ref bound(get(counterpart, instance, type));
    if (!bound) return nullptr;
    return bound.get() == counterpart ? Py_NewRef(self) : PyMethod_New(self, instance);
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
