#include "front/ufunc/ufunc_folds.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/index/index_selection.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

// May elements be joined in any order without a change of a bit? Divisors may too, but are found
// sooner in turn: they get small.
bool is_free_of_order(Op op) {
    switch (op) {
        case Op::bitwise_and:
        case Op::bitwise_or:
        case Op::bitwise_xor:
        case Op::logical_xor: return true;
        default: return false;
    }
}

Status run_loop(const LoopEntry& loop, char* a, char* b, char* out, npy_intp count) {
    const npy_intp width = itemsize(loop.output[0]), steps[] = {width, width, width};
    char* data[] = {a, b, out};
    return loop.run(data, steps, count);
}

// Folds `count` rows of `width` elements onto the row at `total`.
Status fold_rows(const LoopEntry& loop, char* total, char* rows, npy_intp count, npy_intp width) {
    const npy_intp item = itemsize(loop.output[0]);
    if (width == 1 && is_sequential(loop)) {
        const npy_intp steps[] = {0, item, 0};
        char* data[] = {total, rows, total};
        return loop.run(data, steps, count);
    }
    Status status = status_ok;
    for (npy_intp i = 0; i < count; ++i) {
        status |= run_loop(loop, total, rows + i * width * item, total, width);
    }
    return status;
}

// Rows are folded a group of them at a time where the order is free: long loops even of short rows.
npy_intp rows_in_group(npy_intp count, npy_intp width) {
    constexpr npy_intp group_elements = 1024;
    return std::clamp<npy_intp>(group_elements / width, 1, count);
}

// The groups after the first are folded onto that one, which lies at `total`; then its halves.
Status fold_groups(const LoopEntry& loop, char* total, char* rows, npy_intp count,
                   npy_intp width) {
    const npy_intp row = width * itemsize(loop.output[0]);
    npy_intp group = rows_in_group(count, width);
    Status status = status_ok;
    for (npy_intp i = group; i < count; i += group) {
        status |= run_loop(loop, total, rows + i * row, total, std::min(group, count - i) * width);
    }
    for (; group > 1; group -= group / 2) {
        char* upper = total + (group - group / 2) * row;
        status |= run_loop(loop, total, upper, total, group / 2 * width);
    }
    return status;
}

PyObject* copied_rows(ArrayObject* a, int axis, Dtype dtype) {
    npy_intp shape[max_dimensions], strides[max_dimensions];
    shape[0] = a->f.dimensions[axis];
    strides[0] = a->f.strides[axis];
    for (int i = 0, at = 1; i < a->f.nd; ++i) {
        if (i == axis) continue;
        shape[at] = a->f.dimensions[i];
        strides[at++] = a->f.strides[i];
    }
    ArrayObject* rows = new_exposed(dtype, a->f.nd, shape);
    if (rows != nullptr) {
        copy_elements(view_of(rows), {a->f.data, dtype_of(a), a->f.nd, shape, strides});
    }
    return as_object(rows);
}

// The elements in the loop's type, without gaps, the given axis first: the array itself if it fits.
PyObject* rows_along(ArrayObject* a, int axis, Dtype dtype) {
    if (axis == 0 && dtype_of(a) == dtype && (a->f.flags & NPY_ARRAY_ALIGNED) &&
        (a->f.flags & NPY_ARRAY_C_CONTIGUOUS)) {
        return Py_NewRef(as_object(a));
    }
    return copied_rows(a, axis, dtype);
}

// Powers of whole numbers raise; NumPy's vector loops of the two do not join element by element,
// so what they give depends on the processor.
bool is_numpys(Op op) { return op == Op::power || op == Op::arctan2; }

}  // namespace

const LoopEntry* folding_loop(Op op, Dtype dtype) {
    const LoopEntry& loop = resolve(op, dtype, dtype);
    const bool folds = loop.run != nullptr && loop.inputs == 2 && loop.outputs == 1 &&
                       loop.input[0] == loop.output[0] && loop.input[1] == loop.output[0];
    return folds && !is_numpys(op) ? &loop : nullptr;
}

// Those of float16 pass through blocks.
bool is_sequential(const LoopEntry& loop) { return loop.output[0] != Dtype::float16; }

bool reduction_of(Op op, ReduceOp& reduction) {
    switch (op) {
        case Op::add: reduction = ReduceOp::sum; return true;
        case Op::multiply: reduction = ReduceOp::prod; return true;
        case Op::maximum: reduction = ReduceOp::max; return true;
        case Op::minimum: reduction = ReduceOp::min; return true;
        case Op::fmax: reduction = ReduceOp::fmax; return true;
        case Op::fmin: reduction = ReduceOp::fmin; return true;
        case Op::logical_and: reduction = ReduceOp::all; return true;
        case Op::logical_or: reduction = ReduceOp::any; return true;
        default: return false;
    }
}

PyObject* fold(Op op, ArrayObject* given, const ReduceRequest& request, bool& unsupported) {
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    const Dtype dtype = request.dtype == no_dtype ? dtype_of(a) : request.dtype;
    const LoopEntry* loop = folding_loop(op, dtype);
    const bool plain = request.out == nullptr && request.initial == nullptr &&
                       request.where == nullptr && std::popcount(request.axes) == 1;
    // NumPy keeps the running difference or quotient of halves in float32 along a row.
    const bool runs_wide = dtype == Dtype::float16 && (op == Op::subtract || op == Op::divide);
    // Of a single number NumPy gives what it makes with the identity, which has another sign.
    const bool changes_one = op == Op::gcd || op == Op::hypot || op == Op::logaddexp ||
                             op == Op::logaddexp2;
    const bool is_changed =
        changes_one && plain && a->f.dimensions[std::countr_zero(request.axes)] == 1;
    if (!plain || loop == nullptr || runs_wide || is_changed || element_count(a) == 0 ||
        (request.dtype != no_dtype && loop->output[0] != dtype) ||
        !can_cast_same_kind(dtype_of(a), loop->input[0])) {
        return unsupported = true, nullptr;
    }
    if (!values(a)) return nullptr;
    const int axis = std::countr_zero(request.axes);
    Ref rows(rows_along(a, axis, loop->input[0]));
    if (!rows) return nullptr;
    char* from = as_array(rows.get())->f.data;
    const npy_intp count = a->f.dimensions[axis], width = element_count(a) / count;
    const npy_intp first = is_free_of_order(op) ? rows_in_group(count, width) : 1;
    const npy_intp row = width * itemsize(loop->output[0]), total_elements = first * width;
    Ref total(as_object(new_exposed(loop->output[0], 1, &total_elements)));
    if (!total) return nullptr;
    char* data = as_array(total.get())->f.data;
    std::memcpy(data, from, static_cast<std::size_t>(first * row));
    const bool done = watched(*loop, "reduce", element_count(a), [&] {
        return is_free_of_order(op) ? fold_groups(*loop, data, from, count, width)
                                    : fold_rows(*loop, data, from + row, count - 1, width);
    });
    if (!done) return nullptr;
    if (a->f.nd == 1 && !request.keepdims) return make_scalar(loop->output[0], data);
    npy_intp kept[max_dimensions], shape[max_dimensions];
    npy_intp kept_strides[max_dimensions], strides[max_dimensions];
    std::copy_n(a->f.dimensions, a->f.nd, kept);
    kept[axis] = 1;
    const StridedView view = view_of(a);
    result_strides({&view, 1}, itemsize(loop->output[0]), a->f.nd, kept, kept_strides);
    int nd = 0;
    for (int i = 0; i < a->f.nd; ++i) {
        if (i == axis && !request.keepdims) continue;
        shape[nd] = kept[i];
        strides[nd++] = kept_strides[i];
    }
    ArrayObject* result = new_array_with_strides(loop->output[0], nd, shape, strides);
    if (result == nullptr) return nullptr;
    npy_intp dense[max_dimensions];
    dense_strides(Order::c, itemsize(loop->output[0]), nd, shape, dense);
    copy_elements(view_of(result), {data, loop->output[0], nd, shape, dense});
    return as_object(result);
}

PyObject* accumulate(Op op, ArrayObject* given, int axis, Dtype dtype, bool& unsupported) {
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    ReduceOp reduction = ReduceOp::sum;
    const bool scans = reduction_of(op, reduction) && reduction <= ReduceOp::max;
    const bool sums = scans && (reduction == ReduceOp::sum || reduction == ReduceOp::prod);
    const bool is_asked = dtype != no_dtype;
    if (!is_asked) dtype = sums ? resolve_reduction(reduction, dtype_of(a)).output : dtype_of(a);
    const LoopEntry* loop = folding_loop(op, dtype);
    // Narrower numbers NumPy casts first, with warnings of their own.
    if (loop == nullptr || dtype == Dtype::float16 || (is_asked && loop->output[0] != dtype) ||
        (is_asked && !can_cast_safe(dtype_of(a), dtype)) ||
        !can_cast_same_kind(dtype_of(a), loop->input[0])) {
        return unsupported = true, nullptr;
    }
    if (!values(a)) return nullptr;
    const Dtype output = loop->output[0];
    npy_intp strides[max_dimensions];
    const StridedView view = view_of(a);
    result_strides({&view, 1}, itemsize(output), a->f.nd, a->f.dimensions, strides);
    Ref result(as_object(new_array_with_strides(output, a->f.nd, a->f.dimensions, strides)));
    if (!result || element_count(a) == 0) return result.release();
    if (scans) {
        const Status status = without_lock(pass_time(view), [&] {
            return backend::accumulate(reduction, view_of(as_array(result.get())), view, axis);
        });
        return report_floating(status, "accumulate") ? result.release() : nullptr;
    }
    const npy_intp count = a->f.dimensions[axis], width = element_count(a) / count;
    const npy_intp row = width * itemsize(output);
    Ref rows(copied_rows(a, axis, output));
    if (!rows) return nullptr;
    char* data = as_array(rows.get())->f.data;
    const bool done = watched(*loop, "accumulate", element_count(a), [&] {
        Status status = status_ok;
        for (npy_intp i = 1; i < count; ++i) {
            char* own = data + i * row;
            status |= run_loop(*loop, own - row, own, own, width);
        }
        return status;
    });
    if (!done) return nullptr;
    npy_intp from[max_dimensions];  // strides of the rows in the result's order of axes
    from[axis] = row;
    npy_intp step = itemsize(output);
    for (int i = a->f.nd - 1; i >= 0; --i) {
        if (i == axis) continue;
        from[i] = step;
        step *= a->f.dimensions[i];
    }
    copy_elements(view_of(as_array(result.get())), {data, output, a->f.nd, a->f.dimensions, from});
    return result.release();
}

}  // namespace numen::front
