// The most frequent reads and writes: Python ints and single slices, without parsing an index.
#include <algorithm>
#include <cstring>

#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/index.h"
#include "front/module/observer.h"

namespace numen::front {
// a[i], a[i, j] with Python ints, the most frequent reads; null without an exception otherwise.
namespace {

// A Python int as a position along an axis, counted from its begin; false, without an exception,
// for anything else and for what lies outside.
inline bool read_position(PyObject* item, npy_intp extent, npy_intp& position) {
    if (!PyLong_CheckExact(item)) return false;
#if PY_VERSION_HEX >= 0x030C0000
    const auto* number = reinterpret_cast<PyLongObject*>(item);
    if (PyUnstable_Long_IsCompact(number)) {
        position = PyUnstable_Long_CompactValue(number);
        return wrap_integer(position, extent);
    }
#else
    const Py_ssize_t digits = Py_SIZE(item);
    if (digits >= -1 && digits <= 1) {
        position = digits * reinterpret_cast<PyLongObject*>(item)->ob_digit[0];
        return wrap_integer(position, extent);
    }
#endif
    position = PyLong_AsSsize_t(item);
    if (position == -1 && PyErr_Occurred()) {
        forget_error();
        return false;
    }
    return wrap_integer(position, extent);
}

}  // namespace

PyObject* quick_get(ArrayObject* a, PyObject* key) {
    PyObject* const* items = &key;
    Py_ssize_t count = 1;
    if (PyTuple_CheckExact(key)) {
        items = &PyTuple_GET_ITEM(key, 0);
        count = PyTuple_GET_SIZE(key);
    }
    if (count > a->f.nd || count == 0) return nullptr;
    npy_intp offset = 0;
    for (Py_ssize_t axis = 0; axis < count; ++axis) {
        npy_intp position;
        if (!read_position(items[axis], a->f.dimensions[axis], position)) return nullptr;
        offset += position * a->f.strides[axis];
    }
    if (count == a->f.nd) {
        if (is_watching) [[unlikely]] count_element("read");
        const Dtype dtype = dtype_of(a);
        return values(a) ? make_scalar(dtype, a->f.data + offset) : nullptr;
    }
    return as_object(new_view(a, dtype_of(a), a->f.nd - count, a->f.dimensions + count,
                              a->f.strides + count, offset));
}

PyObject* quick_slice(ArrayObject* a, PyObject* slice) {
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step) < 0) return nullptr;
    if (a->f.nd == 0) return raise_index_error(a, slice, {});  // since the slice was read
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    std::copy_n(a->f.strides, a->f.nd, strides);
    shape[0] = PySlice_AdjustIndices(shape[0], &start, &stop, step);
    const npy_intp offset = shape[0] > 0 ? start * strides[0] : 0;
    strides[0] = stepped(strides[0], step);
    return as_object(new_view(a, dtype_of(a), a->f.nd, shape, strides, offset));
}

// a[i] = number with Python numbers that the element type holds exactly as NumPy would store them.
bool quick_set(ArrayObject* a, PyObject* key, PyObject* value) {
    if (is_managed(as_object(a)) || a->f.nd == 0 || !is_plainly_writeable(a)) return false;
    PyObject* const* items = &key;
    Py_ssize_t count = 1;
    if (PyTuple_CheckExact(key)) {
        items = &PyTuple_GET_ITEM(key, 0);
        count = PyTuple_GET_SIZE(key);
    }
    if (count != a->f.nd) return false;
    const bool is_float = PyFloat_Check(value);
    if (dtype_of(a) != Dtype::float64 || !(is_float || PyLong_CheckExact(value))) return false;
    npy_intp offset = 0;
    for (Py_ssize_t axis = 0; axis < count; ++axis) {
        npy_intp position;
        if (!read_position(items[axis], a->f.dimensions[axis], position)) return false;
        offset += position * a->f.strides[axis];
    }
    const double number = is_float ? PyFloat_AS_DOUBLE(value) : PyLong_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred()) {
        forget_error();
        return false;
    }
    if (is_watching) [[unlikely]] count_element("written");
    std::memcpy(a->f.data + offset, &number, sizeof number);
    return true;
}

bool quick_piece(ArrayObject* a, PyObject* key, BasicView& view) {
    if (PySlice_Check(key)) {
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(key, &start, &stop, &step) < 0 || a->f.nd == 0) return false;
        view.nd = a->f.nd;
        std::copy_n(a->f.dimensions, a->f.nd, view.shape);
        std::copy_n(a->f.strides, a->f.nd, view.strides);
        view.shape[0] = PySlice_AdjustIndices(view.shape[0], &start, &stop, step);
        view.offset = view.shape[0] > 0 ? start * view.strides[0] : 0;
        view.strides[0] = stepped(view.strides[0], step);
        return true;
    }
    npy_intp position;
    if (a->f.nd < 2 || !read_position(key, a->f.dimensions[0], position)) return false;
    view.nd = a->f.nd - 1;
    std::copy_n(a->f.dimensions + 1, view.nd, view.shape);
    std::copy_n(a->f.strides + 1, view.nd, view.strides);
    view.offset = position * a->f.strides[0];
    return true;
}

// Bytes to bytes where the value has the piece's type, its shape and no gaps; false otherwise.
bool quick_assign(ArrayObject* a, const BasicView& view, PyObject* value) {
    if (!is_exposed(value) || !is_exposed(as_object(a))) return false;
    ArrayObject* source = as_array(value);
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    const Dtype dtype = dtype_of(a);
    if (!(source->f.flags & plain) || source->f.nd != view.nd || dtype_of(source) != dtype ||
        !is_plainly_writeable(a)) {
        return false;
    }
    const StridedView target{a->f.data + view.offset, dtype, view.nd, view.shape, view.strides};
    if (!std::equal(view.shape, view.shape + view.nd, source->f.dimensions) ||
        !is_contiguous(target) || !is_c_contiguous(source)) {
        return false;
    }
    std::memmove(target.data, source->f.data, element_count(source) * itemsize(dtype));
    return true;
}

}  // namespace numen::front
