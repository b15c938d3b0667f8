// Quick paths of composites that put arrays of ours together: each is seen with the axes that the
// result has, then they are concatenated.
#include <algorithm>

#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/composite/composite.h"
#include "front/functions/joining.h"

namespace numen::front {
namespace {

// An array seen as one with more axes, as a new reference; null with an exception set.
using Seen = PyObject* (*)(ArrayObject* a);

// The array with axes of length one around its own. NumPy's functions give those the step 0, or of
// an array without axes the size of its element.
PyObject* with_axes_around(ArrayObject* a, int before, int after) {
    const int nd = before + a->f.nd + after;
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::fill_n(shape, nd, 1);
    std::fill_n(strides, nd, a->f.nd == 0 ? itemsize(dtype_of(a)) : 0);
    std::copy_n(a->f.dimensions, a->f.nd, shape + before);
    std::copy_n(a->f.strides, a->f.nd, strides + before);
    return as_object(new_view(a, dtype_of(a), nd, shape, strides, 0));
}

PyObject* seen_as_row(ArrayObject* a) {
    if (a->f.nd >= 1) return Py_NewRef(as_object(a));
    return with_axes_around(a, 1, 0);
}

PyObject* seen_as_matrix(ArrayObject* a) {
    if (a->f.nd >= 2) return Py_NewRef(as_object(a));
    return with_axes_around(a, 2 - a->f.nd, 0);
}

PyObject* seen_as_stack(ArrayObject* a) {
    if (a->f.nd >= 3) return Py_NewRef(as_object(a));
    return with_axes_around(a, a->f.nd == 2 ? 0 : 1, a->f.nd == 0 ? 2 : 1);
}

PyObject* seen_as_column(ArrayObject* a) {
    if (a->f.nd >= 2) return Py_NewRef(as_object(a));
    const npy_intp shape[] = {a->f.nd == 0 ? 1 : a->f.dimensions[0], 1};
    return reshape(a, 2, shape);
}

// The items of a tuple or list of arrays of ours, each as it is to be seen; null, perhaps without
// an exception, for any other call.
Ref seen_items(PyObject* const* args, Py_ssize_t count, Seen seen) {
    if (count != 1 || !(PyTuple_CheckExact(args[0]) || PyList_CheckExact(args[0]))) return Ref();
    const Ref items(PySequence_Tuple(args[0]));
    const Py_ssize_t length = items ? PyTuple_GET_SIZE(items.get()) : 0;
    if (length == 0) return Ref();
    Ref found(PyTuple_New(length));
    for (Py_ssize_t i = 0; found && i < length; ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.get(), i);
        if (!is_ours(item) || dtype_of(as_array(item)) == no_dtype) return Ref();
        PyObject* view = seen(as_array(item));
        if (view == nullptr) return Ref();
        PyTuple_SET_ITEM(found.get(), i, view);
    }
    return found;
}

PyObject* seen_as_it_is(ArrayObject* a) { return Py_NewRef(as_object(a)); }

bool are_vectors_of_one_length(PyObject* items) {
    const ArrayObject* first = as_array(PyTuple_GET_ITEM(items, 0));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
        const ArrayObject* a = as_array(PyTuple_GET_ITEM(items, i));
        if (a->f.nd != 1 || a->f.dimensions[0] != first->f.dimensions[0]) return false;
    }
    return true;
}

// Vectors of one length, of which a view each would cost more than to join them, behind each other.
PyObject* stacked_vectors(PyObject* items) {
    const npy_intp length = as_array(PyTuple_GET_ITEM(items, 0))->f.dimensions[0];
    Ref joined(concatenate_along(items, 0));
    const Ref shape(Py_BuildValue("(nn)", PyTuple_GET_SIZE(items), length));
    if (!joined || !shape || PyObject_SetAttrString(joined.get(), "shape", shape.get()) != 0) {
        return nullptr;
    }
    return joined.release();
}

PyObject* quick_vstack(PyObject* const* args, Py_ssize_t count) {
    const Ref items = seen_items(args, count, seen_as_it_is);
    if (!items) return nullptr;
    if (are_vectors_of_one_length(items.get())) return stacked_vectors(items.get());
    PyObject* const again[] = {items.get()};
    const Ref matrices = seen_items(again, 1, seen_as_matrix);
    return matrices ? concatenate_along(matrices.get(), 0) : nullptr;
}

PyObject* quick_hstack(PyObject* const* args, Py_ssize_t count) {
    const Ref items = seen_items(args, count, seen_as_row);
    if (!items) return nullptr;
    const bool rows = as_array(PyTuple_GET_ITEM(items.get(), 0))->f.nd == 1;
    return concatenate_along(items.get(), rows ? 0 : 1);
}

PyObject* quick_dstack(PyObject* const* args, Py_ssize_t count) {
    const Ref items = seen_items(args, count, seen_as_stack);
    return items ? concatenate_along(items.get(), 2) : nullptr;
}

PyObject* quick_column_stack(PyObject* const* args, Py_ssize_t count) {
    const Ref items = seen_items(args, count, seen_as_column);
    return items ? concatenate_along(items.get(), 1) : nullptr;
}

}  // namespace

const QuickPathRow joining_paths[] = {
    {"vstack", quick_vstack},
    {"hstack", quick_hstack},
    {"dstack", quick_dstack},
    {"column_stack", quick_column_stack},
    {nullptr, nullptr},
};

}  // namespace numen::front
