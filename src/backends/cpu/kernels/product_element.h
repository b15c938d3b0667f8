// The arithmetic of matrix products, by element type and register.
#pragma once

#include <utility>

#include "backends/cpu/kernels/folds.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

#if defined(__AVX512F__)
constexpr std::int64_t vector_bytes = 64;
#elif defined(__AVX2__)
constexpr std::int64_t vector_bytes = 32;
#else
constexpr std::int64_t vector_bytes = 16;
#endif

// Integers multiply and add in their unsigned type of the same width: they wrap.
template <class T> struct product_element { using type = T; };
template <> struct product_element<std::int8_t> { using type = std::uint8_t; };
template <> struct product_element<std::int16_t> { using type = std::uint16_t; };
template <> struct product_element<std::int32_t> { using type = std::uint32_t; };
template <> struct product_element<std::int64_t> { using type = std::uint64_t; };

// This file is compiled with contraction on: a * b + c rounds once where the set has fma.
template <class T> [[gnu::always_inline]] inline T multiply_add(T a, T b, T c) {
    if constexpr (std::is_same_v<T, Truth>) {
        return Truth{static_cast<std::uint8_t>(c.byte | ((a.byte != 0) & (b.byte != 0)))};
    } else if constexpr (is_pair<T>::value) {
        return plus(c, times(a, b));
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<std::uint64_t>(a) * b + c);
    } else {
        return a * b + c;
    }
}

// A few elements side by side in one register.
template <class T, std::int64_t width> struct Register {
    typedef T type __attribute__((vector_size(sizeof(T) * width)));
    [[gnu::always_inline]] static type spread(T value) { return value - type{}; }
};
template <class T> struct Register<T, 1> {
    using type = T;
    [[gnu::always_inline]] static T spread(T value) { return value; }
};

// Of a register of complex numbers with their parts side by side: those of each change places.
template <class Part, std::int64_t width> struct NeighbouringParts {
    using Vector = typename Register<Part, width>::type;

    [[gnu::always_inline]] static Vector swapped(Vector x) {
        return shuffled(x, std::make_index_sequence<static_cast<std::size_t>(width)>());
    }

  private:
    template <std::size_t... place>
    [[gnu::always_inline]] static Vector shuffled(Vector x, std::index_sequence<place...>) {
        return __builtin_shufflevector(x, x, (place ^ 1)...);
    }
};

// How a tile of a product sums: a register of sums, of factors that all multiply one row's, and of
// a line's elements.
template <class T, std::int64_t width> struct TileSum {
    using Vector = typename Register<T, width>::type;
    using Sum = Vector;
    [[gnu::always_inline]] static Vector factor(const char* from) {
        return Register<T, width>::spread(load<T>(from));
    }
    [[gnu::always_inline]] static Vector line(const char* from) {
        Vector line;
        __builtin_memcpy(&line, from, sizeof line);
        return line;
    }
    [[gnu::always_inline]] static Vector total(Vector sum) { return sum; }
};
// Of complex numbers: products of like parts and of unlike ones, each in a place of its own until
// the end, where those of a number and its conjugate cancel, whatever was rounded.
template <class Part> struct TileSum<Pair<Part>, 1> {
    using Sum = typename Register<Part, 4>::type;
    using Parts = typename Register<Part, 2>::type;
    [[gnu::always_inline]] static Sum factor(const char* from) {
        Parts parts;
        __builtin_memcpy(&parts, from, sizeof parts);
        return __builtin_shufflevector(parts, parts, 0, 1, 0, 1);
    }
    [[gnu::always_inline]] static Sum line(const char* from) {
        Parts parts;
        __builtin_memcpy(&parts, from, sizeof parts);
        return __builtin_shufflevector(parts, parts, 0, 1, 1, 0);
    }
    [[gnu::always_inline]] static Pair<Part> total(Sum sum) {
        return {sum[0] - sum[1], sum[2] + sum[3]};
    }
};

// The sum of a register's elements, halves onto halves.
template <class T, std::int64_t width>
[[gnu::always_inline]] inline T sum_register(typename Register<T, width>::type value) {
    T lane[width];
    __builtin_memcpy(lane, &value, sizeof lane);
    for (std::int64_t half = width / 2; half > 0; half /= 2) {
        for (std::int64_t i = 0; i < half; ++i) lane[i] += lane[i + half];
    }
    return lane[0];
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
