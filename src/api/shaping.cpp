// Views in other shapes and orders of axes.
#include "numen/shaping.h"

#include <algorithm>
#include <utility>

#include "api/body.h"
#include "api/message.h"
#include "backends/backend.h"

namespace numen {

using namespace api;

namespace {

// The axes as bits, all distinct.
std::uint64_t axis_bits(const Extents& axes, int ndim) {
    std::uint64_t bits = 0;
    for (std::int64_t axis : axes) {
        const std::uint64_t bit = std::uint64_t{1} << wrapped_axis(axis, ndim);
        if (bits & bit) throw AxisError("repeated axis");
        bits |= bit;
    }
    return bits;
}

Array permuted(const Array& a, const int* order) {
    const StridedView from = view_of(a);
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    for (int i = 0; i < from.ndim; ++i) {
        shape[i] = from.shape[order[i]];
        strides[i] = from.strides[order[i]];
    }
    return new_view(a, from.ndim, shape, strides);
}

// The type of a complex number's parts.
Dtype part_of(Dtype dtype) {
    return dtype == Dtype::complex64 ? Dtype::float32 : Dtype::float64;
}

}  // namespace

Array Array::reshape(const Extents& wanted) const {
    Extents shape = wanted;
    const int ndim = shape.size();
    if (!complete_shape(size(), ndim, shape.data())) {
        throw ShapeError(message("cannot reshape array of size ", size(), " into shape ",
                                 Tuple{wanted.data(), ndim}));
    }
    std::int64_t strides[max_dimensions];
    const StridedView from = view_of(*this);
    if (size() == 0 || is_contiguous()) {
        dense_strides(Order::c, itemsize(), ndim, shape.data(), strides);
        return new_view(*this, ndim, shape.data(), strides);
    }
    if (reshaped_strides(from, ndim, shape.data(), strides)) {
        return new_view(*this, ndim, shape.data(), strides);
    }
    Array made = new_array(dtype(), ndim, shape.data());
    dense_strides(Order::c, itemsize(), from.ndim, from.shape, strides);
    backend::copy({static_cast<char*>(made.data()), dtype(), from.ndim, from.shape, strides}, from);
    return made;
}

Array Array::T() const { return transpose(*this); }

Array reshape(const Array& a, const Extents& shape) { return a.reshape(shape); }
Array ravel(const Array& a) { return contiguous_in(a, a.dtype()).reshape(-1); }

Array transpose(const Array& a) {
    int order[max_dimensions];
    for (int i = 0; i < a.ndim(); ++i) order[i] = a.ndim() - 1 - i;
    return permuted(a, order);
}

Array transpose(const Array& a, const Extents& axes) {
    if (axes.size() != a.ndim()) {
        throw ShapeError(message("axes don't match array: ", axes.size(), " given for ", a.ndim()));
    }
    axis_bits(axes, a.ndim());
    int order[max_dimensions];
    for (int i = 0; i < a.ndim(); ++i) order[i] = wrapped_axis(axes[i], a.ndim());
    return permuted(a, order);
}

Array swapaxes(const Array& a, int axis, int other) {
    int order[max_dimensions];
    for (int i = 0; i < a.ndim(); ++i) order[i] = i;
    std::swap(order[wrapped_axis(axis, a.ndim())], order[wrapped_axis(other, a.ndim())]);
    return permuted(a, order);
}

Array moveaxis(const Array& a, const Extents& source, const Extents& destination) {
    const int ndim = a.ndim();
    if (source.size() != destination.size()) {
        throw ShapeError("moveaxis: source and destination must have the same number of axes");
    }
    const std::uint64_t moved = axis_bits(source, ndim);
    const std::uint64_t taken = axis_bits(destination, ndim);
    int order[max_dimensions];
    for (int i = 0; i < source.size(); ++i) {
        order[wrapped_axis(destination[i], ndim)] = wrapped_axis(source[i], ndim);
    }
    for (int place = 0, axis = 0; place < ndim; ++place) {
        if (taken >> place & 1) continue;
        while (moved >> axis & 1) ++axis;
        order[place] = axis++;
    }
    return permuted(a, order);
}

Array squeeze(const Array& a, const Axes& axis) {
    const StridedView from = view_of(a);
    std::uint64_t chosen = axis.is_all() ? 0 : axis_bits(axis.values(), from.ndim);
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    int ndim = 0;
    for (int i = 0; i < from.ndim; ++i) {
        const bool is_chosen = axis.is_all() ? from.shape[i] == 1 : (chosen >> i & 1) != 0;
        if (is_chosen && from.shape[i] != 1) {
            throw ShapeError(message("cannot squeeze axis ", i, " of length ", from.shape[i]));
        }
        if (is_chosen) continue;
        shape[ndim] = from.shape[i];
        strides[ndim++] = from.strides[i];
    }
    return new_view(a, ndim, shape, strides);
}

Array expand_dims(const Array& a, const Extents& axis) {
    const StridedView from = view_of(a);
    const int ndim = from.ndim + axis.size();
    if (ndim > max_dimensions) throw ShapeError("an array has at most 64 axes");
    const std::uint64_t added = axis_bits(axis, ndim);
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    for (int i = 0, at = 0; i < ndim; ++i) {
        const bool is_new = (added >> i & 1) != 0;
        shape[i] = is_new ? 1 : from.shape[at];
        strides[i] = is_new ? 0 : from.strides[at];
        if (!is_new) ++at;
    }
    return new_view(a, ndim, shape, strides);
}

Array flip(const Array& a, const Axes& axis) {
    const StridedView from = view_of(a);
    const std::uint64_t chosen = axis.is_all() ? ~std::uint64_t{0}
                                               : axis_bits(axis.values(), from.ndim);
    std::int64_t strides[max_dimensions], offset = 0;
    for (int i = 0; i < from.ndim; ++i) {
        const bool is_turned = (chosen >> i & 1) != 0;
        strides[i] = is_turned ? -from.strides[i] : from.strides[i];
        if (is_turned && a.size() > 0) offset += (from.shape[i] - 1) * from.strides[i];
    }
    return new_view(a, from.ndim, from.shape, strides, offset);
}

Array real(const Array& a) {
    if (!is_complex(a.dtype())) return a;
    const StridedView from = view_of(a);
    return new_view(a, from.ndim, from.shape, from.strides, 0, part_of(a.dtype()));
}

Array imag(const Array& a) {
    const StridedView from = view_of(a);
    if (!is_complex(a.dtype())) return new_array(a.dtype(), from.ndim, from.shape, true);
    const Dtype part = part_of(a.dtype());
    return new_view(a, from.ndim, from.shape, from.strides, itemsize(part), part);
}

Array diagonal(const Array& a, std::int64_t shift, int first, int second) {
    const StridedView from = view_of(a);
    if (from.ndim < 2) throw ShapeError("diagonal: needs an array of at least two axes");
    const int row = wrapped_axis(first, from.ndim), column = wrapped_axis(second, from.ndim);
    if (row == column) throw AxisError("diagonal: the two axes are one");
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    int ndim = 0;
    for (int i = 0; i < from.ndim; ++i) {
        if (i == row || i == column) continue;
        shape[ndim] = from.shape[i];
        strides[ndim++] = from.strides[i];
    }
    const std::int64_t rows = shift < 0 ? from.shape[row] + shift : from.shape[row];
    const std::int64_t columns = shift > 0 ? from.shape[column] - shift : from.shape[column];
    const std::int64_t length = std::max<std::int64_t>(std::min(rows, columns), 0);
    const std::int64_t offset = length == 0 ? 0
                                : shift < 0 ? -shift * from.strides[row]
                                            : shift * from.strides[column];
    shape[ndim] = length;
    strides[ndim++] = from.strides[row] + from.strides[column];
    return new_view(a, ndim, shape, strides, offset);
}

Array broadcast_to(const Array& a, const Extents& shape) {
    const StridedView from = view_of(a);
    const StridedView both[] = {{nullptr, Dtype::int8, shape.size(), shape.data(), nullptr}, from};
    int ndim;
    std::int64_t joined[max_dimensions], strides[max_dimensions];
    checked_count(shape.size(), shape.data(), 1);
    if (!broadcast_shapes(both, ndim, joined) || ndim != shape.size() ||
        !std::equal(joined, joined + ndim, shape.data())) {
        throw ShapeError(message("an array of shape ", Tuple{from.shape, from.ndim},
                                 " does not broadcast to ", Tuple{shape.data(), shape.size()}));
    }
    broadcast_strides(from, ndim, joined, strides);
    Array view = new_view(a, ndim, joined, strides);
    body(view)->is_writable = false;
    return view;
}

std::vector<std::int64_t> broadcast_shapes(const Extents& a, const Extents& b) {
    const StridedView both[] = {{nullptr, Dtype::int8, a.size(), a.data(), nullptr},
                                {nullptr, Dtype::int8, b.size(), b.data(), nullptr}};
    int ndim;
    std::int64_t joined[max_dimensions];
    if (!broadcast_shapes(both, ndim, joined)) {
        throw ShapeError(message("shapes ", Tuple{a.data(), a.size()}, " and ",
                                 Tuple{b.data(), b.size()}, " do not broadcast"));
    }
    return {joined, joined + ndim};
}

}  // namespace numen
