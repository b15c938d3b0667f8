// A typed view of an array's elements, for loops of one's own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "numen/errors.h"

namespace numen {

// Elements of type T along N axes: what `a.span<T, N>()` gives. It holds a pointer and owns
// nothing: an array of the same memory must outlive it. `s(i, j)` is not checked, `s.at(i, j)` is.
//
//     auto s = a.span<double, 2>();
//     for (std::int64_t i = 0; i < s.extent(0); ++i) s(i, 0) = 1.0;
template <class T, int N> class Span {
    static_assert(N >= 0);

public:
    // How many axes there are.
    static constexpr std::size_t axes = N;

    // Of memory of one's own; strides count elements.
    Span(T* data, const std::array<std::int64_t, axes>& extents,
         const std::array<std::int64_t, axes>& strides)
        : data_(data), extents_(extents), strides_(strides) {}
    // The same in C order, or with strides, and checked: ShapeError unless all elements lie in
    // `memory`, the first at its beginning. A stride of 0 repeats what is there.
    Span(std::span<T> memory, const std::array<std::int64_t, axes>& extents)
        : Span(memory, extents, in_c_order(extents)) {}
    Span(std::span<T> memory, const std::array<std::int64_t, axes>& extents,
         const std::array<std::int64_t, axes>& strides)
        : Span(memory.data(), extents, strides) {
        check_within(memory.size());
    }
    // To read only.
    operator Span<const T, N>() const
        requires(!std::is_const_v<T>)
    {
        return Span<const T, N>(data_, extents_, strides_);
    }

    // The first element's address, and the length of an axis.
    T* data() const { return data_; }
    std::int64_t extent(int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
    // Elements (not bytes) from one position of an axis to the next.
    std::int64_t stride(int axis) const { return strides_[static_cast<std::size_t>(axis)]; }
    // How many elements there are.
    std::int64_t size() const {
        std::int64_t count = 1;
        for (std::int64_t extent : extents_) count *= extent;
        return count;
    }

    // The element at a position, one integer per axis, each in [0, extent).
    template <class... I>
        requires(sizeof...(I) == N)
    T& operator()(I... position) const {
        std::int64_t offset = 0;
        [[maybe_unused]] std::size_t axis = 0;
        ((offset += static_cast<std::int64_t>(position) * strides_[axis++]), ...);
        return data_[offset];
    }

    // The same with every position checked: IndexError.
    template <class... I>
        requires(sizeof...(I) == N)
    T& at(I... position) const {
        [[maybe_unused]] std::size_t axis = 0;
        (check(static_cast<std::int64_t>(position), axis++), ...);
        return (*this)(position...);
    }

    // Along one axis the element; along several the view without the first axis. Not checked.
    decltype(auto) operator[](std::int64_t position) const
        requires(N > 0)
    {
        if constexpr (N == 1) {
            return (data_[position * strides_[0]]);
        } else {
            std::array<std::int64_t, axes - 1> extents, strides;
            for (std::size_t axis = 1; axis < axes; ++axis) {
                extents[axis - 1] = extents_[axis];
                strides[axis - 1] = strides_[axis];
            }
            return Span<T, N - 1>(data_ + position * strides_[0], extents, strides);
        }
    }

private:
    static std::array<std::int64_t, axes> in_c_order(
        const std::array<std::int64_t, axes>& extents) {
        std::array<std::int64_t, axes> strides{};
        std::uint64_t step = 1;  // may go around: what comes out then lies in no memory
        for (std::size_t axis = axes; axis-- > 0;) {
            strides[axis] = static_cast<std::int64_t>(step);
            step *= static_cast<std::uint64_t>(extents[axis]);
        }
        return strides;
    }

    void check_within(std::size_t elements) const {
        std::int64_t last = 0;
        bool is_empty = false, is_outside = false;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            is_outside = is_outside || extents_[axis] < 0 || strides_[axis] < 0;
            is_empty = is_empty || extents_[axis] == 0;
            std::int64_t reach;
            is_outside = is_outside ||
                         __builtin_mul_overflow(extents_[axis] - 1, strides_[axis], &reach) ||
                         __builtin_add_overflow(last, reach, &last);
        }
        if (!is_outside && (is_empty || static_cast<std::uint64_t>(last) < elements)) return;
        std::string shape;
        for (std::int64_t extent : extents_) shape += (shape.empty() ? "(" : ", ") +
                                                      std::to_string(extent);
        throw ShapeError("a span of shape " + shape + ") does not lie in " +
                         std::to_string(elements) + " elements");
    }

    void check(std::int64_t position, std::size_t axis) const {
        if (position >= 0 && position < extents_[axis]) return;
        throw IndexError("index " + std::to_string(position) + " is out of bounds for axis " +
                         std::to_string(axis) + " with size " + std::to_string(extents_[axis]));
    }

    T* data_;
    std::array<std::int64_t, axes> extents_, strides_;
};

}  // namespace numen
