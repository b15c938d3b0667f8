// Quick paths of composites about places in an array: flat positions, diagonals.
#include <algorithm>
#include <atomic>

#include "backends/cpu/thread_pool.h"
#include "front/array/elements.h"
#include "front/array/object.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/composite/composite.h"
#include "front/index/index.h"

namespace numen::front {
namespace {

constexpr int most_axes = 8;
constexpr npy_intp most_places = npy_intp{1} << 62;
constexpr npy_intp block_places = 1024, grain_places = 64 << 10;

// A tuple of positive Python ints: the extents of an array with a moderate number of places.
struct Extents {
    Py_ssize_t count = 0;
    npy_intp sizes[most_axes], places = 1;

    bool read(PyObject* object) {
        if (!PyTuple_CheckExact(object)) return false;
        count = PyTuple_GET_SIZE(object);
        if (count < 1 || count > most_axes) return false;
        for (Py_ssize_t axis = 0; axis < count; ++axis) {
            PyObject* size = PyTuple_GET_ITEM(object, axis);
            if (!PyLong_CheckExact(size)) return false;
            sizes[axis] = PyLong_AsSsize_t(size);
            if (sizes[axis] < 1) return forget_error(), false;
            if (__builtin_mul_overflow(places, sizes[axis], &places)) return false;
        }
        return places < most_places;
    }
};

// A dense row of int64 numbers of ours, its values present; null otherwise.
const npy_intp* row_of_numbers(PyObject* object, npy_intp& count) {
    if (!is_ours(object)) return nullptr;
    ArrayObject* a = as_array(object);
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    if (a->f.nd != 1 || dtype_of(a) != Dtype::int64 || (a->f.flags & plain) != plain ||
        !values(a)) {
        return nullptr;
    }
    count = a->f.dimensions[0];
    return reinterpret_cast<const npy_intp*>(a->f.data);
}

// The flat positions [begin, end), few enough for the first-level cache; false if a coordinate lies
// outside its axis.
bool ravel_block(const Extents& extents, const npy_intp* const* coordinates, npy_intp* flat,
                 npy_intp begin, npy_intp end) {
    const auto is_inside = [](npy_intp at, npy_intp size) {
        return static_cast<npy_uintp>(at) < static_cast<npy_uintp>(size);
    };
    bool inside = true;
    for (npy_intp i = begin; i < end; ++i) {
        flat[i] = coordinates[0][i];
        inside &= is_inside(flat[i], extents.sizes[0]);
    }
    for (Py_ssize_t axis = 1; axis < extents.count; ++axis) {
        const npy_intp size = extents.sizes[axis];
        const npy_intp* along = coordinates[axis];
        for (npy_intp i = begin; i < end; ++i) {
            inside &= is_inside(along[i], size);
            flat[i] = flat[i] * size + along[i];
        }
    }
    return inside;
}

// ravel_multi_index((rows, columns ...), extents) of rows of coordinates of one length.
PyObject* quick_ravel_multi_index(PyObject* const* args, Py_ssize_t count) {
    Extents extents;
    if (count != 2 || !PyTuple_CheckExact(args[0]) || !extents.read(args[1]) ||
        PyTuple_GET_SIZE(args[0]) != extents.count) {
        return nullptr;
    }
    const npy_intp* coordinates[most_axes];
    Ref own[most_axes];  // the lock may be left
    npy_intp length = 0;
    for (Py_ssize_t axis = 0; axis < extents.count; ++axis) {
        npy_intp found = 0;
        own[axis] = pinned(PyTuple_GET_ITEM(args[0], axis));
        if (!own[axis]) return nullptr;
        coordinates[axis] = row_of_numbers(own[axis].get(), found);
        if (coordinates[axis] == nullptr || (axis > 0 && found != length)) return nullptr;
        length = found;
    }
    ArrayObject* result = new_array(Dtype::int64, 1, &length);
    if (result == nullptr) return nullptr;
    npy_intp* flat = reinterpret_cast<npy_intp*>(result->f.data);
    std::atomic<bool> inside = true;
    const auto ravel = [&](npy_intp begin, npy_intp end) {
        for (; begin < end; begin += block_places) {
            const npy_intp stop = std::min(begin + block_places, end);
            if (!ravel_block(extents, coordinates, flat, begin, stop)) inside = false;
        }
    };
    without_lock(pass_time(length * extents.count, Dtype::int64),
                 [&] { cpu::parallel_for(length, grain_places, ravel); });
    if (inside) return as_object(result);
    Py_DECREF(result);
    return nullptr;  // NumPy says what is wrong
}

// fill_diagonal(a, number) of a matrix: of a tall one the diagonal of its square.
PyObject* quick_fill_diagonal(PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !is_ours(args[0])) return nullptr;
    if (!PyFloat_CheckExact(args[1]) && !PyLong_CheckExact(args[1])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    const Dtype dtype = dtype_of(a);
    const bool fits = PyFloat_CheckExact(args[1]) ? dtype != no_dtype && is_floating(dtype)
                                                  : dtype != no_dtype && !is_boolean(dtype);
    if (!fits || a->f.nd != 2 || !is_plainly_writeable(a)) return nullptr;
    const npy_intp length = std::min(a->f.dimensions[0], a->f.dimensions[1]);
    const npy_intp step = a->f.strides[0] + a->f.strides[1];
    if (length == 0 || !prepare_write(a)) return nullptr;
    const int done = assign({a->f.data, dtype, 1, &length, &step}, args[1]);
    end_write(a);
    if (done == 0) Py_RETURN_NONE;
    return nullptr;  // an exception is set, or the Python function serves the call
}

}  // namespace

const QuickPathRow place_paths[] = {
    {"ravel_multi_index", quick_ravel_multi_index},
    {"fill_diagonal", quick_fill_diagonal},
    {nullptr, nullptr},
};

}  // namespace numen::front
