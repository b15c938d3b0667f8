// New arrays: filled, counted, from numbers written down, over memory of the caller's.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "numen/array.h"

namespace numen {

// Filled with zeros, with ones, with one number; `empty` is not filled at all. Large arrays of
// zeros cost nothing until they are used. ShapeError, MemoryError.
NUMEN_API Array zeros(const Extents& shape, Dtype dtype = Dtype::float64);
NUMEN_API Array ones(const Extents& shape, Dtype dtype = Dtype::float64);
NUMEN_API Array empty(const Extents& shape, Dtype dtype = Dtype::float64);
// Without a type given: int64, float64, complex128 or boolean, as the number is. ValueError where
// the type given does not hold the number.
NUMEN_API Array full(const Extents& shape, const Scalar& value, Dtype dtype = no_dtype);

// The same with the shape, the order of axes in memory and (unless given) the type of another.
NUMEN_API Array zeros_like(const Array& prototype, Dtype dtype = no_dtype);
NUMEN_API Array ones_like(const Array& prototype, Dtype dtype = no_dtype);
NUMEN_API Array empty_like(const Array& prototype, Dtype dtype = no_dtype);
NUMEN_API Array full_like(const Array& prototype, const Scalar& value, Dtype dtype = no_dtype);

// start, start + step, … below stop (above it for a negative step). Integers give int64, else
// float64, unless a type is given; ceil((stop - start) / step) elements. ValueError for a step of 0
// and for bounds that are not finite.
NUMEN_API Array arange(const Scalar& stop);
NUMEN_API Array arange(const Scalar& start, const Scalar& stop, const Scalar& step = 1,
                       Dtype dtype = no_dtype);
// `count` numbers from start to stop, evenly spaced, stop included unless `endpoint` is false.
NUMEN_API Array linspace(double start, double stop, std::int64_t count = 50, bool endpoint = true);
// Ones where column - row is `diagonal`, zeros elsewhere; square unless columns are given.
NUMEN_API Array eye(std::int64_t rows, std::int64_t columns = -1, std::int64_t diagonal = 0,
                    Dtype dtype = Dtype::float64);

namespace internal {

NUMEN_API Array copy_of(const void* data, Dtype dtype, const Extents& shape);
NUMEN_API Array over_memory(void* data, Dtype dtype, const Extents& shape, const Extents* strides,
                            bool is_writable, std::shared_ptr<const void> owner);
[[noreturn]] NUMEN_API void throw_ragged(std::size_t expected, std::size_t found);

inline void check_length(std::size_t expected, std::size_t found) {
    if (expected != found) throw_ragged(expected, found);
}

}  // namespace internal

// One number, as an array of dimension zero with the number's own type.
template <ElementType T> Array array(T value) {
    return internal::copy_of(&value, dtype_of<T>, {});
}

// Numbers written down: array({1.0, 2.0}), array({{1, 2}, {3, 4}}), up to three deep. The elements
// have the C++ type of the numbers (int32 for int); array<float>({1, 2}) says another. ShapeError
// where rows differ in length.
template <ElementType T> Array array(std::initializer_list<T> values) {
    return internal::copy_of(values.begin(), dtype_of<T>, values.size());
}
template <ElementType T> Array array(std::initializer_list<std::initializer_list<T>> rows) {
    const std::size_t columns = rows.size() == 0 ? 0 : rows.begin()->size();
    Array result = empty({rows.size(), columns}, dtype_of<T>);
    T* to = static_cast<T*>(result.data());
    for (const auto& row : rows) {
        internal::check_length(columns, row.size());
        to = std::copy(row.begin(), row.end(), to);
    }
    return result;
}
template <ElementType T>
Array array(std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes) {
    const std::size_t rows = planes.size() == 0 ? 0 : planes.begin()->size();
    const std::size_t columns = rows == 0 ? 0 : planes.begin()->begin()->size();
    Array result = empty({planes.size(), rows, columns}, dtype_of<T>);
    T* to = static_cast<T*>(result.data());
    for (const auto& plane : planes) {
        internal::check_length(rows, plane.size());
        for (const auto& row : plane) {
            internal::check_length(columns, row.size());
            to = std::copy(row.begin(), row.end(), to);
        }
    }
    return result;
}

// A copy of elements in a row, along one axis or in a shape of as many. ShapeError.
template <class T>
    requires ElementType<std::remove_const_t<T>>
Array array(std::span<T> values) {
    return internal::copy_of(values.data(), dtype_of<std::remove_const_t<T>>, values.size());
}
template <class T>
    requires ElementType<std::remove_const_t<T>>
Array array(std::span<T> values, const Extents& shape) {
    return array(values).reshape(shape);
}
template <ElementType T> Array array(const std::vector<T>& values) {
    return array(std::span<const T>(values));
}
template <ElementType T> Array array(const std::vector<T>& values, const Extents& shape) {
    return array(values).reshape(shape);
}

// An array over memory that the caller owns: nothing is copied, and writes are seen on both sides.
// A pointer to const gives a read-only array. Strides are in bytes, C order without them. `owner`
// is kept until the last array over this memory is gone: the object that holds the memory, or a
// shared_ptr with a deleter; without it the caller keeps the memory alive longer than the arrays.
// LayoutError for a null pointer to more than no elements.
template <ElementType T>
Array from_memory(T* data, const Extents& shape, std::shared_ptr<const void> owner = {}) {
    return internal::over_memory(data, dtype_of<T>, shape, nullptr, true, std::move(owner));
}
template <ElementType T>
Array from_memory(const T* data, const Extents& shape, std::shared_ptr<const void> owner = {}) {
    return internal::over_memory(const_cast<T*>(data), dtype_of<T>, shape, nullptr, false,
                                 std::move(owner));
}
template <ElementType T>
Array from_memory(T* data, const Extents& shape, const Extents& strides,
                  std::shared_ptr<const void> owner = {}) {
    return internal::over_memory(data, dtype_of<T>, shape, &strides, true, std::move(owner));
}
template <ElementType T>
Array from_memory(const T* data, const Extents& shape, const Extents& strides,
                  std::shared_ptr<const void> owner = {}) {
    return internal::over_memory(const_cast<T*>(data), dtype_of<T>, shape, &strides, false,
                                 std::move(owner));
}

}  // namespace numen
