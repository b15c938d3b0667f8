// Arrays put together, taken apart and repeated.
#include <algorithm>

#include "api/body.h"
#include "api/message.h"
#include "backends/backend.h"
#include "numen/shaping.h"
#include "ops/operation.h"

namespace numen {

using namespace api;

namespace {

Dtype common_dtype(const std::vector<Array>& arrays) {
    if (arrays.empty()) throw ShapeError("need at least one array");
    Dtype dtype = arrays[0].dtype();
    for (const Array& a : arrays) dtype = promote(dtype, a.dtype());
    return dtype;
}

Tuple shape_of(const Array& a) { return {a.shape().data(), a.ndim()}; }

void check_same_elsewhere(const Array& a, const Array& first, int axis) {
    bool fits = a.ndim() == first.ndim();
    for (int i = 0; fits && i < a.ndim(); ++i) {
        fits = i == axis || a.shape()[i] == first.shape()[i];
    }
    if (fits) return;
    throw ShapeError(message("arrays of shapes ", shape_of(first), " and ", shape_of(a),
                             " do not join along axis ", axis));
}

}  // namespace

Array concatenate(const std::vector<Array>& arrays, int axis_given) {
    const Dtype dtype = common_dtype(arrays);
    const Array& first = arrays[0];
    if (first.ndim() == 0) throw ShapeError("arrays without axes cannot be concatenated");
    const int axis = wrapped_axis(axis_given, first.ndim());
    std::int64_t shape[max_dimensions], strides[max_dimensions], total = 0;
    std::vector<StridedView> views;
    for (const Array& a : arrays) {
        check_same_elsewhere(a, first, axis);
        views.push_back(view_of(a));
        total += a.shape()[static_cast<std::size_t>(axis)];
    }
    std::ranges::copy(first.shape(), shape);
    shape[axis] = total;
    joined_strides(views, itemsize(dtype), first.ndim(), shape, strides);
    Array result = new_array_with_strides(dtype, first.ndim(), shape, strides);
    char* data = static_cast<char*>(result.data());
    for (const StridedView& view : views) {
        backend::copy({data, dtype, view.ndim, view.shape, strides}, view);
        data += view.shape[axis] * strides[axis];
    }
    return result;
}

Array stack(const std::vector<Array>& arrays, int axis_given) {
    common_dtype(arrays);
    const int axis = wrapped_axis(axis_given, arrays[0].ndim() + 1);
    std::vector<Array> lifted;
    for (const Array& a : arrays) {
        check_same_elsewhere(a, arrays[0], -1);
        lifted.push_back(expand_dims(a, axis));
    }
    return concatenate(lifted, axis);
}

Array vstack(const std::vector<Array>& arrays) {
    std::vector<Array> rows;
    for (const Array& a : arrays) rows.push_back(a.ndim() < 2 ? a.reshape({1, -1}) : a);
    return concatenate(rows, 0);
}

Array hstack(const std::vector<Array>& arrays) {
    std::vector<Array> columns;
    for (const Array& a : arrays) columns.push_back(a.ndim() < 1 ? a.reshape(1) : a);
    return concatenate(columns, !columns.empty() && columns[0].ndim() == 1 ? 0 : 1);
}

std::vector<Array> split(const Array& a, int parts, int axis_given) {
    const int axis = wrapped_axis(axis_given, a.ndim());
    const std::int64_t extent = a.shape(axis);
    if (parts < 1 || extent % parts != 0) {
        throw ShapeError(message("an axis of length ", extent, " does not split into ", parts,
                                 " equal parts"));
    }
    std::vector<std::int64_t> cuts;
    for (int i = 1; i < parts; ++i) cuts.push_back(i * (extent / parts));
    return split_at(a, cuts, axis);
}

std::vector<Array> split_at(const Array& a, const std::vector<std::int64_t>& positions,
                            int axis_given) {
    const int axis = wrapped_axis(axis_given, a.ndim());
    const Array front = moveaxis(a, axis, 0);
    std::vector<Array> parts;
    std::optional<std::int64_t> start;
    for (std::size_t i = 0; i <= positions.size(); ++i) {
        std::optional<std::int64_t> stop;
        if (i < positions.size()) stop = positions[i];
        parts.push_back(moveaxis(front[slice(start, stop)], 0, axis));
        start = stop;
    }
    return parts;
}

Array repeat(const Array& a, std::int64_t count, int axis_given) {
    const int axis = wrapped_axis(axis_given, a.ndim());
    if (count < 0) throw ValueError("counts cannot be negative");
    const Array lifted = expand_dims(a, axis + 1);
    std::vector<std::int64_t> shape(lifted.shape().begin(), lifted.shape().end());
    shape[static_cast<std::size_t>(axis) + 1] = count;
    const Array repeated = broadcast_to(lifted, shape).copy();
    shape.erase(shape.begin() + axis);
    shape[static_cast<std::size_t>(axis)] = count * a.shape(axis);
    return repeated.reshape(shape);
}

Array tile(const Array& a, const Extents& counts) {
    const int ndim = std::max(a.ndim(), counts.size());
    std::vector<std::int64_t> lifted, wide, flat;
    for (int i = 0; i < ndim; ++i) {
        const int own = i - (ndim - a.ndim()), given = i - (ndim - counts.size());
        const std::int64_t extent = own < 0 ? 1 : a.shape(own);
        const std::int64_t count = given < 0 ? 1 : counts[given];
        lifted.insert(lifted.end(), {1, extent});
        wide.insert(wide.end(), {count, extent});
        flat.push_back(count * extent);
    }
    return broadcast_to(a.reshape(lifted), wide).copy().reshape(flat);
}

Array roll(const Array& a, std::int64_t shift, int axis_given) {
    const int axis = wrapped_axis(axis_given, a.ndim());
    const std::int64_t extent = a.shape(axis);
    const std::int64_t moved = extent == 0 ? 0 : ((shift % extent) + extent) % extent;
    const Array from = moveaxis(a, axis, 0);
    const Array result = new_array_like(view_of(a), a.dtype());
    const Array to = moveaxis(result, axis, 0);
    to[slice(moved, none)] = from[slice(none, extent - moved)];
    to[slice(none, moved)] = from[slice(extent - moved, none)];
    return result;
}

}  // namespace numen
