// Objects that stand for a function of NumPy's: what they do not answer themselves is its answer,
// and they equal it, as keys too: NumPy hands its own to a user's __array_function__ or
// __array_ufunc__, which looks it up in a table that names ours.
//
// Counterpart gives NumPy's object for one of ours, borrowed; null with an exception set.
#pragma once

#include <cstddef>

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

// What a program sets, a function of NumPy's keeps; ours keeps it itself.
struct OwnAttributes {
    PyObject* values = nullptr;  // null while there are none
    PyObject* weak_references = nullptr;

    void clear(PyObject* self) {
        if (weak_references != nullptr) PyObject_ClearWeakRefs(self);
        Py_CLEAR(values);
    }
};

inline bool has_attributes_of_its_own(PyObject* counterpart) {
    return counterpart != nullptr && Py_TYPE(counterpart)->tp_dictoffset != 0;
}

template <Counterpart of> PyObject* own_attributes(PyObject* self, void*) {
    PyObject* counterpart = of(self);
    if (counterpart == nullptr) return nullptr;
    return has_attributes_of_its_own(counterpart) ? PyObject_GenericGetDict(self, nullptr)
                                                  : PyObject_GetAttrString(counterpart, "__dict__");
}

// Getter and setter of __doc__, which pydoc asks of the object without its type's getattr.
template <Counterpart of> PyObject* own_doc(PyObject* self, void*) {
    const Ref own(PyObject_GenericGetDict(self, nullptr));
    PyObject* found = own ? PyDict_GetItemString(own.get(), "__doc__") : nullptr;
    if (found != nullptr || !own) return Py_XNewRef(found);
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_GetAttrString(counterpart, "__doc__");
}
inline int set_own_doc(PyObject* self, PyObject* value, void*) {
    const Ref own(PyObject_GenericGetDict(self, nullptr));
    if (!own) return -1;
    return value == nullptr ? PyDict_DelItemString(own.get(), "__doc__")
                            : PyDict_SetItemString(own.get(), "__doc__", value);
}

template <Counterpart of> int set_own_attribute(PyObject* self, PyObject* name, PyObject* value) {
    PyObject* counterpart = of(self);
    if (counterpart == nullptr) return -1;
    return has_attributes_of_its_own(counterpart) ? PyObject_GenericSetAttr(self, name, value)
                                                  : PyObject_SetAttr(counterpart, name, value);
}

// `place`: of the OwnAttributes in an object of the type.
template <Counterpart of> void give_own_attributes(PyTypeObject& type, std::size_t place) {
    type.tp_dictoffset = static_cast<Py_ssize_t>(place + offsetof(OwnAttributes, values));
    type.tp_weaklistoffset =
        static_cast<Py_ssize_t>(place + offsetof(OwnAttributes, weak_references));
    type.tp_getattro = attribute_as<of>;
    type.tp_setattro = set_own_attribute<of>;
}

template <Counterpart of> PyObject* repr_as(PyObject* self) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_Repr(counterpart);
}

template <Counterpart of> PyObject* str_as(PyObject* self) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_Str(counterpart);
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

// Pickled by name, as functions are: a __reduce__.
inline PyObject* qualified_name(PyObject* self, PyObject*) {
    return PyObject_GetAttrString(self, "__qualname__");
}
inline PyMethodDef methods_of_functions[] = {{"__reduce__", qualified_name, METH_NOARGS, nullptr},
                                             {nullptr, nullptr, 0, nullptr}};

// Getters of __wrapped__ and __doc__.
template <Counterpart of> PyObject* counterpart_itself(PyObject* self, void*) {
    return Py_XNewRef(of(self));
}
template <Counterpart of> PyObject* doc_as(PyObject* self, void*) {
    PyObject* counterpart = of(self);
    return counterpart == nullptr ? nullptr : PyObject_GetAttrString(counterpart, "__doc__");
}

}  // namespace numen::front
