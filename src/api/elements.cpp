#include "api/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "api/float_status.h"
#include "api/message.h"
#include "backends/backend.h"
#include "ops/operation.h"

namespace numen::api {
namespace {

using Kind = Scalar::Kind;

template <class T> void put(Cell& cell, T value) { std::memcpy(cell.bytes, &value, sizeof value); }

template <class T> Status put_real(Cell& cell, double value) {
    const T rounded = static_cast<T>(value);
    put(cell, rounded);
    return std::isinf(static_cast<double>(rounded)) && !std::isinf(value) ? status_overflow
                                                                          : status_ok;
}

double real_value(const Scalar& number) {
    if (number.kind() == Kind::real || number.kind() == Kind::complex) return number.real();
    return number.is_large() ? static_cast<double>(static_cast<std::uint64_t>(number.integer()))
                             : static_cast<double>(number.integer());
}

Status put_inexact(Cell& cell, const Scalar& number, Dtype dtype) {
    const double real = real_value(number), imaginary = number.imaginary();
    switch (dtype) {
        case Dtype::float16: return put_real<Half>(cell, real);
        case Dtype::float32: return put_real<float>(cell, real);
        case Dtype::float64: put(cell, real); return status_ok;
        case Dtype::complex64:
            put(cell, Complex64(static_cast<float>(real), static_cast<float>(imaginary)));
            return status_ok;
        default: put(cell, Complex128(real, imaginary)); return status_ok;
    }
}

std::string text_of(const Scalar& number) {
    return number.is_large() ? std::to_string(static_cast<std::uint64_t>(number.integer()))
                             : std::to_string(number.integer());
}

template <class T> bool fits(const Scalar& number) {
    if constexpr (std::unsigned_integral<T>) {
        if (number.is_large()) return sizeof(T) == 8;
        return number.integer() >= 0 && static_cast<std::uint64_t>(number.integer()) <=
                                            std::numeric_limits<T>::max();
    } else {
        return !number.is_large() && number.integer() >= std::numeric_limits<T>::min() &&
               number.integer() <= std::numeric_limits<T>::max();
    }
}

Kind kind_of(Dtype dtype) {
    if (is_boolean(dtype)) return Kind::boolean;
    if (is_integer(dtype)) return Kind::integer;
    return is_floating(dtype) ? Kind::real : Kind::complex;
}

const char* name_of(Kind kind) {
    constexpr const char* names[] = {"a boolean", "an integer", "a real number",
                                     "a complex number"};
    return names[static_cast<int>(kind)];
}

}  // namespace

Dtype dtype_beside(Kind kind, Dtype other) {
    if (kind == Kind::boolean) return Dtype::boolean;  // a type of its own, as Python's bool
    if (other == no_dtype || is_boolean(other)) {
        return kind == Kind::integer ? Dtype::int64
               : kind == Kind::real  ? Dtype::float64
                                     : Dtype::complex128;
    }
    if (kind == Kind::integer || is_complex(other)) return other;
    if (kind == Kind::real) return is_integer(other) ? Dtype::float64 : other;
    return other == Dtype::float16 || other == Dtype::float32 ? Dtype::complex64
                                                              : Dtype::complex128;
}

bool holds(Dtype dtype, const Scalar& number) {
    switch (dtype) {
        case Dtype::int8: return fits<std::int8_t>(number);
        case Dtype::uint8: return fits<std::uint8_t>(number);
        case Dtype::int16: return fits<std::int16_t>(number);
        case Dtype::uint16: return fits<std::uint16_t>(number);
        case Dtype::int32: return fits<std::int32_t>(number);
        case Dtype::uint32: return fits<std::uint32_t>(number);
        case Dtype::int64: return fits<std::int64_t>(number);
        case Dtype::uint64: return fits<std::uint64_t>(number);
        default: return true;
    }
}

Cell as_element(const Scalar& number, Dtype dtype, Status& status) {
    Cell cell{};
    if (kind_of(dtype) < number.kind() && !is_boolean(dtype)) {
        throw DtypeError(message(name(dtype), " does not hold ", name_of(number.kind())));
    }
    if (is_boolean(dtype)) {
        put(cell, number.kind() <= Kind::integer ? number.integer() != 0
                                                 : number.real() != 0 || number.imaginary() != 0);
    } else if (is_integer(dtype)) {
        if (!holds(dtype, number)) {
            throw ValueError(message("integer ", text_of(number), " out of bounds for ",
                                     name(dtype)));
        }
        const std::int64_t value = number.integer();  // two's complement, least bytes first
        std::memcpy(cell.bytes, &value, static_cast<std::size_t>(itemsize(dtype)));
    } else {
        status |= put_inexact(cell, number, dtype);
    }
    return cell;
}

void check_cast(Dtype from, Dtype to, Casting casting) {
    if (can_cast(from, to, casting)) return;
    throw DtypeError(message("cannot cast ", name(from), " to ", name(to),
                             casting == Casting::safe ? " safely" : ": another kind of number"));
}

void assign(const Array& target, const Array& value) {
    check_writable(target);
    check_cast(value.dtype(), target.dtype(), Casting::same_kind);
    const StridedView to = view_of(target);
    StridedView from = view_of(value);
    std::int64_t joined[max_dimensions], strides[max_dimensions];
    // Axes of length one in front of the target's own are let go, as in NumPy.
    while (from.ndim > to.ndim && from.shape[0] == 1) {
        --from.ndim, ++from.shape, ++from.strides;
    }
    int nd;
    const StridedView both[] = {to, from};
    const bool fits = broadcast_shapes(both, nd, joined) && nd == to.ndim &&
                      std::equal(joined, joined + nd, to.shape);
    if (!fits) {
        throw ShapeError(message("could not broadcast input array from shape ",
                                 Tuple{value.shape().data(), value.ndim()}, " into shape ",
                                 Tuple{to.shape, to.ndim}));
    }
    broadcast_strides(from, to.ndim, to.shape, strides);
    StridedView source{from.data, from.dtype, to.ndim, to.shape, strides};
    Array beside;
    if (may_overlap(to, source) && !is_same_map(to, source)) {
        beside = value.copy();
        const StridedView copied = view_of(beside);
        broadcast_strides({copied.data, copied.dtype, from.ndim,
                           copied.shape + (copied.ndim - from.ndim),
                           copied.strides + (copied.ndim - from.ndim)},
                          to.ndim, to.shape, strides);
        source.data = copied.data;
    }
    report(backend::copy(to, source), "cast");
}

void assign(const Array& target, const Scalar& value) {
    check_writable(target);
    Status status = status_ok;
    const Cell cell = as_element(value, target.dtype(), status);
    backend::fill(view_of(target), cell.bytes);
    report(status, "cast");
}

Array as_array(const Operand& operand, Dtype other) {
    if (operand.array() != nullptr) return *operand.array();
    const Scalar& number = operand.scalar();
    Dtype dtype = dtype_beside(number.kind(), other);
    if (dtype == Dtype::int64 && number.is_large()) dtype = Dtype::uint64;
    Status status = status_ok;
    const Cell cell = as_element(number, dtype, status);
    Array made = new_array(dtype, 0, nullptr);
    std::memcpy(made.data(), cell.bytes, static_cast<std::size_t>(itemsize(dtype)));
    report(status, "cast");
    return made;
}

}  // namespace numen::api
