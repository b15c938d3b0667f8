// ufunc.reduceat: the stretches of an axis that a list of indices cuts it into, each reduced.
#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "backends/cpu/short_folds.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/ufunc_folds.h"
#include "ops/signature.h"

namespace numen::front {
namespace {

// Every index names an element of the axis; IndexError otherwise.
bool are_within(const npy_intp* indices, npy_intp count, npy_intp length, const char* name) {
    for (npy_intp i = 0; i < count; ++i) {
        if (indices[i] >= 0 && indices[i] < length) continue;
        PyErr_Format(PyExc_IndexError, "index %zd out-of-bounds in %s.reduceat [0, %zd)",
                     indices[i], name, length);
        return false;
    }
    return true;
}

// An array of `count` places along the axis, laid out as NumPy's iterator lays it out: of the axis
// itself it knows no stride.
ArrayObject* new_result(ArrayObject* a, int axis, npy_intp count, Dtype dtype) {
    npy_intp shape[max_dimensions], known[max_dimensions], strides[max_dimensions];
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    std::copy_n(a->f.strides, a->f.nd, known);
    shape[axis] = count;
    known[axis] = 0;
    const StridedView seen{nullptr, dtype_of(a), a->f.nd, shape, known};
    result_strides({&seen, 1}, itemsize(dtype), a->f.nd, shape, strides);
    return new_array_with_strides(dtype, a->f.nd, shape, strides);
}

// The axes but one.
struct Rest {
    npy_intp shape[max_dimensions], strides[max_dimensions];
    int nd = 0;
    Rest(ArrayObject* a, int axis) {
        for (int i = 0; i < a->f.nd; ++i) {
            if (i == axis) continue;
            shape[nd] = a->f.dimensions[i];
            strides[nd++] = a->f.strides[i];
        }
    }
    StridedView at(char* data, Dtype dtype) const { return {data, dtype, nd, shape, strides}; }
};

// The stretches of `a` along the axis, each with its place in `result`.
struct Stretches {
    ArrayObject *result, *a;
    int axis;
    const npy_intp* indices;

    // Calls work(place, first element, length) for each and joins what it returns.
    template <class Work> Status each(Work&& work) const {
        const npy_intp count = result->f.dimensions[axis];
        Status status = status_ok;
        for (npy_intp i = 0; i < count; ++i) {
            const npy_intp end = i + 1 < count ? indices[i + 1] : a->f.dimensions[axis];
            // Where the next index does not lie further on, the stretch is one element.
            status |= work(result->f.data + i * result->f.strides[axis],
                           a->f.data + indices[i] * a->f.strides[axis],
                           std::max<npy_intp>(end - indices[i], 1));
        }
        return status;
    }
    bool is_vector() const { return a->f.nd == 1; }
};

// One element of a vector after the other onto the place.
Status fold_in_turn(const LoopEntry& loop, char* to, char* from, npy_intp step, npy_intp length) {
    std::memcpy(to, from, static_cast<std::size_t>(itemsize(loop.output[0])));
    const npy_intp steps[] = {0, step, 0};
    char* data[] = {to, from + step, to};
    return loop.run(data, steps, length - 1);
}

// The first element is copied to its place and the others are joined to it.
Status fold(const LoopEntry& loop, const StridedView& total, const StridedView& first,
            npy_intp step, npy_intp length) {
    Status status = backend::copy(total, first);
    StridedView next = first;
    for (npy_intp k = 1; k < length; ++k) {
        next.data += step;
        const StridedView operands[] = {total, next, total};
        status |= backend::elementwise(loop, operands);
    }
    return status;
}

bool has_zeros(const StridedView& numbers) {
    char no_zeros = 0;
    const std::uint64_t axes = (std::uint64_t{1} << numbers.ndim) - 1;
    backend::reduce(ReduceOp::all, {&no_zeros, Dtype::boolean, 0, nullptr, nullptr}, numbers, axes,
                    Dtype::boolean);
    return !no_zeros;
}

// A sum that starts from zero turns negative zeros to positive ones, which reduceat does not.
bool may_have_lost_signs(ReduceOp op, const StridedView& total) {
    if (op != ReduceOp::sum) return false;
    if (!is_complex(total.dtype)) return is_floating(total.dtype) && has_zeros(total);
    StridedView part = total;
    part.dtype = real_part(total.dtype);
    if (has_zeros(part)) return true;
    part.data += itemsize(part.dtype);
    return has_zeros(part);
}

Status reduce_each(ReduceOp op, const LoopEntry& loop, const Stretches& stretches) {
    constexpr npy_intp shorter_than_a_reduction = 5, few = 64;  // elements
    ArrayObject* a = stretches.a;
    const Rest rest(stretches.result, stretches.axis), elements(a, stretches.axis);
    const Dtype in = dtype_of(a), out = dtype_of(stretches.result);
    const npy_intp step = a->f.strides[stretches.axis];
    const bool folds = stretches.is_vector() && in == out && is_sequential(loop) &&
                       (a->f.flags & NPY_ARRAY_ALIGNED);
    const bool in_a_row = stretches.is_vector() && step == itemsize(in) &&
                          resolve_reduction(op, in).output == out;
    const bool is_packed = folds && step == itemsize(in);
    const cpu::ShortFold fold_few = is_packed ? cpu::short_fold(op, in) : nullptr;
    npy_intp shape[max_dimensions];
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    return stretches.each([&](char* to, char* from, npy_intp length) {
        if (fold_few != nullptr && length <= few) {
            fold_few(to, from, length);
            return status_ok;
        }
        if (folds && length < shorter_than_a_reduction) {
            return fold_in_turn(loop, to, from, step, length);
        }
        const StridedView total = rest.at(to, out);
        shape[stretches.axis] = length;
        const Status status =
            in_a_row ? backend::reduce_contiguous(op, in, from, length, to)
                     : backend::reduce(op, total, {from, in, a->f.nd, shape, a->f.strides},
                                       std::uint64_t{1} << stretches.axis, out);
        if (!may_have_lost_signs(op, total)) return status;
        return fold(loop, total, elements.at(from, in), step, length);
    });
}

Status fold_each(const LoopEntry& loop, const Stretches& stretches) {
    ArrayObject* a = stretches.a;
    const Rest to(stretches.result, stretches.axis), from(a, stretches.axis);
    const Dtype dtype = loop.output[0];
    const npy_intp step = a->f.strides[stretches.axis];
    const bool in_turn = stretches.is_vector() && is_sequential(loop);
    return stretches.each([&](char* place, char* element, npy_intp length) {
        if (in_turn) return fold_in_turn(loop, place, element, step, length);
        return fold(loop, to.at(place, dtype), from.at(element, dtype), step, length);
    });
}

}  // namespace

PyObject* reduce_at(Op op, ArrayObject* a, ArrayObject* indices, int axis, Dtype dtype,
                    bool& unsupported) {
    ReduceOp reduction = ReduceOp::sum;
    const bool reduces = reduction_of(op, reduction);
    const bool sums = reduces && (reduction == ReduceOp::sum || reduction == ReduceOp::prod);
    if (dtype == no_dtype) {
        dtype = sums ? resolve_reduction(reduction, dtype_of(a)).output : dtype_of(a);
    }
    const LoopEntry* loop = folding_loop(op, dtype);
    // Loops of float16 and conversions of elements are left to NumPy unless a reduction does it.
    const bool converts = dtype_of(a) != dtype;
    if (loop == nullptr || dtype == Dtype::float16 || loop->output[0] != dtype ||
        (converts && !(sums && can_cast_safe(dtype_of(a), dtype)))) {
        return unsupported = true, nullptr;
    }
    if (!values(a) || !values(indices)) return nullptr;
    const auto* chosen = reinterpret_cast<const npy_intp*>(indices->f.data);
    const npy_intp count = indices->f.dimensions[0];
    const char* name = info(op).name.data();
    if (!are_within(chosen, count, a->f.dimensions[axis], name)) return nullptr;
    Ref result(as_object(new_result(a, axis, count, dtype)));
    if (!result || element_count(as_array(result.get())) == 0) return result.release();
    const Stretches stretches{as_array(result.get()), a, axis, chosen};
    const bool done = watched(*loop, "reduceat", element_count(a), [&] {
        return reduces ? reduce_each(reduction, *loop, stretches) : fold_each(*loop, stretches);
    });
    return done ? result.release() : nullptr;
}

}  // namespace numen::front
