// Methods and functions that rearrange axes or copy: reshape, transpose, ravel, astype …
#include <algorithm>

#include "front/array/asked_type.h"
#include "front/array/class_of_managed.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise_call.h"
#include "front/ufunc/reductions.h"

namespace numen::front {
namespace {

bool foreign_type(PyObject* self) { return dtype_of(as_array(self)) == no_dtype; }

PyObject* tuple_of(PyObject* const* items, Py_ssize_t count) {
    PyObject* tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple != nullptr && i < count; ++i) {
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(items[i]));
    }
    return tuple;
}

// A shape or permutation that is an argument, or all arguments.
bool read_extents(PyObject* const* args, Py_ssize_t count, int& nd, npy_intp* shape) {
    if (count == 1) return read_shape(args[0], nd, shape);
    if (read_plain_extents(args, count, nd, shape)) return true;
    Ref extents(tuple_of(args, count));
    return extents && read_shape(extents.get(), nd, shape);
}

PyObject* method_reshape(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    const Arguments arguments{args, count, names};
    char order = 'C';
    if (foreign_type(self) || count == 0) return call_numpy_method("reshape", self, arguments);
    for (Py_ssize_t k = 0; k < arguments.keywords(); ++k) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, k), "order") != 0) {
            return call_numpy_method("reshape", self, arguments);
        }
        if (!read_order(args[count + k], order)) return nullptr;
    }
    int nd;
    npy_intp shape[max_dimensions];
    if (count == 1 && args[0] == Py_None) return call_numpy_method("reshape", self, arguments);
    if (!read_extents(args, count, nd, shape)) return nullptr;
    if (order == 'K') return call_numpy_method("reshape", self, arguments);
    return reshape(as_array(self), nd, shape, order);
}

// The permutation that transpose is asked for; false with an exception set.
bool read_permutation(ArrayObject* a, PyObject* const* args, Py_ssize_t given_count, int* axes) {
    npy_intp wanted[max_dimensions];
    int count;
    if (!read_extents(args, given_count, count, wanted)) return false;
    const char* refusal = count == a->f.nd ? nullptr : "axes don't match array";
    std::uint64_t seen = 0;
    for (int i = 0; refusal == nullptr && i < count; ++i) {
        if (!check_axis(wanted[i], a->f.nd, axes[i])) return false;
        if (seen >> axes[i] & 1) refusal = "repeated axis in transpose";
        seen |= std::uint64_t{1} << axes[i];
    }
    if (refusal != nullptr) PyErr_SetString(PyExc_ValueError, refusal);
    return refusal == nullptr;
}

PyObject* method_transpose(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = as_array(self);
    const Arguments arguments{args, count, nullptr};
    if (foreign_type(self)) return call_numpy_method("transpose", self, arguments);
    int axes[max_dimensions];
    if (count == 0 || (count == 1 && args[0] == Py_None)) {
        for (int i = 0; i < a->f.nd; ++i) axes[i] = a->f.nd - 1 - i;
        return transpose(a, axes);
    }
    return read_permutation(a, args, count, axes) ? transpose(a, axes) : nullptr;
}

PyObject* method_swapaxes(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = as_array(self);
    if (count != 2 || foreign_type(self) || !is_plain_axis(args[0]) || !is_plain_axis(args[1])) {
        return call_numpy_method("swapaxes", self, {args, count, nullptr});
    }
    int axes[max_dimensions], first, second;
    if (!read_axis(args[0], a->f.nd, first, "axis1") ||
        !read_axis(args[1], a->f.nd, second, "axis2")) {
        return nullptr;
    }
    if (first >= a->f.nd) return call_numpy_method("swapaxes", self, {args, count, nullptr});
    for (int i = 0; i < a->f.nd; ++i) axes[i] = i;
    std::swap(axes[first], axes[second]);
    return transpose(a, axes);
}

// A one-dimensional copy in the given order.
PyObject* flat_copy(ArrayObject* given, char order) {
    const Ref own = pinned(as_object(given));
    ArrayObject* a = as_array(own.get());
    if (a == nullptr || !values(a)) return nullptr;
    npy_intp strides[max_dimensions], count = element_count(a);
    const StridedView source = view_of(a);
    if (order == 'A') {
        order = (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a) ? 'F' : 'C';
    }
    const int item = itemsize(source.dtype);
    if (order == 'K') {
        result_strides({&source, 1}, item, a->f.nd, a->f.dimensions, strides);
    } else {
        dense_strides(order == 'F' ? Order::fortran : Order::c, item, a->f.nd, a->f.dimensions,
                      strides);
    }
    ArrayObject* result = new_array(source.dtype, 1, &count);
    if (result == nullptr) return nullptr;
    copy_elements({result->f.data, source.dtype, a->f.nd, a->f.dimensions, strides}, source);
    return as_object(result);
}

// ravel, flatten: the order argument, read; false with an exception set.
bool order_argument(PyObject* const* args, Py_ssize_t count, PyObject* names, char& order,
                    bool& fits) {
    static const Parameters<1> parameters({"order"});
    PyObject* given_order[1];
    order = 'C';
    fits = parameters.read({args, count, names}, given_order);
    return !fits || absent(given_order[0]) || read_order(given_order[0], order);
}

PyObject* method_ravel(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    ArrayObject* a = as_array(self);
    char order;
    bool fits;
    if (!order_argument(args, count, names, order, fits)) return nullptr;
    if (!fits || foreign_type(self)) {
        return call_numpy_method("ravel", self, {args, count, names});
    }
    const npy_intp size = element_count(a), step = itemsize(dtype_of(a));
    const bool fortran = (order == 'F' || order == 'A') && !is_c_contiguous(a);
    if (order == 'K' && !is_c_contiguous(a) && !(a->f.flags & NPY_ARRAY_F_CONTIGUOUS)) {
        return call_numpy_method("ravel", self, {args, count, names});
    }
    if (is_c_contiguous(a) && order != 'F') {
        return as_object(new_view(a, dtype_of(a), 1, &size, &step, 0));
    }
    if ((a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && (fortran || order == 'F' || order == 'K')) {
        return as_object(new_view(a, dtype_of(a), 1, &size, &step, 0));
    }
    return flat_copy(a, order);
}

PyObject* method_flatten(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    char order;
    bool fits;
    if (!order_argument(args, count, names, order, fits)) return nullptr;
    if (!fits || foreign_type(self)) {
        return call_numpy_method("flatten", self, {args, count, names});
    }
    return flat_copy(as_array(self), order);
}

PyObject* method_copy(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    char order;
    bool fits;
    if (!order_argument(args, count, names, order, fits)) return nullptr;
    if (!fits || foreign_type(self)) return call_numpy_method("copy", self, {args, count, names});
    return as_object(copy_array(as_array(self), dtype_of(as_array(self)), order));
}

PyObject* method_squeeze(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    static const Parameters<1> parameters({"axis"});
    ArrayObject* a = as_array(self);
    PyObject* argument[1];
    std::uint64_t dropped = 0, long_axes = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        const std::uint64_t bit = std::uint64_t{1} << axis;
        (a->f.dimensions[axis] == 1 ? dropped : long_axes) |= bit;
    }
    bool fits = parameters.read({args, count, names}, argument) && !foreign_type(self);
    if (fits && given(argument[0])) {
        if (!read_axes(argument[0], a, dropped, fits)) return nullptr;
        fits = fits && dropped != 0 && a->f.nd > 0 && (dropped & long_axes) == 0;
    }
    if (!fits) return call_numpy_method("squeeze", self, {args, count, names});
    npy_intp shape[max_dimensions], strides[max_dimensions];
    int nd = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (dropped >> axis & 1) continue;
        shape[nd] = a->f.dimensions[axis];
        strides[nd++] = a->f.strides[axis];
    }
    if (nd == a->f.nd) return Py_NewRef(self);
    return as_object(new_view(a, dtype_of(a), nd, shape, strides, 0));
}

PyObject* method_astype(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    static const Parameters<5> parameters({"dtype", "order", "casting", "subok", "copy"});
    ArrayObject* a = as_array(self);
    PyObject* argument[5];
    const Arguments arguments{args, count, names};
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[2] != nullptr || foreign_type(self) || !is_flag(argument[3]) ||
        (argument[4] != nullptr && !PyBool_Check(argument[4]) && !PyLong_Check(argument[4]))) {
        return call_numpy_method("astype", self, arguments);
    }
    PyArray_Descr* descr = nullptr;
    if (!read_descr(argument[0], descr)) return nullptr;
    Ref owned(reinterpret_cast<PyObject*>(descr));
    const Dtype dtype = asked_type(descr);
    const bool drops_imaginary =
        is_complex(dtype_of(a)) && !is_complex(dtype) && !is_boolean(dtype);
    if (dtype == no_dtype || drops_imaginary) {
        return call_numpy_method("astype", self, arguments);
    }
    char order = 'K';
    if (given(argument[1]) && !read_order(argument[1], order)) return nullptr;
    const int copy = argument[4] == nullptr ? 1 : PyObject_IsTrue(argument[4]);
    if (copy < 0) return nullptr;
    const bool c_order = is_c_contiguous(a), f_order = a->f.flags & NPY_ARRAY_F_CONTIGUOUS;
    const bool right_order = order == 'K' || (order == 'C' && c_order) ||
                             (order == 'F' && f_order) || (order == 'A' && (c_order || f_order));
    if (!copy && dtype == dtype_of(a) && right_order) return Py_NewRef(self);
    const Ref own = can_defer_cast(a, dtype) ? pinned(self) : Ref();
    if (!own) return PyErr_Occurred() ? nullptr : as_object(copy_array(a, dtype, order));
    npy_intp strides[max_dimensions];
    strides_of_copy(as_array(own.get()), itemsize(dtype), order, strides);
    return defer_cast(as_array(own.get()), dtype, strides);
}

PyObject* method_view(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    ArrayObject* a = as_array(self);
    const Arguments arguments{args, count, names};
    if (foreign_type(self) || arguments.keywords() > 0 || count > 1) {
        return call_numpy_method("view", self, arguments);
    }
    Dtype dtype = dtype_of(a);
    if (count == 1) {
        PyObject* asked = as_numpys_class(args[0]);
        if (PyType_Check(asked) &&
            PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(asked), &PyArray_Type)) {
            return call_numpy_method("view", self, arguments);
        }
        if (!read_dtype(args[0], dtype)) return nullptr;
        if (dtype == no_dtype || itemsize(dtype) != itemsize(dtype_of(a))) {
            return call_numpy_method("view", self, arguments);
        }
    }
    return as_object(new_view(a, dtype, a->f.nd, a->f.dimensions, a->f.strides, 0));
}

#define NUMEN_FUNCTION_OF_METHOD(NAME, METHOD)                                              \
    PyObject* function_##NAME(PyObject*, PyObject* const* args, Py_ssize_t count,           \
                              PyObject* names) {                                            \
        if (count < 1) return call_numpy(#NAME, {args, count, names});                      \
        Ref array(as_numen_array(args[0]));                                                 \
        if (!array) return nullptr;                                                         \
        if (!is_ours(array.get())) return call_numpy(#NAME, {args, count, names});          \
        return or_as_numpy(METHOD(array.get(), args + 1, count - 1, names), #NAME,          \
                           {args, count, names});                                           \
    }

// MAX: the most positional arguments, which may be fewer than the method takes.
#define NUMEN_FUNCTION_WITHOUT_KEYWORDS(NAME, METHOD, MAX)                                  \
    PyObject* function_##NAME(PyObject*, PyObject* const* args, Py_ssize_t count,           \
                              PyObject* names) {                                            \
        if (count < 1 || count > MAX || names || PyArray_IsScalar(args[0], Generic)) {       \
            return call_numpy(#NAME, {args, count, names});                                 \
        }                                                                                   \
        Ref array(as_numen_array(args[0]));                                                 \
        if (!array) return nullptr;                                                         \
        if (!is_ours(array.get())) return call_numpy(#NAME, {args, count, names});          \
        return or_as_numpy(METHOD(array.get(), args + 1, count - 1), #NAME,                 \
                           {args, count, names});                                           \
    }

NUMEN_FUNCTION_WITHOUT_KEYWORDS(transpose, method_transpose, 2)
NUMEN_FUNCTION_WITHOUT_KEYWORDS(swapaxes, method_swapaxes, 3)

PyObject* function_reshape(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<4> parameters({"a", "shape", "order", "copy"}, 3);
    PyObject* argument[4];
    const Arguments arguments{args, count, names};
    if (count == 0 || !parameters.read(arguments, argument) || argument[0] == nullptr ||
        absent(argument[1]) || given(argument[3]) || PyArray_IsScalar(argument[0], Generic)) {
        return call_numpy("reshape", arguments);
    }
    Ref array(as_numen_array(argument[0]));
    if (!array) return nullptr;
    char order = 'C';
    int nd;
    npy_intp shape[max_dimensions];
    if (given(argument[2]) && !read_order(argument[2], order)) return nullptr;
    if (!is_ours(array.get()) || foreign_type(array.get()) || order == 'K') {
        return call_numpy("reshape", arguments);
    }
    if (!read_shape(argument[1], nd, shape)) return or_as_numpy(nullptr, "reshape", arguments);
    return reshape(as_array(array.get()), nd, shape, order);
}

NUMEN_FUNCTION_OF_METHOD(ravel, method_ravel)
NUMEN_FUNCTION_OF_METHOD(squeeze, method_squeeze)

PyObject* squeeze_object(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    if (count > 0 && PyArray_IsScalar(args[0], Generic)) {  // stays what it is
        return call_numpy("squeeze", {args, count, names});
    }
    return function_squeeze(self, args, count, names);
}

PyObject* function_copy(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"a", "order", "subok"});
    PyObject* argument[3];
    const Arguments arguments{args, count, names};
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        !is_flag(argument[2])) {
        return call_numpy("copy", arguments);
    }
    Ref array(as_numen_array(argument[0]));
    if (!array) return nullptr;
    if (!is_ours(array.get()) || foreign_type(array.get())) return call_numpy("copy", arguments);
    char order = 'K';
    if (given(argument[1]) && !read_order(argument[1], order)) return nullptr;
    ArrayObject* a = as_array(array.get());
    return as_object(copy_array(a, dtype_of(a), order));
}

// broadcast_to(array, shape): a read-only view whose repeated axes have stride 0.
PyObject* function_broadcast_to(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    static const Parameters<3> parameters({"array", "shape", "subok"});
    const Arguments arguments{args, count, names};
    PyObject* argument[3];
    int nd, joined_nd;
    npy_intp shape[max_dimensions], joined[max_dimensions], strides[max_dimensions];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || absent(argument[1]) ||
        !is_flag(argument[2]) || !are_whole_numbers(argument[1])) {
        return call_numpy("broadcast_to", arguments);
    }
    Ref array(as_numen_array(argument[0]));
    if (!array) return nullptr;
    if (!is_ours(array.get()) || foreign_type(array.get())) {
        return call_numpy("broadcast_to", arguments);
    }
    if (!read_shape(argument[1], nd, shape)) {
        return or_as_numpy(nullptr, "broadcast_to", arguments);
    }
    ArrayObject* a = as_array(array.get());
    const StridedView both[] = {{nullptr, Dtype::int8, nd, shape, nullptr},
                                {nullptr, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides}};
    const bool possible = std::all_of(shape, shape + nd, [](npy_intp n) { return n >= 0; });
    if (!possible || !broadcast_shapes(both, joined_nd, joined) || joined_nd != nd ||
        !std::equal(joined, joined + nd, shape)) {
        return call_numpy("broadcast_to", arguments);
    }
    if (checked_count(nd, shape, itemsize(dtype_of(a))) < 0) {
        forget_error();
        return call_numpy("broadcast_to", arguments);  // refuses in its own words
    }
    stretched_strides(both[1], nd, shape, strides);
    ArrayObject* view = new_view(a, dtype_of(a), nd, shape, strides, 0);
    if (view != nullptr) view->f.flags &= ~NPY_ARRAY_WRITEABLE;
    return as_object(view);
}

}  // namespace

PyMethodDef layout_methods[] = {
    {"reshape", guarded<method_reshape>(), fast, nullptr},
    {"transpose", guarded<method_transpose>(), METH_FASTCALL, nullptr},
    {"swapaxes", guarded<method_swapaxes>(), METH_FASTCALL, nullptr},
    {"ravel", guarded<method_ravel>(), fast, nullptr},
    {"flatten", guarded<method_flatten>(), fast, nullptr},
    {"copy", guarded<method_copy>(), fast, nullptr},
    {"squeeze", guarded<method_squeeze>(), fast, nullptr},
    {"astype", guarded<method_astype>(), fast, nullptr},
    {"view", guarded<method_view>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef layout_functions[] = {
    {"reshape", guarded<function_reshape>(), fast, nullptr},
    {"transpose", guarded<function_transpose>(), fast, nullptr},
    {"swapaxes", guarded<function_swapaxes>(), fast, nullptr},
    {"ravel", guarded<function_ravel>(), fast, nullptr},
    {"squeeze", guarded<squeeze_object>(), fast, nullptr},
    {"copy", guarded<function_copy>(), fast, nullptr},
    {"broadcast_to", guarded<function_broadcast_to>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
