// take, compress, repeat: positions along one axis, gathered.
#include <algorithm>
#include <cstring>

#include "backends/cpu/indexed.h"
#include "backends/cpu/patterns.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/index/index.h"
#include "front/index/positions.h"
#include "front/ufunc/reduction_extras.h"

namespace numen::front {
namespace {

constexpr double row_cost = 2, selection_cost = 1.5;  // nanoseconds, of a position or a mask byte

// Gathers along an axis that stands at place `axis` of both shapes, all of C order in the result.
void gather_axis(ArrayObject* a, int axis, const Positions& positions, char* out) {
    const int nd = a->f.nd, item = itemsize(dtype_of(a));
    npy_intp shape[max_dimensions], strides[max_dimensions], dense[max_dimensions];
    std::copy_n(a->f.dimensions, nd, shape);
    shape[axis] = positions.count;
    dense_strides(Order::c, item, nd, shape, dense);
    std::copy_n(a->f.strides, nd, strides);
    npy_intp before = 1;
    for (int i = 0; i < axis; ++i) before *= shape[i];
    if (before > positions.count) {
        // Few positions of many rows: the axis goes to the front of both.
        for (npy_intp* order : {shape, strides, dense}) {
            std::rotate(order, order + axis, order + axis + 1);
        }
        backend::gather_rows({out, dtype_of(a), nd, shape, dense},
                             {a->f.data, dtype_of(a), nd, shape, strides}, positions.values);
        return;
    }
    npy_intp counter[max_dimensions] = {};
    const npy_intp step = axis == 0 ? 0 : dense[axis - 1];
    const char* from = a->f.data;
    for (npy_intp i = 0; i < before; ++i) {
        backend::gather_rows(
            {out + i * step, dtype_of(a), nd - axis, shape + axis, dense + axis},
            {const_cast<char*>(from), dtype_of(a), nd - axis, shape + axis, strides + axis},
            positions.values);
        for (int j = axis - 1; j >= 0; --j) {
            from += strides[j];
            if (++counter[j] < shape[j]) break;
            from -= strides[j] * shape[j];
            counter[j] = 0;
        }
    }
}

PyObject* gather(ArrayObject* a, int axis, const Positions& positions) {
    const int nd = a->f.nd - 1 + positions.nd;
    if (nd == 0) {
        return make_scalar(dtype_of(a), a->f.data + positions.values[0] * a->f.strides[0]);
    }
    npy_intp shape[2 * max_dimensions];
    std::copy_n(a->f.dimensions, axis, shape);
    std::copy_n(positions.shape, positions.nd, shape + axis);
    std::copy(a->f.dimensions + axis + 1, a->f.dimensions + a->f.nd,
              shape + axis + positions.nd);
    ArrayObject* result = new_array(dtype_of(a), nd, shape);
    if (result != nullptr && element_count(result) > 0) {
        without_lock(row_cost * static_cast<double>(positions.count) + pass_time(view_of(result)),
                     [&] { gather_axis(a, axis, positions, result->f.data); });
    }
    return as_object(result);
}

// The array pinned for a gather of so many rows, each of at most all its elements.
Ref pinned_for_rows(PyObject* array, npy_intp rows) {
    npy_intp elements;
    if (__builtin_mul_overflow(rows, element_count(as_array(array)), &elements)) {
        elements = NPY_MAX_INTP;
    }
    return pinned_for(Ref::share(array), elements);
}

// The array whose axis is asked for: `a`, or its elements in a row where no axis is given.
bool read_source(PyObject* self, PyObject* argument, Ref& source, int& axis, bool& unsupported) {
    ArrayObject* a = as_array(self);
    axis = 0;
    if (argument == nullptr || argument == Py_None || a->f.nd == 0) {
        if (given(argument)) return !(unsupported = true);
        const npy_intp count = element_count(a);
        source = a->f.nd == 1 ? Ref::share(self) : Ref(reshape(a, 1, &count));
    } else {
        npy_intp number;
        if (!read_integer(argument, number) || number < -a->f.nd || number >= a->f.nd) {
            return !(unsupported = true);
        }
        axis = static_cast<int>(number < 0 ? number + a->f.nd : number);
        source = Ref(Py_NewRef(self));
    }
    return source && values(as_array(source.get()));
}

PyObject* gather_into(PyObject* out, ArrayObject* a, int axis, const Positions& positions,
                      bool& unsupported) {
    Ref result(gather(a, axis, positions));
    if (!result || absent(out)) return result.release();
    if (!is_ours(result.get())) return unsupported = true, nullptr;
    return put_result(result.release(), out, unsupported);
}

// Of a vector by an array of integers; null without an error if it is another case.
PyObject* take_from_vector(PyObject* a, PyObject* indices) {
    if (as_array(a)->f.nd != 1 || !is_array(indices)) return nullptr;
    const Dtype kind = dtype_of(as_array(indices));
    if (kind == no_dtype || !is_integer(kind)) return nullptr;
    const Ref own = pinned_for_rows(a, element_count(as_array(indices)));
    const Ref positions(own ? as_pinned_array(indices) : nullptr);
    if (!positions || !is_ours(positions.get()) || !values(as_array(own.get())) ||
        !values(as_array(positions.get())) || element_count(as_array(positions.get())) == 0 ||
        as_array(positions.get())->f.nd == 0) {
        return nullptr;
    }
    return take_places(as_array(own.get()), as_array(positions.get()));
}

PyObject* take(PyObject* const* argument, bool& unsupported) {
    if (argument[1] == nullptr) return unsupported = true, nullptr;
    if (argument[2] == nullptr && argument[3] == nullptr && argument[4] == nullptr) {
        PyObject* result = quick_take(as_array(argument[0]), argument[1]);
        if (result == nullptr && !PyErr_Occurred()) {
            result = take_from_vector(argument[0], argument[1]);
        }
        if (result != nullptr || PyErr_Occurred()) return result;
    }
    NPY_CLIPMODE mode = NPY_RAISE;
    if (!read_mode(argument[4], mode)) return unsupported = true, nullptr;
    Positions positions;
    if (!read_positions(argument[1], NPY_SAME_KIND_CASTING, positions, unsupported)) return nullptr;
    const Ref own = pinned_for_rows(argument[0], positions.count);
    Ref source;
    int axis;
    if (!own || !read_source(own.get(), argument[2], source, axis, unsupported)) return nullptr;
    ArrayObject* a = as_array(source.get());
    if (a->f.nd - 1 + positions.nd > max_dimensions ||
        !settle_positions(positions, a->f.dimensions[axis], mode)) {
        return unsupported = true, nullptr;
    }
    return gather_into(argument[3], a, axis, positions, unsupported);
}

// One row of elements chosen by one row of booleans of its length.
PyObject* compress_row(ArrayObject* a, ArrayObject* mask) {
    const npy_intp count = count_true_elements(view_of(mask)), length = a->f.dimensions[0];
    ArrayObject* result = new_array(dtype_of(a), 1, &count);
    if (result == nullptr) return nullptr;
    without_lock(selection_cost * static_cast<double>(length), [&] {
        cpu::compress(result->f.data, a->f.data, a->f.strides[0], mask->f.data,
                      mask->f.strides[0], length, itemsize(dtype_of(a)), count);
    });
    return as_object(result);
}

// given: array, condition, axis, out.
PyObject* compress(PyObject* const* argument, bool& unsupported) {
    if (argument[1] == nullptr) return unsupported = true, nullptr;
    Ref condition(as_pinned_array(argument[1]));
    if (!condition) return nullptr;
    if (!is_ours(condition.get()) || dtype_of(as_array(condition.get())) == no_dtype ||
        as_array(condition.get())->f.nd != 1) {
        return unsupported = true, nullptr;
    }
    if (dtype_of(as_array(condition.get())) != Dtype::boolean) {
        condition = Ref(as_object(copy_array(as_array(condition.get()), Dtype::boolean, 'C')));
    }
    Ref source;
    int axis;
    if (!condition || !values(as_array(condition.get())) ||
        !read_source(argument[0], argument[2], source, axis, unsupported)) {
        return nullptr;
    }
    ArrayObject* a = as_array(source.get());
    if (a->f.nd == 1 && absent(argument[3]) &&
        a->f.dimensions[0] == as_array(condition.get())->f.dimensions[0]) {
        return compress_row(a, as_array(condition.get()));
    }
    condition = private_selector(std::move(condition));
    if (!condition) return nullptr;
    ArrayObject* mask = as_array(condition.get());
    Positions positions;
    positions.nd = 1;
    positions.count = positions.shape[0] = count_true_elements(view_of(mask));
    if (!positions.numbers.allocate(positions.count)) return unsupported = true, nullptr;
    positions.values = positions.numbers.values.get();
    without_lock(selection_cost * static_cast<double>(element_count(mask)), [&] {
        backend::true_positions(view_of(mask), positions.numbers.values.get());
    });
    if (!settle_positions(positions, a->f.dimensions[axis], NPY_RAISE)) {
        return unsupported = true, nullptr;
    }
    return gather_into(argument[3], a, axis, positions, unsupported);
}

PyObject* compress_by(PyObject* const* argument, bool& unsupported) {
    PyObject* const array_first[] = {argument[1], argument[0], argument[2], argument[3]};
    return compress(array_first, unsupported);
}

// Every element `times` times side by side: a broadcast axis after the repeated one.
PyObject* repeat_evenly(ArrayObject* a, int axis, npy_intp times, bool& unsupported) {
    npy_intp shape[max_dimensions + 1], strides[max_dimensions + 1], wide[max_dimensions];
    const int nd = a->f.nd + 1;
    unsupported = nd > max_dimensions;
    for (int i = 0, at = 0; i < a->f.nd; ++i) {
        const npy_intp factor = i == axis ? times : 1;
        unsupported |= __builtin_mul_overflow(a->f.dimensions[i], factor, &wide[i]);
        shape[at] = a->f.dimensions[i];
        strides[at++] = a->f.strides[i];
        if (i == axis) shape[at] = times, strides[at++] = 0;
    }
    if (unsupported) return nullptr;
    ArrayObject* result = new_array(dtype_of(a), a->f.nd, wide);
    if (result == nullptr) return nullptr;
    npy_intp dense[max_dimensions + 1];
    dense_strides(Order::c, itemsize(dtype_of(a)), nd, shape, dense);
    copy_elements({result->f.data, dtype_of(a), nd, shape, dense},
                  {a->f.data, dtype_of(a), nd, shape, strides});
    return as_object(result);
}

// How many elements the counts ask for; -1 where one of them or the sum is no count.
npy_intp total_of(const Positions& counts) {
    npy_intp total = 0;
    for (npy_intp i = 0; i < counts.count; ++i) {
        if (counts.values[i] < 0 || __builtin_add_overflow(total, counts.values[i], &total)) {
            return -1;
        }
    }
    return total;
}

// The positions that repeat element i of an axis counts[i] times; false if NumPy must refuse.
bool repeated_positions(const Positions& counts, npy_intp extent, Positions& positions) {
    const double time = row_cost * static_cast<double>(counts.count);
    const npy_intp total = without_lock(time, [&] { return total_of(counts); });
    if (total < 0) return false;
    if (counts.count != extent || !positions.numbers.allocate(total)) return false;
    positions.nd = 1;
    positions.count = positions.shape[0] = total;
    npy_intp* at = positions.numbers.values.get();
    positions.values = at;
    without_lock(time + static_cast<double>(total), [&] {
        for (npy_intp i = 0; i < extent; ++i) at = std::fill_n(at, counts.values[i], i);
    });
    return true;
}

// Null without an error if NumPy must refuse, or may have room: it keeps no copy of the counts.
PyObject* repeat_row(ArrayObject* a, const Positions& counts) {
    const double time = row_cost * static_cast<double>(counts.count);
    const npy_intp total = without_lock(time, [&] { return total_of(counts); });
    if (total < 0 || counts.count != a->f.dimensions[0]) return nullptr;
    ArrayObject* result = new_array(dtype_of(a), 1, &total);
    if (result == nullptr) {
        if (PyErr_ExceptionMatches(PyExc_MemoryError)) PyErr_Clear();
        return nullptr;
    }
    without_lock(time + pass_time(view_of(result)), [&] {
        cpu::repeat_by_counts(result->f.data, total, a->f.data, a->f.strides[0],
                              itemsize(dtype_of(a)), counts.values, counts.count);
    });
    return as_object(result);
}

PyObject* repeat(PyObject* const* argument, bool& unsupported) {
    if (absent(argument[1])) return unsupported = true, nullptr;
    Positions counts, positions;
    if (!read_positions(argument[1], NPY_SAFE_CASTING, counts, unsupported)) return nullptr;
    const Ref own = pinned_for_rows(argument[0],
                                    counts.count == 1 ? counts.values[0] : NPY_MAX_INTP);
    Ref source;
    int axis;
    if (!own || !read_source(own.get(), argument[2], source, axis, unsupported)) return nullptr;
    if (counts.nd > 1) return unsupported = true, nullptr;
    ArrayObject* a = as_array(source.get());
    if (counts.count == 1 && counts.values[0] >= 0) {
        return repeat_evenly(a, axis, counts.values[0], unsupported);
    }
    if (a->f.nd == 1) {
        PyObject* result = repeat_row(a, counts);
        unsupported = result == nullptr && PyErr_Occurred() == nullptr;
        return result;
    }
    if (!repeated_positions(counts, a->f.dimensions[axis], positions)) {
        return unsupported = true, nullptr;
    }
    return gather(a, axis, positions);
}

NUMEN_METHOD(take, take, {"a", "indices", "axis", "out", "mode"}, 5)
NUMEN_FUNCTION(take, take, {"a", "indices", "axis", "out", "mode"}, 5)
NUMEN_METHOD(compress, compress, {"a", "condition", "axis", "out"}, 4)
NUMEN_FUNCTION(compress, compress_by, {"condition", "a", "axis", "out"}, 4, Takes::anything, 1)
NUMEN_METHOD(repeat, repeat, {"a", "repeats", "axis"}, 3)
NUMEN_FUNCTION(repeat, repeat, {"a", "repeats", "axis"}, 3)

}  // namespace

PyMethodDef taking_methods[] = {
    {"take", guarded<method_take>(), fast, nullptr},
    {"compress", guarded<method_compress>(), fast, nullptr},
    {"repeat", guarded<method_repeat>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef taking_functions[] = {
    {"take", guarded<function_take>(), fast, nullptr},
    {"compress", guarded<function_compress>(), fast, nullptr},
    {"repeat", guarded<function_repeat>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
