// Elements chosen by positions and by booleans, read and written.
#include "numen/selecting.h"

#include <algorithm>

#include "api/elementwise_call.h"
#include "api/elements.h"
#include "api/float_status.h"
#include "api/message.h"
#include "backends/backend.h"
#include "backends/cpu/indexed.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/shaping.h"

namespace numen {

using namespace api;

namespace {

using Offsets = std::vector<std::int64_t>;

// Integers as int64, wrapped and checked against an axis.
Offsets read_positions(const Array& positions, std::int64_t extent, int axis) {
    if (!is_integer(positions.dtype())) {
        throw DtypeError(message("positions are integers, not ", name(positions.dtype())));
    }
    const Array plain = contiguous_in(positions, Dtype::int64);
    const auto* given = static_cast<const std::int64_t*>(plain.data());
    Offsets found(given, given + plain.size());
    for (std::int64_t& position : found) {
        const std::int64_t wrapped = position < 0 ? position + extent : position;
        if (wrapped < 0 || wrapped >= extent) {
            throw IndexError(message("index ", position, " is out of bounds for axis ", axis,
                                     " with size ", extent));
        }
        position = wrapped;
    }
    return found;
}

// What a[selector] names: blocks at byte offsets, and the shape they have together.
struct Chosen {
    Offsets offsets;
    std::vector<std::int64_t> shape;
    StridedView block;
};

Chosen choose(const Array& a, const Array& selector) {
    const StridedView from = view_of(a);
    Chosen chosen;
    int used = 1;
    if (selector.dtype() == Dtype::boolean) {
        const StridedView mask = view_of(selector);
        used = mask.ndim;
        if (used == 0 || used > from.ndim ||
            !std::equal(mask.shape, mask.shape + used, from.shape)) {
            throw IndexError(message("boolean index of shape ", Tuple{mask.shape, mask.ndim},
                                     " does not fit an array of shape ",
                                     Tuple{from.shape, from.ndim}));
        }
        chosen.offsets.resize(static_cast<std::size_t>(backend::count_true(mask)));
        cpu::masked_offsets(mask, from.strides, chosen.offsets.data(),
                            static_cast<std::int64_t>(chosen.offsets.size()));
        chosen.shape.push_back(static_cast<std::int64_t>(chosen.offsets.size()));
    } else {
        if (from.ndim == 0) throw IndexError("too many indices for array of dimension 0");
        chosen.offsets = read_positions(selector, from.shape[0], 0);
        for (std::int64_t& offset : chosen.offsets) offset *= from.strides[0];
        chosen.shape.assign(selector.shape().begin(), selector.shape().end());
    }
    chosen.shape.insert(chosen.shape.end(), from.shape + used, from.shape + from.ndim);
    chosen.block = {nullptr, from.dtype, from.ndim - used, from.shape + used, from.strides + used};
    return chosen;
}

cpu::Indexed blocks_of(const Array& a, const Chosen& chosen) {
    return {static_cast<char*>(a.data()), chosen.offsets.data(),
            static_cast<std::int64_t>(chosen.offsets.size()), chosen.block};
}

}  // namespace

Selection::Selection(const Array& array, const Array& selector)
    : array_(array), selector_(selector) {
    const Dtype dtype = selector.dtype();
    if (dtype != Dtype::boolean && !is_integer(dtype)) {
        throw IndexError(message("arrays used as indices are of integer or boolean type, not ",
                                 name(dtype)));
    }
}

Array::Array(const Selection& selection) : Array(selection.read()) {}

Selection Array::operator[](const Array& selector) const { return Selection(*this, selector); }

Array Selection::read() const {
    const Chosen chosen = choose(array_, selector_);
    Array result = empty(chosen.shape, array_.dtype());
    cpu::gather(static_cast<char*>(result.data()), blocks_of(array_, chosen));
    return result;
}

void Selection::operator=(const Operand& value) {
    check_writable(array_);
    const Chosen chosen = choose(array_, selector_);
    Array dense = empty(chosen.shape, array_.dtype());
    if (value.array() != nullptr) {
        assign(dense, *value.array());
    } else {
        assign(dense, value.scalar());
    }
    cpu::scatter(blocks_of(array_, chosen), static_cast<const char*>(dense.data()));
}

void Selection::operator=(const Selection& value) { *this = Operand(value); }
void Selection::operator+=(const Operand& b) { *this = read() += b; }
void Selection::operator-=(const Operand& b) { *this = read() -= b; }
void Selection::operator*=(const Operand& b) { *this = read() *= b; }
void Selection::operator/=(const Operand& b) { *this = read() /= b; }
void Selection::operator%=(const Operand& b) { *this = read() %= b; }
void Selection::operator&=(const Operand& b) { *this = read() &= b; }
void Selection::operator|=(const Operand& b) { *this = read() |= b; }
void Selection::operator^=(const Operand& b) { *this = read() ^= b; }
void Selection::operator<<=(const Operand& b) { *this = read() <<= b; }
void Selection::operator>>=(const Operand& b) { *this = read() >>= b; }

Array take(const Array& a, const Array& positions, int axis_given) {
    const StridedView from = view_of(a);
    const int axis = wrapped_axis(axis_given, from.ndim);
    const Offsets along = read_positions(positions, from.shape[axis], axis);
    std::vector<std::int64_t> shape(from.shape, from.shape + axis);
    shape.insert(shape.end(), positions.shape().begin(), positions.shape().end());
    shape.insert(shape.end(), from.shape + axis + 1, from.shape + from.ndim);
    Array result = empty(shape, a.dtype());
    // One block for each place on the axes before and each position: what lies behind the axis.
    Offsets offsets;
    std::int64_t counter[max_dimensions] = {}, base = 0;
    offsets.reserve(along.size());
    for (bool is_done = result.size() == 0; !is_done;) {
        for (std::int64_t position : along) offsets.push_back(base + position * from.strides[axis]);
        is_done = true;
        for (int i = axis - 1; i >= 0 && is_done; --i) {
            base += from.strides[i];
            is_done = ++counter[i] == from.shape[i];
            if (!is_done) break;
            base -= from.strides[i] * from.shape[i];
            counter[i] = 0;
        }
    }
    cpu::gather(static_cast<char*>(result.data()),
                {from.data, offsets.data(), static_cast<std::int64_t>(offsets.size()),
                 {nullptr, from.dtype, from.ndim - axis - 1, from.shape + axis + 1,
                  from.strides + axis + 1}});
    return result;
}

Array take(const Array& a, const Array& positions) { return take(ravel(a), positions, 0); }

Array where(const Array& condition, const Operand& a, const Operand& b) {
    const auto dtype_of_array = [](const Operand& x) {
        return x.array() == nullptr ? no_dtype : x.array()->dtype();
    };
    const auto beside = [&](const Operand& own, const Operand& other) {
        if (other.array() != nullptr) return dtype_of_array(other);
        const auto kind = std::max(own.scalar().kind(), other.scalar().kind());
        return own.array() != nullptr ? no_dtype : dtype_beside(kind, no_dtype);
    };
    const Array yes = as_array(a, beside(a, b)), no = as_array(b, beside(b, a));
    const Dtype dtype = result_type(yes.dtype(), no.dtype());
    const Array operands[] = {in_dtype(condition, Dtype::boolean), in_dtype(yes, dtype),
                              in_dtype(no, dtype)};
    StridedView views[] = {view_of(operands[0]), view_of(operands[1]), view_of(operands[2])};
    int nd;
    std::int64_t shape[max_dimensions], strides[4][max_dimensions];
    if (!broadcast_shapes(views, nd, shape)) {
        throw ShapeError("where: operands could not be broadcast together");
    }
    result_strides(views, itemsize(dtype), nd, shape, strides[3]);
    Array result = new_array_with_strides(dtype, nd, shape, strides[3]);
    for (int i = 0; i < 3; ++i) {
        broadcast_strides(views[i], nd, shape, strides[i]);
        views[i] = {views[i].data, views[i].dtype, nd, shape, strides[i]};
    }
    backend::select(view_of(result), views[0], views[1], views[2]);
    return result;
}

Array flatnonzero(const Array& a) {
    const Array mask = in_dtype(a, Dtype::boolean);
    const std::int64_t count = backend::count_true(view_of(mask));
    Array flat = empty(count, Dtype::int64);
    backend::true_positions(view_of(mask), static_cast<std::int64_t*>(flat.data()));
    return flat;
}

Array argwhere(const Array& a) { return stack(nonzero(a), 1); }

std::vector<Array> nonzero(const Array& a) {
    if (a.ndim() == 0) throw ShapeError("nonzero: an array without axes has no positions");
    Array flat = flatnonzero(a);
    std::vector<Array> positions(static_cast<std::size_t>(a.ndim()));
    for (int axis = a.ndim() - 1; axis > 0; --axis) {
        const std::int64_t extent = std::max<std::int64_t>(a.shape(axis), 1);
        positions[static_cast<std::size_t>(axis)] = remainder(flat, extent);
        flat = floor_divide(flat, extent);
    }
    positions[0] = flat;
    return positions;
}

Array clip(const Array& a, const Operand& low, const Operand& high) {
    return minimum(maximum(a, low), high);
}

}  // namespace numen
