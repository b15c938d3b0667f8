#include "front/functions/iterated_numbers.h"

#include <cmath>
#include <cstdint>

#include "front/array/object.h"

namespace numen::front {
namespace {

constexpr double largest_half = 65504;
constexpr std::int64_t exact_in_double = std::int64_t{1} << 53;

// What numbers become: elements of one of the types of NumPy's that Numen computes with.
struct Target {
    PyTypeObject* scalar;
    char kind;
    int bytes;  // of one part of a complex number

    explicit Target(PyArray_Descr* descr)
        : scalar(descr->typeobj), kind(descr->kind),
          bytes(static_cast<int>(PyDataType_ELSIZE(descr)) / (descr->kind == 'c' ? 2 : 1)) {}

    bool is_inexact() const { return kind == 'f' || kind == 'c'; }
    bool takes(PyObject* item) const;
    bool takes(double value) const;
    bool takes(std::int64_t value) const;
};

bool Target::takes(double value) const {
    if (kind == 'b' || (is_inexact() && bytes >= 8)) return true;
    // Not a NaN where integers are wanted.
    if (!is_inexact()) return kind == 'i' && bytes >= 4 && std::fabs(value) < INT32_MAX;
    return !std::isfinite(value) || std::fabs(value) <= largest_half;
}

bool Target::takes(std::int64_t value) const {
    if (kind == 'b') return true;
    if (is_inexact()) {
        const std::int64_t limit = bytes >= 8 ? exact_in_double : std::int64_t{1} << 11;
        return -limit <= value && value <= limit;
    }
    const bool is_signed = kind == 'i';
    if (bytes == 8) return is_signed || value >= 0;
    const std::int64_t limit = std::int64_t{1} << (8 * bytes - (is_signed ? 1 : 0));
    return value < limit && value >= (is_signed ? -limit : 0);
}

bool Target::takes(PyObject* item) const {
    const PyTypeObject* type = Py_TYPE(item);
    if (type == scalar || type == &PyBool_Type) return true;
    if (type == &PyFloat_Type || type == &PyDoubleArrType_Type) {
        return takes(PyFloat_AS_DOUBLE(item));
    }
    if (type == &PyLong_Type) {
        int overflows = 0;
        const long long value = PyLong_AsLongLongAndOverflow(item, &overflows);
        return overflows == 0 && takes(static_cast<std::int64_t>(value));
    }
    if (type == &PyLongArrType_Type) {
        return takes(static_cast<std::int64_t>(PyArrayScalar_VAL(item, Long)));
    }
    return type == &PyComplex_Type && kind == 'c' && bytes >= 8;
}

// The next item, or null at the end and with an error set.
PyObject* next_of(PyObject* iterator) {
    PyObject* item = Py_TYPE(iterator)->tp_iternext(iterator);
    if (item == nullptr && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_StopIteration)) {
        PyErr_Clear();
    }
    return item;
}

}  // namespace

PyObject* next_numbers(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3 || !PyIter_Check(args[0]) || !PyArray_DescrCheck(args[1])) {
        PyErr_SetString(PyExc_TypeError, "next_numbers: needs an iterator, a dtype and a limit");
        return nullptr;
    }
    const Py_ssize_t limit = PyLong_AsSsize_t(args[2]);
    if (limit == -1 && PyErr_Occurred()) return nullptr;
    const Target target(reinterpret_cast<PyArray_Descr*>(args[1]));
    Ref items(PyList_New(0));
    bool is_odd = false;
    for (Py_ssize_t taken = 0; items && taken < limit && !is_odd; ++taken) {
        const Ref item(next_of(args[0]));
        if (!item) break;
        is_odd = !target.takes(item.get());
        if (PyList_Append(items.get(), item.get()) < 0) return nullptr;
    }
    if (!items || PyErr_Occurred()) return nullptr;
    return PyTuple_Pack(2, items.get(), is_odd ? Py_True : Py_False);
}

}  // namespace numen::front
