#include "front/array/layout.h"

#include <algorithm>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/numpy_type.h"
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

bool is_plain_axis(PyObject* object) {
    if (PyArray_IsScalar(object, Integer)) return true;
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(object, &overflow);
    return overflow == 0 && value == static_cast<int>(value);
}

bool read_axis(PyObject* object, const int& nd, int& axis, const char* prefix) {
    const Py_ssize_t value = PyNumber_AsSsize_t(object, nullptr);
    if (value == -1 && PyErr_Occurred()) return false;
    if (value != static_cast<int>(value)) {
        PyArray_PyIntAsInt(object);  // refuses in NumPy's words
        if (PyErr_Occurred()) return false;
    }
    return check_axis(value, nd, axis, prefix);
}

bool check_axis(npy_intp value, int nd, int& axis, const char* prefix) {
    if (value >= -nd && value < nd) {
        axis = static_cast<int>(value < 0 ? value + nd : value);
        return true;
    }
    Ref type(numpy_attribute("exceptions.AxisError"));
    Ref error(type ? PyObject_CallFunction(type.get(), "niz", value, nd, prefix)
                   : nullptr);
    if (error) PyErr_SetObject(type.get(), error.get());
    return false;
}

bool read_plain_extents(PyObject* const* items, Py_ssize_t count, int& nd, npy_intp* shape) {
    if (count > max_dimensions) return false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (!PyLong_CheckExact(items[i])) return false;
        shape[i] = PyLong_AsSsize_t(items[i]);
        if (shape[i] == -1 && PyErr_Occurred()) return forget_error(), false;
    }
    nd = static_cast<int>(count);
    return true;
}

namespace {

// The extents in tuples, lists and single Python integers, whose reading runs no program's code;
// false where NumPy must read the object.
bool read_plain_shape(PyObject* object, int& nd, npy_intp* shape) {
    if (PyTuple_CheckExact(object) || PyList_CheckExact(object)) {
        return read_plain_extents(PySequence_Fast_ITEMS(object),
                                  PySequence_Fast_GET_SIZE(object), nd, shape);
    }
    return read_plain_extents(&object, 1, nd, shape);
}

}  // namespace

bool read_shape(PyObject* object, int& nd, npy_intp* shape) {
    if (read_plain_shape(object, nd, shape)) [[likely]] return true;
    // A list may change while its items run code: NumPy reads a tuple of them.
    Ref held(PyList_CheckExact(object) ? PyList_AsTuple(object) : Py_NewRef(object));
    PyArray_Dims read = {nullptr, -1};
    if (!held || !PyArray_IntpConverter(held.get(), &read)) return false;
    if (read.len < 0) {
        PyErr_SetString(PyExc_TypeError, "Use () not None as shape arguments");
        return false;
    }
    nd = read.len;
    std::copy_n(read.ptr, nd, shape);
    PyDimMem_FREE(read.ptr);
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

// NumPy refuses a shape that does not fit, on a dummy array of the same type and shape.
PyObject* raise_reshape_error(ArrayObject* a, int nd, const npy_intp* shape) {
    Ref stand(stand_in(a));
    Ref dims(stand ? PyTuple_New(nd) : nullptr);
    for (int axis = 0; dims && axis < nd; ++axis) {
        PyTuple_SET_ITEM(dims.get(), axis, PyLong_FromSsize_t(shape[axis]));
    }
    PyObject* numpys = dims ? numpy_descriptor("reshape") : nullptr;
    if (numpys == nullptr) return nullptr;
    Ref result(PyObject_CallFunctionObjArgs(numpys, stand.get(), dims.get(), nullptr));
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

bool may_overlap_itself(const StridedView& view) {
    struct Axis {
        npy_intp step, reach;
    };
    Axis axes[max_dimensions];
    int count = 0;
    for (int axis = 0; axis < view.ndim; ++axis) {
        const npy_intp extent = view.shape[axis], step = std::abs(view.strides[axis]);
        if (extent == 0) return false;
        if (extent > 1) axes[count++] = {step, step * (extent - 1)};
    }
    std::sort(axes, axes + count, [](const Axis& a, const Axis& b) { return a.step < b.step; });
    npy_intp end = itemsize(view.dtype);  // of the memory that the axes before this one reach
    for (int i = 0; i < count; ++i) {
        if (axes[i].step < end) return true;
        end += axes[i].reach;
    }
    return false;
}

bool may_overlap_itself(ArrayObject* a) {
    constexpr int dense = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS;
    return !(a->f.flags & dense) && may_overlap_itself(view_of(a));
}

}  // namespace numen::front
