// Quick paths of composites that make arrays from Python's numbers.
#include <cmath>

#include "backends/backend.h"
#include "backends/cpu/patterns.h"
#include "front/array/asked_type.h"
#include "front/array/elements.h"
#include "front/array/object.h"
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
    if (length == -1 && PyErr_Occurred()) forget_error();
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

// The number that a Python float or int is, in an array of this type; false if it is neither or
// does not fit.
bool read_item(PyObject* item, std::int64_t& value) {
    int overflow = 0;
    if (!PyLong_CheckExact(item)) return false;
    value = PyLong_AsLongLongAndOverflow(item, &overflow);
    return overflow == 0;
}
bool read_item(PyObject* item, double& value) {
    std::int64_t whole;
    if (PyFloat_CheckExact(item)) return value = PyFloat_AS_DOUBLE(item), true;
    if (!read_item(item, whole)) return false;
    value = static_cast<double>(whole);
    return true;
}

// The list stays as it is once there is an array: no item's own code runs.
template <class T> PyObject* array_of_items(Dtype dtype, PyObject* sequence) {
    const npy_intp length = PySequence_Fast_GET_SIZE(sequence);
    ArrayObject* result = length == 0 ? nullptr : new_array(dtype, 1, &length);
    if (result == nullptr) return nullptr;
    if (PySequence_Fast_GET_SIZE(sequence) != length) return Py_DECREF(result), nullptr;
    PyObject** items = PySequence_Fast_ITEMS(sequence);
    T* values = reinterpret_cast<T*>(result->f.data);
    for (npy_intp i = 0; i < length; ++i) {
        if (read_item(items[i], values[i])) continue;
        Py_DECREF(result);
        return nullptr;
    }
    return as_object(result);
}

// fromiter(list, dtype) of a list or tuple of Python's numbers, as float64 or int64.
PyObject* quick_fromiter(PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !(PyList_CheckExact(args[0]) || PyTuple_CheckExact(args[0]))) return nullptr;
    PyArray_Descr* descr = nullptr;
    if (!read_descr(args[1], descr)) return leave_to_numpy(), nullptr;
    const Dtype dtype = asked_type(descr);
    Py_XDECREF(descr);
    if (dtype == Dtype::float64) return array_of_items<double>(dtype, args[0]);
    if (dtype == Dtype::int64) return array_of_items<std::int64_t>(dtype, args[0]);
    return nullptr;
}

// indices((rows, columns ...)): a grid for each axis.
PyObject* quick_indices(PyObject* const* args, Py_ssize_t count) {
    constexpr int most_axes = 8;
    constexpr npy_intp most_places = npy_intp{1} << 50;
    if (count != 1 || !PyTuple_CheckExact(args[0])) return nullptr;
    const Py_ssize_t axes = PyTuple_GET_SIZE(args[0]);
    if (axes < 1 || axes > most_axes) return nullptr;
    npy_intp shape[most_axes + 1] = {axes}, places = 1;
    for (Py_ssize_t axis = 0; axis < axes; ++axis) {
        npy_intp& extent = shape[axis + 1];
        if (!read_length(PyTuple_GET_ITEM(args[0], axis), extent) || extent == 0 ||
            __builtin_mul_overflow(places, extent, &places) || places > most_places) {
            return nullptr;
        }
    }
    ArrayObject* result = new_array(Dtype::int64, static_cast<int>(axes) + 1, shape);
    if (result == nullptr) return nullptr;
    auto* grid = reinterpret_cast<std::int64_t*>(result->f.data);
    npy_intp outer = 1, inner = places;
    without_lock(pass_time(places * axes, Dtype::int64), [&] {
        for (Py_ssize_t axis = 1; axis <= axes; ++axis, grid += places) {
            inner /= shape[axis];
            cpu::write_coordinates(grid, outer, shape[axis], inner);
            outer *= shape[axis];
        }
    });
    return as_object(result);
}

}  // namespace

const QuickPathRow making_paths[] = {
    {"fromiter", quick_fromiter},
    {"indices", quick_indices},
    {"linspace", quick_linspace},
    {nullptr, nullptr},
};

}  // namespace numen::front
