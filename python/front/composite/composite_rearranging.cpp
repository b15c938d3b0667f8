// Quick paths of composites that give another view of an array: flips, moved and added axes.
#include <algorithm>

#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

// The first of `most` arguments as an array of ours with at least `least` axes; null for any
// other call.
ArrayObject* viewed(PyObject* const* args, Py_ssize_t count, Py_ssize_t most, int least) {
    if (count < 1 || count > most || !is_ours(args[0])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    return dtype_of(a) == no_dtype || a->f.nd < least ? nullptr : a;
}

// A Python int between -limit and limit - 1, negative ones counted from the end.
bool read_place(PyObject* object, int limit, int& place) {
    int overflow = 0;
    if (!PyLong_CheckExact(object)) return false;
    const long value = PyLong_AsLongAndOverflow(object, &overflow);
    if (overflow != 0 || value < -limit || value >= limit) return false;
    place = static_cast<int>(value < 0 ? value + limit : value);
    return true;
}

// A view that runs backwards along the axes from `first` to `last`.
PyObject* reversed_view(ArrayObject* a, int first, int last) {
    npy_intp strides[max_dimensions], offset = 0;
    std::copy_n(a->f.strides, a->f.nd, strides);
    for (int axis = first; axis <= last; ++axis) {
        const npy_intp length = a->f.dimensions[axis];
        if (length == 0) continue;  // as in NumPy, an axis without elements keeps its step
        offset += stepped(strides[axis], length - 1);
        strides[axis] = -strides[axis];
    }
    if (element_count(a) == 0) offset = 0;
    return as_object(new_view(a, dtype_of(a), a->f.nd, a->f.dimensions, strides, offset));
}

PyObject* quick_flip(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 2, 1);
    int axis;
    if (a == nullptr) return nullptr;
    if (count == 1) return reversed_view(a, 0, a->f.nd - 1);
    return read_place(args[1], a->f.nd, axis) ? reversed_view(a, axis, axis) : nullptr;
}

PyObject* quick_flipud(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 1, 1);
    return a == nullptr ? nullptr : reversed_view(a, 0, 0);
}

PyObject* quick_fliplr(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 1, 2);
    return a == nullptr ? nullptr : reversed_view(a, 1, 1);
}

// The view whose axis `to` is axis `from` of `a`, the others in their order.
PyObject* moved(ArrayObject* a, int from, int to) {
    int axes[max_dimensions], next = 0;
    for (int at = 0; at < a->f.nd; ++at) {
        if (next == from) ++next;
        axes[at] = at == to ? from : next++;
    }
    return transpose(a, axes);
}

PyObject* quick_moveaxis(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 3, 1);
    int from, to;
    if (a == nullptr || count != 3 || !read_place(args[1], a->f.nd, from) ||
        !read_place(args[2], a->f.nd, to)) {
        return nullptr;
    }
    return moved(a, from, to);
}

PyObject* quick_rollaxis(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 3, 1);
    int from, to = 0;
    if (a == nullptr || count < 2 || !read_place(args[1], a->f.nd, from) ||
        (count == 3 && !read_place(args[2], a->f.nd, to))) {
        return nullptr;
    }
    return moved(a, from, to > from ? to - 1 : to);
}

PyObject* quick_matrix_transpose(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 1, 2);
    return a == nullptr ? nullptr : moved(a, a->f.nd - 1, a->f.nd - 2);
}

PyObject* quick_expand_dims(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = viewed(args, count, 2, 0);
    int at;
    if (a == nullptr || count != 2 || a->f.nd == max_dimensions ||
        !read_place(args[1], a->f.nd + 1, at)) {
        return nullptr;
    }
    npy_intp shape[max_dimensions];
    std::copy_n(a->f.dimensions, at, shape);
    shape[at] = 1;
    std::copy(a->f.dimensions + at, a->f.dimensions + a->f.nd, shape + at + 1);
    return reshape(a, a->f.nd + 1, shape);
}

}  // namespace

const QuickPathRow rearranging_paths[] = {
    {"flip", quick_flip},
    {"flipud", quick_flipud},
    {"fliplr", quick_fliplr},
    {"moveaxis", quick_moveaxis},
    {"rollaxis", quick_rollaxis},
    {"matrix_transpose", quick_matrix_transpose},
    {"expand_dims", quick_expand_dims},
    {nullptr, nullptr},
};

}  // namespace numen::front
