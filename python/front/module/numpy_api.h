// NumPy's and Python's C API, included in one way by every file of the front.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_1_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL numen_front_array_api
#define PY_UFUNC_UNIQUE_SYMBOL numen_front_ufunc_api
#ifndef NUMEN_FRONT_MODULE
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>
#include <numpy/ufuncobject.h>

#include <utility>

namespace numen::front {

// An owned reference; releases it at the end of the scope.
class Ref {
public:
    Ref() = default;
    explicit Ref(PyObject* owned) : object_(owned) {}
    Ref(const Ref&) = delete;
    Ref& operator=(const Ref&) = delete;
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref& operator=(Ref&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Ref() { Py_XDECREF(object_); }

    static Ref share(PyObject* borrowed) { return Ref(Py_XNewRef(borrowed)); }
    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }
    explicit operator bool() const { return object_ != nullptr; }

private:
    PyObject* object_ = nullptr;
};

// Clears the exception that is set, which this thread meets once more when it next runs Python code
// (array/waiting.cpp).
void postpone_error();

// comes_from_handler(error), of Python: did a signal's handler, written in Python, raise it?
PyObject* comes_from_handler(PyObject* module, PyObject* error);

// Is an exception set that says nothing of the work it came in: Ctrl-C, the end of the program,
// what a signal's handler raised?
bool is_interrupted();

// Clears the exception that may be set. One that says nothing of the work is not lost with it: it
// comes once more.
inline void forget_error() {
    if (is_interrupted()) [[unlikely]] postpone_error();
    PyErr_Clear();
}

// How PyMethodDef holds functions of the vectorcall protocol, and that protocol's flags.
template <class Function> PyCFunction as_method(Function* function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}
inline constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

// How many keyword arguments that protocol hands over: their names are a tuple or null.
inline Py_ssize_t keyword_count(PyObject* names) {
    return names == nullptr ? 0 : PyTuple_GET_SIZE(names);
}

}  // namespace numen::front
