// roll, fft.fftshift: elements moved along axes, those beyond the end coming back at the start.
#include <algorithm>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

// False where NumPy must look at the argument, or where it was clipped to what a word holds.
bool read_step(PyObject* argument, npy_intp& value) {
    return read_integer(argument, value) && value != NPY_MAX_INTP && value != NPY_MIN_INTP;
}

// A number or a sequence of numbers; count 0: NumPy must look at it.
struct Numbers {
    npy_intp values[max_dimensions];
    int count = 0;

    explicit Numbers(PyObject* argument) {
        if (!is_plain_list(argument)) {
            count = read_step(argument, values[0]);
            return;
        }
        const Ref items = held_items(argument);
        const Py_ssize_t size = items ? PyTuple_GET_SIZE(items.get()) : 0;
        if (size > max_dimensions) return;
        for (Py_ssize_t i = 0; i < size; ++i) {
            if (!read_step(PyTuple_GET_ITEM(items.get(), i), values[i])) return;
        }
        count = static_cast<int>(size);
    }
};

bool wrap_axis(ArrayObject* a, npy_intp& axis) {
    if (axis < -a->f.nd || axis >= a->f.nd) return false;
    if (axis < 0) axis += a->f.nd;
    return true;
}

// How far each axis is rolled, between 0 and its length; an axis named twice rolls twice.
void add_offset(ArrayObject* a, npy_intp axis, npy_intp step, npy_intp* offsets) {
    const npy_intp length = std::max<npy_intp>(a->f.dimensions[axis], 1);
    offsets[axis] = (offsets[axis] + step % length + length) % length;
}

bool read_offsets(ArrayObject* a, PyObject* shift, PyObject* axis, npy_intp* offsets) {
    const Numbers shifts(shift), axes(axis);
    const int count = std::max(shifts.count, axes.count);
    if (std::min(shifts.count, axes.count) == 0) return false;
    if (count != shifts.count && shifts.count != 1) return false;
    if (count != axes.count && axes.count != 1) return false;
    std::fill_n(offsets, a->f.nd, 0);
    for (int i = 0; i < count; ++i) {
        npy_intp at = axes.values[axes.count == 1 ? 0 : i];
        if (!wrap_axis(a, at)) return false;
        add_offset(a, at, shifts.values[shifts.count == 1 ? 0 : i], offsets);
    }
    return true;
}

// Each rolled axis falls into two pieces; every combination of pieces is one block to copy.
void copy_blocks(const StridedView& to, const StridedView& from, const npy_intp* offsets,
                 int axis) {
    while (axis < to.ndim && offsets[axis] == 0) ++axis;
    if (axis == to.ndim) {
        copy_elements(to, from);
        return;
    }
    npy_intp shape[max_dimensions];
    std::copy_n(to.shape, to.ndim, shape);
    const npy_intp offset = offsets[axis], rest = to.shape[axis] - offset;
    shape[axis] = rest;
    copy_blocks({to.data + offset * to.strides[axis], to.dtype, to.ndim, shape, to.strides},
                {from.data, from.dtype, to.ndim, shape, from.strides}, offsets, axis + 1);
    shape[axis] = offset;
    copy_blocks({to.data, to.dtype, to.ndim, shape, to.strides},
                {from.data + rest * from.strides[axis], from.dtype, to.ndim, shape, from.strides},
                offsets, axis + 1);
}

// Over the elements in C order, whatever the shape.
PyObject* roll_flat(ArrayObject* a, PyObject* shift, bool& unsupported) {
    npy_intp step, count = element_count(a), itemsize = numen::itemsize(dtype_of(a));
    if (!read_step(shift, step)) return unsupported = true, nullptr;
    Ref row(is_c_contiguous(a) ? Py_NewRef(as_object(a))
                               : as_object(copy_array(a, dtype_of(a), 'C')));
    if (!row) return nullptr;
    ArrayObject* result = new_array(dtype_of(a), a->f.nd, a->f.dimensions);
    if (result == nullptr || count == 0) return as_object(result);
    const npy_intp offset = (step % count + count) % count;
    copy_blocks({result->f.data, dtype_of(a), 1, &count, &itemsize},
                {as_array(row.get())->f.data, dtype_of(a), 1, &count, &itemsize}, &offset, 0);
    return as_object(result);
}

PyObject* rolled(ArrayObject* a, const npy_intp* offsets) {
    npy_intp strides[max_dimensions];
    strides_of_copy(a, itemsize(dtype_of(a)), 'K', strides);
    ArrayObject* result = new_array_with_strides(dtype_of(a), a->f.nd, a->f.dimensions, strides);
    if (result != nullptr && element_count(a) > 0) {
        copy_blocks(view_of(result), view_of(a), offsets, 0);
    }
    return as_object(result);
}

PyObject* roll(PyObject* const* given, bool& unsupported) {
    ArrayObject* a = as_array(given[0]);
    if (given[1] == nullptr) return unsupported = true, nullptr;
    if (!values(a)) return nullptr;
    if (absent(given[2])) return roll_flat(a, given[1], unsupported);
    npy_intp offsets[max_dimensions];
    if (!read_offsets(a, given[1], given[2], offsets)) return unsupported = true, nullptr;
    return rolled(a, offsets);
}

// By half the length of each axis, rounded down one way and up the other.
template <int direction> PyObject* shift(PyObject* const* given, bool& unsupported) {
    ArrayObject* a = as_array(given[0]);
    if (!values(a)) return nullptr;
    npy_intp offsets[max_dimensions] = {};
    const auto add_half = [&](npy_intp axis) {
        add_offset(a, axis, direction * (a->f.dimensions[axis] / 2), offsets);
    };
    if (a->f.nd == 0) return unsupported = true, nullptr;
    if (absent(given[1])) {
        for (int axis = 0; axis < a->f.nd; ++axis) add_half(axis);
    } else {
        Numbers axes(given[1]);
        if (!is_plain_list(given[1]) && !is_whole_number(given[1])) axes.count = 0;
        if (axes.count == 0) return unsupported = true, nullptr;
        for (int i = 0; i < axes.count; ++i) {
            if (!wrap_axis(a, axes.values[i])) return unsupported = true, nullptr;
            add_half(axes.values[i]);
        }
    }
    return rolled(a, offsets);
}

NUMEN_FUNCTION(roll, roll, {"a", "shift", "axis"}, 3)

template <const char* const& name, int direction>
PyObject* function_shift(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Signature signature(name, shift<direction>, {"x", "axes"}, 2);
    return signature.as_function({args, count, names});
}

constexpr const char* forward_name = "fft.fftshift";
constexpr const char* backward_name = "fft.ifftshift";

}  // namespace

PyMethodDef rolling_functions[] = {
    {"roll", guarded<function_roll>(), fast, nullptr},
    {"fft.fftshift", guarded<function_shift<forward_name, 1>>(), fast, nullptr},
    {"fft.ifftshift", guarded<function_shift<backward_name, -1>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
