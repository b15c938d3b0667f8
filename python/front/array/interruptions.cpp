// Exceptions that say nothing of the work that they came in.
#include <signal.h>

#include <algorithm>

#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

bool is_signal(PyObject* object) {
    if (!PyLong_Check(object)) return false;
    const long number = PyLong_AsLong(object);
    if (number == -1) PyErr_Clear();
    return number > 0 && number < NSIG;
}

// Are there among the first items of `values`, a list or tuple, a signal's number and then `frame`?
bool has_signal_and_frame(PyObject* values, Py_ssize_t count, PyObject* frame) {
    for (Py_ssize_t i = 1; i < count; ++i) {
        if (PySequence_Fast_GET_ITEM(values, i) == frame &&
            is_signal(PySequence_Fast_GET_ITEM(values, i - 1))) {
            return true;
        }
    }
    return false;
}

// The same, or in the tuple that a function with *arguments has of them.
bool is_called_by_signal(PyObject* arguments, Py_ssize_t count, PyObject* frame) {
    if (has_signal_and_frame(arguments, count, frame)) return true;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* value = PyList_GET_ITEM(arguments, i);
        const Py_ssize_t size = PyTuple_CheckExact(value) ? PyTuple_GET_SIZE(value) : 0;
        if (has_signal_and_frame(value, size, frame)) return true;
    }
    return false;
}

// How many of a function's variables are arguments: they are the first.
Py_ssize_t argument_count(PyFrameObject* frame) {
    const Ref owned(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
    const auto* code = reinterpret_cast<PyCodeObject*>(owned.get());
    return code->co_argcount + code->co_kwonlyargcount + ((code->co_flags & CO_VARARGS) != 0);
}

// Is it the call of a signal's handler? Python gives that the number and the frame that the signal
// came in, which is the caller's. The table of handlers does not tell: one may have exchanged
// itself before it raised.
bool runs_handler(PyFrameObject* frame) {
    const Ref caller(reinterpret_cast<PyObject*>(PyFrame_GetBack(frame)));
    const Ref locals(caller ? PyFrame_GetLocals(frame) : nullptr);
    const Ref variables(locals ? PyMapping_Values(locals.get()) : nullptr);
    if (!variables) return false;
    const Py_ssize_t count = std::min(argument_count(frame), PyList_GET_SIZE(variables.get()));
    return is_called_by_signal(variables.get(), count, caller.get());
}

// Is such a call among those of a traceback or null?
bool passed_handler(PyObject* trace) {
    auto* each = reinterpret_cast<PyTracebackObject*>(trace);
    for (; each != nullptr; each = each->tb_next) {
        if (runs_handler(each->tb_frame)) return true;
        PyErr_Clear();
    }
    return false;
}

}  // namespace

PyObject* comes_from_handler(PyObject*, PyObject* error) {
    const Ref trace(PyExceptionInstance_Check(error) ? PyException_GetTraceback(error) : nullptr);
    return PyBool_FromLong(passed_handler(trace.get()));
}

bool is_interrupted() {
    if (PyErr_Occurred() == nullptr) return false;
    if (!PyErr_ExceptionMatches(PyExc_Exception)) return true;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    const bool is_handlers = passed_handler(trace);
    PyErr_Restore(type, value, trace);
    return is_handlers;
}

}  // namespace numen::front
