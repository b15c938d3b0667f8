// Indices of integers alone, and where they lead. Reading one runs no code of the program's.
#pragma once

#include "front/index/index.h"

namespace numen::front {

// The integer that these bytes of such a type are; false for other types, and for what no int64 is.
bool load_integer(Dtype dtype, const char* bytes, npy_intp& value);
// The value of a NumPy integer; false, without an exception, for anything else and for what no
// int64 is.
bool read_numpy_integer(PyObject* item, npy_intp& value);
// The value of a Python int of many digits, likewise.
bool read_long_integer(PyObject* item, npy_intp& value);

// The value of an int that is Python's own or NumPy's, no subclass of theirs, likewise.
inline bool read_integer_exactly(PyObject* item, npy_intp& value) {
    if (!PyLong_CheckExact(item)) [[unlikely]] return read_numpy_integer(item, value);
#if PY_VERSION_HEX >= 0x030C0000
    const auto* number = reinterpret_cast<PyLongObject*>(item);
    if (PyUnstable_Long_IsCompact(number)) [[likely]] {
        value = PyUnstable_Long_CompactValue(number);
        return true;
    }
#else
    const Py_ssize_t digits = Py_SIZE(item);
    if (digits >= -1 && digits <= 1) [[likely]] {
        value = digits * reinterpret_cast<PyLongObject*>(item)->ob_digit[0];
        return true;
    }
#endif
    return read_long_integer(item, value);
}

// An integer as a position along an axis, counted from its begin; false, without an exception, for
// anything else and for what lies outside.
inline bool read_position(PyObject* item, npy_intp extent, npy_intp& position) {
    return read_integer_exactly(item, position) && wrap_integer(position, extent);
}

// The items of an index, which is a tuple or a single one.
struct KeyItems {
    PyObject* const* items;
    Py_ssize_t count = 1;

    explicit KeyItems(PyObject* const& key) : items(&key) {
        if (!PyTuple_CheckExact(key)) return;
        items = &PyTuple_GET_ITEM(key, 0);
        count = PyTuple_GET_SIZE(key);
    }
    KeyItems(PyObject* const* given, Py_ssize_t given_count) : items(given), count(given_count) {}
    // If they are integers: one for each axis.
    bool name_element(const ArrayObject* a) const { return count == a->f.nd && count > 0; }
};

// How many bytes from the first element the integers lead, one for each of the first axes; false,
// without an exception, for any other index and for what lies outside.
inline bool read_offset(const ArrayObject* a, const KeyItems& key, npy_intp& offset) {
    offset = 0;
    for (Py_ssize_t axis = 0; axis < key.count; ++axis) {
        npy_intp position;
        if (!read_position(key.items[axis], a->f.dimensions[axis], position)) return false;
        offset += position * a->f.strides[axis];
    }
    return true;
}

}  // namespace numen::front
