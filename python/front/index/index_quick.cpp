// The most frequent reads and writes: integers and single slices, without parsing an index.
#include <algorithm>

#include "array/copy_bytes.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/element_key.h"
#include "front/module/observer.h"

namespace numen::front {

namespace {

// The warnings of what is computed run the program's code, which may change layout and type.
[[gnu::noinline]] PyObject* get_computed(ArrayObject* a, PyObject* key) {
    return values(a) ? get_item(as_object(a), key) : nullptr;
}

void keep_axes(const ArrayObject* a, int begin, int end, BasicView& view) {
    std::copy(a->f.dimensions + begin, a->f.dimensions + end, view.shape + view.nd);
    std::copy(a->f.strides + begin, a->f.strides + end, view.strides + view.nd);
    view.nd += end - begin;
}

}  // namespace

// a[i], a[i, j] with integers, the most frequent reads; null without an exception otherwise.
PyObject* quick_get(ArrayObject* a, PyObject* key) {
    const KeyItems items(key);
    const Py_ssize_t count = items.count;
    npy_intp offset;
    if (count > a->f.nd || count == 0 || !read_offset(a, items, offset)) return nullptr;
    if (count == a->f.nd) {
        if (needs_values(a)) [[unlikely]] return get_computed(a, key);
        if (is_watching) [[unlikely]] count_element("read");
        return make_scalar(dtype_of(a), a->f.data + offset);
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
    shape[0] = clip_slice(shape[0], start, stop, step);
    const npy_intp offset = start * strides[0];
    strides[0] = stepped(strides[0], step);
    return as_object(new_view(a, dtype_of(a), a->f.nd, shape, strides, offset));
}

bool quick_piece(ArrayObject* a, PyObject* key, BasicView& view) {
    if (key == Py_Ellipsis) {
        keep_axes(a, 0, a->f.nd, view);
        return true;
    }
    if (PySlice_Check(key)) {
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(key, &start, &stop, &step) < 0 || a->f.nd == 0) return false;
        view.nd = a->f.nd;
        std::copy_n(a->f.dimensions, a->f.nd, view.shape);
        std::copy_n(a->f.strides, a->f.nd, view.strides);
        view.shape[0] = clip_slice(view.shape[0], start, stop, step);
        view.offset = start * view.strides[0];
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

namespace {

bool is_plain_bound(PyObject* bound) { return bound == Py_None || PyLong_CheckExact(bound); }

// The next axis of the view along an axis of the array; false for a slice that runs code of the
// program's or is refused.
bool cut_axis(npy_intp extent, npy_intp stride, PyObject* item, BasicView& view) {
    const auto* slice = reinterpret_cast<PySliceObject*>(item);
    if (!is_plain_bound(slice->start) || !is_plain_bound(slice->stop) ||
        !is_plain_bound(slice->step)) {
        return false;
    }
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(item, &start, &stop, &step) < 0) return forget_error(), false;
    view.shape[view.nd] = clip_slice(extent, start, stop, step);
    view.offset += start * stride;
    view.strides[view.nd++] = stepped(stride, step);
    return true;
}

}  // namespace

bool quick_cut(ArrayObject* a, PyObject* key, BasicView& view) {
    constexpr Py_ssize_t most = 8;
    if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) > most) return false;
    const KeyItems items(key);
    const auto is_axis = [](PyObject* item) { return item != Py_None && item != Py_Ellipsis; };
    const auto* end = items.items + items.count;
    const auto named = static_cast<int>(std::count_if(items.items, end, is_axis));
    const auto skips = std::count(items.items, end, Py_Ellipsis);
    const auto added = static_cast<int>(items.count - named - skips);
    if (named > a->f.nd || skips > 1 || a->f.nd + added > max_dimensions) return false;
    int axis = 0;
    for (auto* item = items.items; item != end; ++item) {
        npy_intp position;
        if (*item == Py_Ellipsis) {
            keep_axes(a, axis, axis + a->f.nd - named, view);
            axis += a->f.nd - named;
        } else if (*item == Py_None) {
            view.shape[view.nd] = 1;
            view.strides[view.nd++] = 0;
        } else if (PySlice_Check(*item)) {
            if (!cut_axis(a->f.dimensions[axis], a->f.strides[axis], *item, view)) return false;
            ++axis;
        } else if (read_position(*item, a->f.dimensions[axis], position)) {
            view.offset += position * a->f.strides[axis++];
        } else {
            return false;
        }
    }
    keep_axes(a, axis, a->f.nd, view);
    return named < items.count || view.nd > a->f.nd - named;
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
    copy_bytes(target.data, source->f.data, element_count(source) * itemsize(dtype));
    return true;
}

}  // namespace numen::front
