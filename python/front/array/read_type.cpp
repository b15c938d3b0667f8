// The element type that an argument names.
#include "front/array/caller.h"
#include "front/array/object.h"
#include "front/array/pinned.h"

namespace numen::front {
namespace {

// NumPy serves what is of bytes, and warns of "a5" for "S5": once, not for us as well.
PyObject* without_deprecated_alias(PyObject* object) {
    if (!PyUnicode_Check(object) || PyUnicode_GET_LENGTH(object) == 0) return Py_NewRef(object);
    const Py_UCS4 first = PyUnicode_READ_CHAR(object, 0);
    const bool has_order = first == '|' || first == '<' || first == '>' || first == '=';
    const Py_ssize_t length = PyUnicode_GET_LENGTH(object), at = has_order ? 1 : 0;
    bool is_alias = at < length && PyUnicode_READ_CHAR(object, at) == 'a';
    for (Py_ssize_t i = at + 1; i < length && is_alias; ++i) {
        is_alias = Py_UNICODE_ISDECIMAL(PyUnicode_READ_CHAR(object, i));
    }
    if (!is_alias) return Py_NewRef(object);
    Ref digits(PyUnicode_Substring(object, at + 1, length));
    return digits ? PyUnicode_FromFormat("S%U", digits.get()) : nullptr;
}

}  // namespace

bool read_descr(PyObject* object, PyArray_Descr*& descr) {
    if (is_managed(object)) return PyErr_SetString(PyExc_TypeError, array_is_no_dtype), false;
    const Ref held = held_if_sequence(object);  // a list of fields may change while it is read
    const Ref alias(held ? without_deprecated_alias(held.get()) : nullptr);
    if (!alias) return false;
    if (PyArray_DescrCheck(object) || PyType_Check(object) || PyUnicode_Check(object)) {
        return PyArray_DescrConverter(alias.get(), &descr);
    }
    const AsTheProgram as_the_program;  // objects with an attribute dtype are deprecated
    return PyArray_DescrConverter(alias.get(), &descr);
}

bool read_dtype(PyObject* object, Dtype& dtype) {
    PyArray_Descr* descr = nullptr;
    if (!read_descr(object, descr)) return false;
    dtype = dtype_of(descr);
    Py_DECREF(descr);
    return true;
}

}  // namespace numen::front
