// Quick paths of composites that make arrays from Python's numbers.
#include <algorithm>
#include <cmath>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/call/fallback.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

// A Python float, or an int that a double holds exactly.
bool read_real(PyObject* object, double& value) {
    if (PyFloat_CheckExact(object)) return value = PyFloat_AS_DOUBLE(object), true;
    if (!PyLong_CheckExact(object)) return false;
    constexpr long long limit = 1LL << 53;
    int overflow = 0;
    const long long whole = PyLong_AsLongLongAndOverflow(object, &overflow);
    value = static_cast<double>(whole);
    return overflow == 0 && whole > -limit && whole < limit;
}

bool read_length(PyObject* object, npy_intp& length) {
    if (!PyLong_CheckExact(object)) return false;
    length = PyLong_AsSsize_t(object);
    if (length == -1 && PyErr_Occurred()) PyErr_Clear();
    return length >= 0;
}

// linspace(start, stop, num) with both ends. A step that under- or overflows is left to the Python
// function, and so is what raises a floating-point flag.
PyObject* quick_linspace(PyObject* const* args, Py_ssize_t count) {
    double start, stop;
    npy_intp length = 50;
    if (count < 2 || count > 3 || !read_real(args[0], start) || !read_real(args[1], stop) ||
        (count == 3 && !read_length(args[2], length)) || length == 0) {
        return nullptr;
    }
    const double width = stop - start;
    const double step = length == 1 ? width : width / static_cast<double>(length - 1);
    if (length == 1 ? !std::isfinite(step) : !std::isnormal(step)) return nullptr;
    ArrayObject* result = new_array(Dtype::float64, 1, &length);
    if (result == nullptr) return nullptr;
    if (backend::ramp(Dtype::float64, result->f.data, length, &start, &step) != status_ok) {
        Py_DECREF(result);
        return nullptr;
    }
    if (length > 1) reinterpret_cast<double*>(result->f.data)[length - 1] = stop;
    return as_object(result);
}

// fromiter(list, dtype) of a list or tuple of Python's floats and ints, not too long.
PyObject* quick_fromiter(PyObject* const* args, Py_ssize_t count) {
    constexpr Py_ssize_t most_items = 4096;
    if (count != 2 || !(PyList_CheckExact(args[0]) || PyTuple_CheckExact(args[0]))) return nullptr;
    const Py_ssize_t length = PySequence_Fast_GET_SIZE(args[0]);
    PyObject** items = PySequence_Fast_ITEMS(args[0]);
    const auto is_number = [](PyObject* item) {
        return PyFloat_CheckExact(item) || PyLong_CheckExact(item);
    };
    if (length == 0 || length > most_items || !std::all_of(items, items + length, is_number)) {
        return nullptr;
    }
    PyArray_Descr* descr = nullptr;
    if (!PyArray_DescrConverter(args[1], &descr)) return leave_to_numpy(), nullptr;
    const bool is_plain = dtype_of(descr) != no_dtype;
    PyObject* result = is_plain ? array_from_object(args[0], descr) : nullptr;
    Py_DECREF(descr);
    if (result == nullptr && PyErr_Occurred()) leave_to_numpy();  // the Python function says it
    return result;
}

}  // namespace

const QuickPathRow making_paths[] = {
    {"fromiter", quick_fromiter},
    {"linspace", quick_linspace},
    {nullptr, nullptr},
};

}  // namespace numen::front
