#include "numen/creation.h"

#include <cmath>

#include "api/elements.h"
#include "api/float_status.h"
#include "api/message.h"
#include "array/copy_bytes.h"
#include "backends/backend.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/shaping.h"

namespace numen {

using namespace api;

namespace {

using Kind = Scalar::Kind;

Dtype own_dtype(const Scalar& number) {
    return number.is_large() ? Dtype::uint64 : dtype_beside(number.kind(), no_dtype);
}

__int128 whole_value(const Scalar& number) {
    if (number.is_large()) return static_cast<std::uint64_t>(number.integer());
    return number.integer();
}

double real_value(const Scalar& number) {
    return number.kind() == Kind::real ? number.real() : static_cast<double>(whole_value(number));
}

Array filled(Array array, const Scalar& value) {
    assign(array, value);
    return array;
}

// start, start + step, …: the step is the difference of the first two in the result's type.
template <class T> Array counted(T start, T step, std::int64_t count, Dtype dtype) {
    Array result = empty(count, dtype);
    T* values = static_cast<T*>(result.data());
    for (std::int64_t i = 0; i < count; ++i) values[i] = start + static_cast<T>(i) * step;
    return result;
}

// The distance of two integers is exact where the integers as doubles are not.
double distance(const Scalar& start, const Scalar& stop) {
    if (start.kind() == Kind::real || stop.kind() == Kind::real) {
        return real_value(stop) - real_value(start);
    }
    return static_cast<double>(whole_value(stop) - whole_value(start));
}

std::int64_t real_steps(double span, double step) {
    const double quotient = span / step;
    if (quotient == 0 && span != 0) return std::signbit(quotient) ? 0 : 1;  // underflow
    const double count = std::ceil(quotient);
    if (!std::isfinite(count)) throw ValueError("arange: cannot count the steps");
    if (count >= 0x1p62) throw ShapeError("arange: maximum allowed size exceeded");
    return count > 0 ? static_cast<std::int64_t>(count) : 0;
}

std::int64_t whole_steps(std::int64_t start, std::int64_t stop, std::int64_t step) {
    const bool is_empty = step > 0 ? start >= stop : start <= stop;
    if (is_empty) return 0;
    const auto first = static_cast<std::uint64_t>(start), last = static_cast<std::uint64_t>(stop);
    const std::uint64_t distance = step > 0 ? last - first : first - last;
    const std::uint64_t stride = step > 0 ? static_cast<std::uint64_t>(step)
                                          : -static_cast<std::uint64_t>(step);
    return static_cast<std::int64_t>((distance - 1) / stride + 1);
}

}  // namespace

Array zeros(const Extents& shape, Dtype dtype) {
    return new_array(dtype, shape.size(), shape.data(), true);
}
Array empty(const Extents& shape, Dtype dtype) {
    return new_array(dtype, shape.size(), shape.data());
}
Array ones(const Extents& shape, Dtype dtype) { return filled(empty(shape, dtype), 1); }
Array full(const Extents& shape, const Scalar& value, Dtype dtype) {
    return filled(empty(shape, dtype == no_dtype ? own_dtype(value) : dtype), value);
}

Array empty_like(const Array& prototype, Dtype dtype) {
    return new_array_like(view_of(prototype), dtype == no_dtype ? prototype.dtype() : dtype);
}
Array zeros_like(const Array& prototype, Dtype dtype) {
    return new_array_like(view_of(prototype), dtype == no_dtype ? prototype.dtype() : dtype, true);
}
Array ones_like(const Array& prototype, Dtype dtype) {
    return filled(empty_like(prototype, dtype), 1);
}
Array full_like(const Array& prototype, const Scalar& value, Dtype dtype) {
    return filled(empty_like(prototype, dtype), value);
}

Array arange(const Scalar& stop) { return arange(0, stop); }

Array arange(const Scalar& start, const Scalar& stop, const Scalar& step, Dtype dtype) {
    const Kind kind = std::max({start.kind(), stop.kind(), step.kind()});
    if (kind == Kind::complex) throw DtypeError("arange: complex numbers have no order");
    const Dtype natural = kind == Kind::real ? Dtype::float64 : Dtype::int64;
    if (kind == Kind::real ? real_value(step) == 0 : step.integer() == 0) {
        throw ValueError("arange: the step is zero");
    }
    Array result;
    if (kind == Kind::real) {
        const double first = real_value(start), delta = (first + real_value(step)) - first;
        result = counted<double>(
            first, delta, real_steps(distance(start, stop), real_value(step)), natural);
    } else {
        if (start.is_large() || stop.is_large() || step.is_large()) {
            throw ValueError("arange: bounds beyond int64");
        }
        result = counted<std::int64_t>(
            start.integer(), step.integer(),
            whole_steps(start.integer(), stop.integer(), step.integer()), natural);
    }
    return dtype == no_dtype || dtype == natural ? result : result.astype(dtype);
}

Array linspace(double start, double stop, std::int64_t count, bool endpoint) {
    if (count < 0) throw ValueError(message("linspace: ", count, " samples"));
    const double intervals = static_cast<double>(endpoint ? count - 1 : count);
    const double step = (stop - start) / intervals;
    Array result = arange(0.0, static_cast<double>(count));
    if (intervals <= 0) return result * (stop - start) + start;
    result = step == 0 ? (result / intervals) * (stop - start) : result * step;
    result += start;
    if (endpoint && count > 1) result[-1] = stop;
    return result;
}

Array eye(std::int64_t rows, std::int64_t columns, std::int64_t diagonal_at, Dtype dtype) {
    Array result = zeros({rows, columns < 0 ? rows : columns}, dtype);
    diagonal(result, diagonal_at)[ellipsis] = 1;
    return result;
}

namespace internal {

Array copy_of(const void* data, Dtype dtype, const Extents& shape) {
    Array made = new_array(dtype, shape.size(), shape.data());
    if (made.nbytes() > 0) copy_bytes(made.data(), data, static_cast<std::size_t>(made.nbytes()));
    return made;
}

Array over_memory(void* data, Dtype dtype, const Extents& shape, const Extents* strides,
                  bool is_writable, std::shared_ptr<const void> owner) {
    const int ndim = shape.size();
    const std::int64_t count = checked_count(ndim, shape.data(), itemsize(dtype));
    if (data == nullptr && count > 0) throw LayoutError("from_memory: a null pointer");
    if (strides != nullptr && strides->size() != ndim) {
        throw ShapeError(message("from_memory: ", ndim, " extents and ", strides->size(),
                                 " strides"));
    }
    std::int64_t dense[max_dimensions];
    dense_strides(Order::c, itemsize(dtype), ndim, shape.data(), dense);
    return foreign_array(data, dtype, ndim, shape.data(),
                         strides != nullptr ? strides->data() : dense, is_writable,
                         std::move(owner));
}

void throw_ragged(std::size_t expected, std::size_t found) {
    throw ShapeError(message("array: a row of ", found, " elements among rows of ", expected));
}

}  // namespace internal
}  // namespace numen
