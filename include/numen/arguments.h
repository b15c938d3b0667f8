// Shapes and axes as arguments.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "numen/errors.h"

namespace numen {

// The most axes an array can have.
inline constexpr int most_axes = 64;

// One integer of any type in a list in braces: {2, n}.
struct Integer {
    std::int64_t value;
    template <std::integral T> constexpr Integer(T number)
        : value(static_cast<std::int64_t>(number)) {}
};

// A shape, or a list of axes or strides, as an argument: `{2, 3}`, a vector, a span, or one number
// for one entry. ShapeError beyond 64 entries.
class Extents {
public:
    Extents(std::initializer_list<Integer> values) {
        take(values.size());
        std::transform(values.begin(), values.end(), values_, [](Integer i) { return i.value; });
    }
    Extents(std::span<const std::int64_t> values) {
        take(values.size());
        std::copy(values.begin(), values.end(), values_);
    }
    Extents(const std::vector<std::int64_t>& values)
        : Extents(std::span<const std::int64_t>(values)) {}
    template <std::integral T> Extents(T value) : size_(1) {
        values_[0] = static_cast<std::int64_t>(value);
    }

    int size() const { return size_; }
    const std::int64_t* data() const { return values_; }
    std::int64_t* data() { return values_; }
    std::int64_t operator[](int i) const { return values_[i]; }
    const std::int64_t* begin() const { return values_; }
    const std::int64_t* end() const { return values_ + size_; }

private:
    void take(std::size_t count) {
        if (count > most_axes) throw ShapeError("an array has at most 64 axes");
        size_ = static_cast<int>(count);
    }

    int size_ = 0;
    std::int64_t values_[most_axes];
};

// The axes that a reduction goes over: one, several in braces, or (nothing given) all of them.
// Negative ones count from the last.
class Axes {
public:
    Axes() : is_all_(true), values_(std::initializer_list<Integer>{}) {}
    template <std::integral T> Axes(T axis) : is_all_(false), values_(axis) {}
    Axes(std::initializer_list<Integer> axes) : is_all_(axes.size() == 0), values_(axes) {}

    bool is_all() const { return is_all_; }
    const Extents& values() const { return values_; }

private:
    bool is_all_;
    Extents values_;
};

}  // namespace numen
