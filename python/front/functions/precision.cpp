#include "front/functions/precision.h"

#include <algorithm>

namespace numen::front {

PyObject* native_precision = nullptr;

namespace {

PyObject* keyword_name = nullptr;

bool is_name_of_keyword(PyObject* name) {
    return name == keyword_name || PyUnicode_Compare(name, keyword_name) == 0;
}

}  // namespace

bool prepare_precision() {
    keyword_name = PyUnicode_InternFromString("precision");
    native_precision = PyContextVar_New("numen.linalg.precision", Py_False);
    return keyword_name != nullptr && native_precision != nullptr;
}

CallArguments::CallArguments(const Arguments& given) : rest_(given) {
    for (Py_ssize_t k = 0; k < given.keywords(); ++k) {
        if (!is_name_of_keyword(PyTuple_GET_ITEM(given.names, k))) continue;
        precision_ = take_out(k);
        return;
    }
}

void CallArguments::leave_out(const char* keyword) {
    for (Py_ssize_t k = 0; k < rest_.keywords(); ++k) {
        PyObject* name = PyTuple_GET_ITEM(rest_.names, k);
        if (PyUnicode_CompareWithASCIIString(name, keyword) != 0) continue;
        take_out(k);
        return;
    }
}

// The keyword's value; null if it stays where it is.
PyObject* CallArguments::take_out(Py_ssize_t keyword) {
    const Py_ssize_t all = rest_.positional + rest_.keywords(), at = rest_.positional + keyword;
    if (all > most) return nullptr;  // more than any function takes: refused as it stands
    Ref names(PyTuple_New(rest_.keywords() - 1));
    if (!names) return forget_error(), nullptr;
    for (Py_ssize_t k = 0, to = 0; k < rest_.keywords(); ++k) {
        if (k == keyword) continue;
        PyTuple_SET_ITEM(names.get(), to++, Py_NewRef(PyTuple_GET_ITEM(rest_.names, k)));
    }
    PyObject* value = rest_.values[at];
    for (Py_ssize_t i = 0, to = 0; i < all; ++i) {  // which may be values_ itself
        if (i != at) values_[to++] = rest_.values[i];
    }
    names_ = std::move(names);
    const bool has_more = PyTuple_GET_SIZE(names_.get()) > 0;
    rest_ = {values_, rest_.positional, has_more ? names_.get() : nullptr};
    return value;
}

bool CallArguments::read(linalg::Precision& precision) const {
    bool is_native = false;
    if (precision_ == nullptr) {
        PyObject* found = nullptr;
        if (PyContextVar_Get(native_precision, nullptr, &found) < 0) return false;
        is_native = Ref(found).get() == Py_True;
    } else if (!PyUnicode_Check(precision_)) {
        PyErr_Format(PyExc_TypeError, "precision must be 'default' or 'native', got %s",
                     Py_TYPE(precision_)->tp_name);
        return false;
    } else {
        is_native = PyUnicode_CompareWithASCIIString(precision_, "native") == 0;
        if (!is_native && PyUnicode_CompareWithASCIIString(precision_, "default") != 0) {
            PyErr_Format(PyExc_ValueError, "precision must be 'default' or 'native', got %R",
                         precision_);
            return false;
        }
    }
    precision = is_native ? linalg::Precision::native : linalg::Precision::standard;
    return true;
}

}  // namespace numen::front
