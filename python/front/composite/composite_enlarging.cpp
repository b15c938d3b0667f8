// Quick paths of composites whose result has more elements than their array, or fewer.
#include <algorithm>

#include "backends/cpu/joining.h"
#include "front/array/elements.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

constexpr int most_axes = 8;

// How often an array is repeated along each axis, and the shape that comes of it.
struct Tiling {
    int nd = 0;
    npy_intp shape[most_axes], repeats[most_axes], result[most_axes];
    bool repeats_any = false;

    // An int, or a tuple of ints, for an array with elements; false for any other call.
    bool read(ArrayObject* a, PyObject* object) {
        const bool one = PyLong_CheckExact(object);
        if (!one && !PyTuple_CheckExact(object)) return false;
        PyObject* const* given = one ? &object : &PyTuple_GET_ITEM(object, 0);
        const int count = one ? 1 : static_cast<int>(std::min<Py_ssize_t>(
                                        PyTuple_GET_SIZE(object), most_axes + 1));
        nd = std::max(count, a->f.nd);
        if (nd > most_axes || nd == 0) return false;
        for (int axis = 0; axis < nd; ++axis) {
            const int own = axis - (nd - a->f.nd), at = axis - (nd - count);
            shape[axis] = own < 0 ? 1 : a->f.dimensions[own];
            repeats[axis] = at < 0 ? 1 : whole(given[at]);
            if (repeats[axis] < 0 || shape[axis] == 0 ||
                __builtin_mul_overflow(shape[axis], repeats[axis], &result[axis])) {
                return false;
            }
            repeats_any |= repeats[axis] != 1;
        }
        return true;
    }

    static npy_intp whole(PyObject* object) {
        if (!PyLong_CheckExact(object)) return -1;
        const npy_intp value = PyLong_AsSsize_t(object);
        if (value == -1) forget_error();
        return value;
    }
};

// tile(array, repeats). Seen with an axis for the copies before each of its own, the result is one
// broadcast copy.
PyObject* quick_tile(PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !is_ours(args[0])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    Tiling tiling;
    if (dtype_of(a) == no_dtype || !tiling.read(a, args[1]) || !tiling.repeats_any ||
        !values(a)) {
        return nullptr;
    }
    const int nd = tiling.nd;
    ArrayObject* result = new_array(dtype_of(a), nd, tiling.result);
    if (result == nullptr) return forget_error(), nullptr;  // NumPy names a step that is too large
    if (element_count(result) == 0) return as_object(result);
    npy_intp shape[2 * most_axes], to[2 * most_axes], from[2 * most_axes];
    for (int axis = 0; axis < nd; ++axis) {
        const int own = axis - (nd - a->f.nd);
        shape[2 * axis] = tiling.repeats[axis];
        to[2 * axis] = result->f.strides[axis] * tiling.shape[axis];
        from[2 * axis] = 0;
        shape[2 * axis + 1] = tiling.shape[axis];
        to[2 * axis + 1] = result->f.strides[axis];
        from[2 * axis + 1] = own < 0 ? 0 : a->f.strides[own];
    }
    copy_elements({result->f.data, dtype_of(a), 2 * nd, shape, to},
                  {a->f.data, dtype_of(a), 2 * nd, shape, from});
    return as_object(result);
}

// The axis of delete(array, place, axis): None asks for the only one of a vector.
bool read_axis_of(ArrayObject* a, PyObject* object, int& axis) {
    if (object == nullptr || object == Py_None) return axis = 0, a->f.nd == 1;
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(object, &overflow);
    if (overflow != 0 || value < -a->f.nd || value >= a->f.nd) return false;
    axis = static_cast<int>(value < 0 ? value + a->f.nd : value);
    return true;
}

// delete(array, place, axis) of one place: what stands before it and what stands behind.
PyObject* quick_delete(PyObject* const* args, Py_ssize_t count) {
    int axis;
    if (count < 2 || count > 3 || !is_ours(args[0]) || !PyLong_CheckExact(args[1])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    const npy_intp given = PyLong_AsSsize_t(args[1]);
    if (given == -1 && PyErr_Occurred()) return forget_error(), nullptr;
    if (dtype_of(a) == no_dtype || !read_axis_of(a, count == 3 ? args[2] : nullptr, axis)) {
        return nullptr;
    }
    const npy_intp length = a->f.dimensions[axis];
    if (given < -length || given >= length || !values(a)) return nullptr;
    const npy_intp place = given < 0 ? given + length : given;
    npy_intp before[max_dimensions], behind[max_dimensions], shape[max_dimensions];
    for (npy_intp* each : {before, behind, shape}) std::copy_n(a->f.dimensions, a->f.nd, each);
    before[axis] = place;
    behind[axis] = length - place - 1;
    shape[axis] = length - 1;
    const bool is_fortran = (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a);
    ArrayObject* result =
        new_array(dtype_of(a), a->f.nd, shape, is_fortran ? Order::fortran : Order::c);
    if (result == nullptr) return nullptr;
    char* rest = a->f.data + (place + 1) * a->f.strides[axis];
    const StridedView parts[] = {{a->f.data, dtype_of(a), a->f.nd, before, a->f.strides},
                                 {rest, dtype_of(a), a->f.nd, behind, a->f.strides}};
    const StridedView joined = view_of(result);
    without_lock(pass_time(joined), [&] { cpu::join(joined, axis, parts); });
    return as_object(result);
}

}  // namespace

const QuickPathRow enlarging_paths[] = {
    {"tile", quick_tile},
    {"delete", quick_delete},
    {nullptr, nullptr},
};

}  // namespace numen::front
