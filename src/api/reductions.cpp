#include "numen/reductions.h"

#include <algorithm>

#include "api/body.h"
#include "api/float_status.h"
#include "api/message.h"
#include "backends/backend.h"
#include "numen/shaping.h"
#include "ops/reduction.h"

namespace numen {

using namespace api;

namespace {

// Bit i: axis i is reduced.
std::uint64_t axis_bits(const Axes& axes, int ndim) {
    if (axes.is_all()) return ndim == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << ndim) - 1;
    std::uint64_t bits = 0;
    for (std::int64_t axis : axes.values()) {
        const std::uint64_t bit = std::uint64_t{1} << wrapped_axis(axis, ndim);
        if (bits & bit) throw AxisError("duplicate value in 'axis'");
        bits |= bit;
    }
    return bits;
}

bool is_position(ReduceOp op) { return op == ReduceOp::argmin || op == ReduceOp::argmax; }

bool computes_in_dtype(ReduceOp op) {
    switch (op) {
        case ReduceOp::sum:
        case ReduceOp::prod:
        case ReduceOp::mean:
        case ReduceOp::var:
        case ReduceOp::std: return true;
        default: return false;
    }
}

ReduceTypes types_of(ReduceOp op, const char* called, Dtype input, Dtype wanted) {
    ReduceTypes types = resolve_reduction(op, input);
    if (wanted == no_dtype) return types;
    const bool adds = op == ReduceOp::sum || op == ReduceOp::prod;
    const bool fits = computes_in_dtype(op) && !is_boolean(wanted) &&
                      (!is_complex(input) || is_complex(wanted)) &&
                      (adds || is_floating(wanted) || (op == ReduceOp::mean && is_complex(wanted)));
    if (!fits) {
        throw DtypeError(message(called, " of ", name(input), " is not there in ", name(wanted)));
    }
    types.output = wanted;
    types.accumulator = wanted == Dtype::float16 ? Dtype::float32 : wanted;
    return types;
}

void check_not_empty(ReduceOp op, const char* called, const StridedView& in, std::uint64_t axes) {
    std::int64_t count = 1;
    for (int axis = 0; axis < in.ndim; ++axis) {
        if (axes >> axis & 1) count *= in.shape[axis];
    }
    if (count > 0 || has_identity(op)) return;
    throw ValueError(message("zero-size array to reduction operation ", called,
                             " which has no identity"));
}

// Extrema, quantifiers and counts have nothing to say about floating-point events.
void report_reduction(Status status, ReduceOp op) {
    report(computes_in_dtype(op) ? status : status & status_no_memory, "reduce");
}

Array reduced(ReduceOp op, const char* called, const Array& a, const Axes& axis,
              const Reduction& options) {
    const ReduceTypes types = types_of(op, called, a.dtype(), options.dtype);
    // Sums in a type of another kind add what the elements are in that type.
    const Array source = is_complex(types.accumulator) && !is_complex(a.dtype())
                             ? in_dtype(a, types.accumulator) : a;
    const StridedView in = view_of(source);
    const std::uint64_t axes = axis_bits(axis, in.ndim);
    if (is_position(op) && !axis.is_all() && axis.values().size() > 1) {
        throw ValueError(message(called, " goes over one axis or over all"));
    }
    check_not_empty(op, called, in, axes);
    std::int64_t kept[max_dimensions], kept_strides[max_dimensions];
    for (int i = 0; i < in.ndim; ++i) kept[i] = axes >> i & 1 ? 1 : in.shape[i];
    if (is_position(op)) {
        dense_strides(Order::c, itemsize(types.output), in.ndim, kept, kept_strides);
    } else {
        result_strides({&in, 1}, itemsize(types.output), in.ndim, kept, kept_strides);
    }
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    int ndim = 0;
    for (int i = 0; i < in.ndim; ++i) {
        if (axes >> i & 1) continue;
        shape[ndim] = kept[i];
        strides[ndim++] = kept_strides[i];
    }
    Array result = options.keepdims
                       ? new_array_with_strides(types.output, in.ndim, kept, kept_strides)
                       : new_array_with_strides(types.output, ndim, shape, strides);
    const Status status =
        backend::reduce(op, {static_cast<char*>(result.data()), types.output, ndim, shape, strides},
                        in, axes, types.accumulator, options.ddof);
    report_reduction(status, op);
    return result;
}

// All elements of a row of memory, without the general call's care for axes.
Array reduced_quickly(ReduceOp op, const char* called, const Array& a, const Axes& axis,
                      const Reduction& options) {
    const bool is_plain = axis.is_all() && !options.keepdims && options.dtype == no_dtype &&
                          options.ddof == 0 && a.is_contiguous() &&
                          reinterpret_cast<std::uintptr_t>(a.data()) % 16 == 0;
    if (!is_plain) return reduced(op, called, a, axis, options);
    const ReduceTypes types = types_of(op, called, a.dtype(), no_dtype);
    const StridedView in = view_of(a);
    check_not_empty(op, called, in, axis_bits(axis, in.ndim));
    Array result = new_array(types.output, 0, nullptr);
    const Status status =
        backend::reduce_contiguous(op, a.dtype(), a.data(), element_count(in), result.data());
    report_reduction(status, op);
    return result;
}

Array scanned(ReduceOp op, const Array& a, const Axes& axis, Dtype wanted) {
    const Array source = axis.is_all() && a.ndim() != 1 ? ravel(a) : a;
    if (!axis.is_all() && axis.values().size() != 1) {
        throw AxisError("a running total goes along one axis");
    }
    const int along = axis.is_all() ? 0 : wrapped_axis(axis.values()[0], source.ndim());
    const ReduceTypes types =
        types_of(op, op == ReduceOp::sum ? "cumsum" : "cumprod", a.dtype(), wanted);
    Array result = new_array_like(view_of(source), types.output);
    report(backend::accumulate(op, view_of(result), view_of(source), along), "accumulate");
    return result;
}

}  // namespace

#define NUMEN_REDUCTION(NAME, CALLED)                                                \
    Array NAME(const Array& a, const Axes& axis, const Reduction& options) {         \
        return reduced_quickly(ReduceOp::NAME, CALLED, a, axis, options);            \
    }
NUMEN_REDUCTION(sum, "add")
NUMEN_REDUCTION(prod, "multiply")
NUMEN_REDUCTION(mean, "mean")
NUMEN_REDUCTION(var, "var")
NUMEN_REDUCTION(std, "std")
NUMEN_REDUCTION(min, "minimum")
NUMEN_REDUCTION(max, "maximum")
NUMEN_REDUCTION(any, "any")
NUMEN_REDUCTION(all, "all")
NUMEN_REDUCTION(count_nonzero, "count_nonzero")
NUMEN_REDUCTION(argmin, "argmin")
NUMEN_REDUCTION(argmax, "argmax")
#undef NUMEN_REDUCTION

Array cumsum(const Array& a, const Axes& axis, Dtype dtype) {
    return scanned(ReduceOp::sum, a, axis, dtype);
}
Array cumprod(const Array& a, const Axes& axis, Dtype dtype) {
    return scanned(ReduceOp::prod, a, axis, dtype);
}

}  // namespace numen
