#include "front/array/layout.h"

#include <algorithm>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/refusals.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {

bool read_axis(PyObject* object, const int& nd, int& axis, const char* prefix) {
    const Py_ssize_t value = PyNumber_AsSsize_t(object, nullptr);
    if (value == -1 && PyErr_Occurred()) return false;
    if (value >= -nd && value < nd) {
        axis = static_cast<int>(value < 0 ? value + nd : value);
        return true;
    }
    if (value != static_cast<int>(value)) {
        PyArray_PyIntAsInt(object);  // refuses in NumPy's words
        if (PyErr_Occurred()) return false;
    }
    Ref type(numpy_attribute("exceptions.AxisError"));
    Ref error(type ? PyObject_CallFunction(type.get(), "niz", value, nd, prefix)
                   : nullptr);
    if (error) PyErr_SetObject(type.get(), error.get());
    return false;
}

namespace {

bool read_extent(PyObject* object, npy_intp& extent) {
    if (PyBool_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "an integer is required");
        return false;
    }
    extent = PyNumber_AsSsize_t(object, PyExc_OverflowError);
    if (extent != -1 || !PyErr_Occurred()) return true;
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_SetString(PyExc_ValueError, "Maximum allowed dimension exceeded");
    }
    return false;
}

}  // namespace

bool read_shape(PyObject* object, int& nd, npy_intp* shape) {
    if (PyIndex_Check(object) && !is_ours(object) && !PyBool_Check(object)) {
        nd = 1;
        return read_extent(object, shape[0]);
    }
    Ref items(PySequence_Fast(object, "expected a sequence of integers or a single integer"));
    if (!items && object == Py_None) {
        PyErr_SetString(PyExc_TypeError, "Use () not None as shape arguments");
    } else if (!items && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Format(PyExc_TypeError,
                     "expected a sequence of integers or a single integer, got '%R'", object);
    }
    if (items) items = held_items(items.get());
    if (!items) return false;
    const Py_ssize_t length = PyTuple_GET_SIZE(items.get());
    if (length > max_dimensions) {
        PyErr_Format(PyExc_ValueError, "maximum supported dimension for an ndarray is currently "
                     "%d, found %zd", max_dimensions, length);
        return false;
    }
    nd = static_cast<int>(length);
    for (int i = 0; i < nd; ++i) {
        if (!read_extent(PyTuple_GET_ITEM(items.get(), i), shape[i])) return false;
    }
    return true;
}

bool read_order(PyObject* object, char& order) {
    NPY_ORDER parsed;
    if (!PyArray_OrderConverter(object, &parsed)) return false;
    order = parsed == NPY_FORTRANORDER ? 'F'
            : parsed == NPY_ANYORDER   ? 'A'
            : parsed == NPY_KEEPORDER  ? 'K'
                                       : 'C';
    return true;
}

namespace {

PyObject* reverse_axes(ArrayObject* a) {
    int axes[max_dimensions];
    for (int i = 0; i < a->f.nd; ++i) axes[i] = a->f.nd - 1 - i;
    return transpose(a, axes);
}

// NumPy refuses a shape that does not fit, on a stand-in of the same type and shape.
PyObject* raise_reshape_error(ArrayObject* a, int nd, const npy_intp* shape) {
    Ref stand(stand_in(a));
    Ref dims(stand ? PyTuple_New(nd) : nullptr);
    for (int axis = 0; dims && axis < nd; ++axis) {
        PyTuple_SET_ITEM(dims.get(), axis, PyLong_FromSsize_t(shape[axis]));
    }
    if (!dims) return nullptr;
    Ref result(PyObject_CallMethod(stand.get(), "reshape", "(O)", dims.get()));
    if (result) PyErr_SetString(PyExc_ValueError, "cannot reshape the array into this shape");
    return nullptr;
}

}  // namespace

PyObject* transpose(ArrayObject* a, const int* axes) {
    npy_intp shape[max_dimensions], strides[max_dimensions];
    for (int i = 0; i < a->f.nd; ++i) {
        shape[i] = a->f.dimensions[axes[i]];
        strides[i] = a->f.strides[axes[i]];
    }
    return as_object(new_view(a, dtype_of(a), a->f.nd, shape, strides, 0));
}

PyObject* reshape(ArrayObject* a, int nd, const npy_intp* wanted, char order) {
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::copy_n(wanted, nd, shape);
    if (!complete_shape(element_count(a), nd, shape)) return raise_reshape_error(a, nd, wanted);
    if (element_count(a) == 0 && checked_count(nd, shape, itemsize(dtype_of(a))) < 0) {
        return nullptr;
    }
    if (order == 'A') {
        order = (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a) ? 'F' : 'C';
    }
    if (order == 'F') {
        // Fortran order is C order with all axes reversed, before and after.
        Ref reversed(reverse_axes(a));
        if (!reversed) return nullptr;
        std::reverse(shape, shape + nd);
        Ref reshaped(reshape(as_array(reversed.get()), nd, shape, 'C'));
        if (!reshaped) return nullptr;
        return reverse_axes(as_array(reshaped.get()));
    }
    if (element_count(a) == 0 || is_c_contiguous(a)) {
        dense_strides(Order::c, itemsize(dtype_of(a)), nd, shape, strides);
        return as_object(new_view(a, dtype_of(a), nd, shape, strides, 0));
    }
    if (reshaped_strides(view_of(a), nd, shape, strides)) {
        return as_object(new_view(a, dtype_of(a), nd, shape, strides, 0));
    }
    const Ref own = pinned(as_object(a));
    a = as_array(own.get());
    if (a == nullptr || !values(a)) return nullptr;
    ArrayObject* result = new_array(dtype_of(a), nd, shape);
    if (result == nullptr) return nullptr;
    dense_strides(Order::c, itemsize(dtype_of(a)), a->f.nd, a->f.dimensions, strides);
    copy_elements({result->f.data, dtype_of(a), a->f.nd, a->f.dimensions, strides}, view_of(a));
    return as_object(result);
}

}  // namespace numen::front
