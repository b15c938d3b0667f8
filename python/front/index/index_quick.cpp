// The most frequent reads and writes: integers and single slices, without parsing an index.
#include <algorithm>
#include <cstring>

#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/element_key.h"
#include "front/module/observer.h"

namespace numen::front {

// a[i], a[i, j] with integers, the most frequent reads; null without an exception otherwise.
PyObject* quick_get(ArrayObject* a, PyObject* key) {
    const KeyItems items(key);
    const Py_ssize_t count = items.count;
    npy_intp offset;
    if (count > a->f.nd || count == 0 || !read_offset(a, items, offset)) return nullptr;
    if (count == a->f.nd) {
        // The warnings of what is computed run the program's code, which may change the layout.
        if (needs_values(a)) [[unlikely]] return values(a) ? quick_get(a, key) : nullptr;
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
