#include "front/module/observer.h"

#include <ctime>

namespace numen::front {
namespace {

PyObject* on_begin = nullptr;
PyObject* on_end = nullptr;

double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

PyObject* none_as_null(PyObject* object) {
    return object == Py_None ? nullptr : Py_NewRef(object);
}

}  // namespace

bool Observation::begin() {
    if (on_begin == nullptr) return true;
    Ref answer(PyObject_CallFunction(on_begin, "ss", kind_, name_));
    if (!answer) return false;
    begun_ = true;
    start_ = now();
    return true;
}

Observation::~Observation() {
    if (!begun_ || on_end == nullptr) return;
    const double seconds = now() - start_;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    Ref answer(PyObject_CallFunction(on_end, "ssd", kind_, name_, seconds));
    if (!answer) PyErr_WriteUnraisable(on_end);
    PyErr_Restore(type, value, traceback);
}

PyObject* set_observer(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "set_observer: needs two callables or None");
        return nullptr;
    }
    Py_XSETREF(on_begin, none_as_null(args[0]));
    Py_XSETREF(on_end, none_as_null(args[1]));
    Py_RETURN_NONE;
}

}  // namespace numen::front
