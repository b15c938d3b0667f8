// How each fold treats one element type: the value a block is folded in, the wider total that
// blocks are merged in, and the three steps between them.
//
// A Block keeps NumPy's own arithmetic for up to 128 elements (so that small arrays give NumPy's
// bits); the Total adds up blocks in float64, which keeps the error of a float32 sum independent
// of its length.
#pragma once

#include "backends/cpu/kernels/element.h"

namespace numen::cpu::NUMEN_ISA {

template <class In, class Block_, class Total_> struct FoldTypes {
    using Input = In;
    using Block = Block_;
    using Total = Total_;
    static constexpr bool is_ordered = false;  // true: folded strictly from left to right
    static constexpr bool is_idempotent = false;  // true: an element may be met twice
    [[gnu::always_inline]] static Block enter(In value) { return convert<Block>(value); }
    // What an ordered fold makes of its first element.
    [[gnu::always_inline]] static Block begin(Block value) { return value; }
    [[gnu::always_inline]] static Total widen(Block value) { return convert<Total>(value); }
    [[gnu::always_inline]] static Total start(Total value) { return value; }
    [[gnu::always_inline]] static bool is_decided(Total) { return false; }
};

// The types in which an element adds and multiplies: wrapping 64-bit integers, float for halves.
template <class In> struct arithmetic_of {
    using Block = std::uint64_t;
    using Total = std::uint64_t;
};
template <> struct arithmetic_of<Half> { using Block = float; using Total = double; };
template <> struct arithmetic_of<float> { using Block = float; using Total = double; };
template <> struct arithmetic_of<double> { using Block = double; using Total = double; };
template <> struct arithmetic_of<Pair<float>> {
    using Block = Pair<float>;
    using Total = Pair<double>;
};
template <> struct arithmetic_of<Pair<double>> {
    using Block = Pair<double>;
    using Total = Pair<double>;
};

template <class In>
using Arithmetic =
    FoldTypes<In, typename arithmetic_of<In>::Block, typename arithmetic_of<In>::Total>;

template <class T> [[gnu::always_inline]] inline T plus(T a, T b) {
    if constexpr (is_pair<T>::value) {
        return T{a.real + b.real, a.imag + b.imag};
    } else {
        return a + b;
    }
}

template <class T> [[gnu::always_inline]] inline T times(T a, T b) {
    if constexpr (is_pair<T>::value) {
        return T{a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
    } else {
        return a * b;
    }
}

template <class In> struct Sum : Arithmetic<In> {
    using typename Arithmetic<In>::Block;
    using typename Arithmetic<In>::Total;
    [[gnu::always_inline]] static Block combine(Block a, Block b) { return plus(a, b); }
    [[gnu::always_inline]] static Total merge(Total a, Total b) { return plus(a, b); }
    // NumPy's sum starts from +0.0, so that the sum of negative zeros is +0.0.
    [[gnu::always_inline]] static Total start(Total value) { return plus(Total{}, value); }
};

template <class In> struct Prod : Arithmetic<In> {
    using typename Arithmetic<In>::Block;
    using typename Arithmetic<In>::Total;
    // A product may pass through infinity or zero, and which comes first decides the result.
    static constexpr bool is_ordered = !std::is_same_v<Block, std::uint64_t>;
    // NumPy's product starts from 1 + 0j, which makes NaNs of infinities.
    [[gnu::always_inline]] static Block begin(Block value) {
        if constexpr (is_pair<Block>::value) return times(Block{1, 0}, value);
        return value;
    }
    [[gnu::always_inline]] static Block combine(Block a, Block b) { return times(a, b); }
    [[gnu::always_inline]] static Total merge(Total a, Total b) { return times(a, b); }
};

template <class T> [[gnu::always_inline]] inline bool is_nan(T value) {
    if constexpr (is_pair<T>::value) {
        return (value.real != value.real) | (value.imag != value.imag);
    } else if constexpr (std::is_floating_point_v<T>) {
        return value != value;
    } else {
        return false;
    }
}

// a > b, or a >= b where or_equal; complex numbers are ordered by real, then imaginary part.
template <bool or_equal, class T> [[gnu::always_inline]] inline bool exceeds(T a, T b) {
    if constexpr (is_pair<T>::value) {
        const bool parts = or_equal ? a.imag >= b.imag : a.imag > b.imag;
        const bool is_ordered = (a.imag == a.imag) & (b.imag == b.imag);
        return ((a.real > b.real) & is_ordered) | ((a.real == b.real) & parts);
    } else if constexpr (std::is_floating_point_v<T>) {
        return or_equal ? __builtin_isgreaterequal(a, b) : __builtin_isgreater(a, b);
    } else {
        return or_equal ? a >= b : a > b;
    }
}

// Comparing values: halves as floats, booleans as bytes of 0 and 1.
template <class In> struct comparable { using type = In; };
template <> struct comparable<Half> { using type = float; };
template <> struct comparable<Truth> { using type = std::uint8_t; };
template <class In> using Comparable = typename comparable<In>::type;

template <class In, bool is_max, bool skips_nan>
struct Extremum : FoldTypes<In, Comparable<In>, In> {
    using Block = Comparable<In>;
    using Total = In;
    static constexpr bool seeks_largest = is_max, leaves_nan_out = skips_nan;
    // The first of several complex NaNs is the result, and they differ in their other part.
    static constexpr bool is_ordered = is_pair<In>::value;
    static constexpr bool is_idempotent = true;
    [[gnu::always_inline]] static Block combine(Block a, Block b) {
        const bool keeps = is_max ? exceeds<true>(a, b) : exceeds<true>(b, a);
        return keeps | is_nan(skips_nan ? b : a) ? a : b;
    }
    // Of complex numbers: is it a, without a look at more than the real parts and at NaNs?
    [[gnu::always_inline]] static bool surely_keeps(Block a, Block b) {
        return (is_max ? a.real > b.real : a.real < b.real) && a.imag == a.imag && b.imag == b.imag;
    }
    [[gnu::always_inline]] static Total merge(Total a, Total b) {
        return convert<Total>(combine(convert<Block>(a), convert<Block>(b)));
    }
};
template <class In> using Maximum = Extremum<In, true, false>;
template <class In> using Minimum = Extremum<In, false, false>;
template <class In> using FMaximum = Extremum<In, true, true>;
template <class In> using FMinimum = Extremum<In, false, true>;

template <class In, bool is_any_> struct Quantifier : FoldTypes<In, std::uint8_t, Truth> {
    static constexpr bool is_any = is_any_, is_idempotent = true;
    [[gnu::always_inline]] static std::uint8_t enter(In value) { return is_true(value); }
    [[gnu::always_inline]] static Truth widen(std::uint8_t value) { return Truth{value}; }
    [[gnu::always_inline]] static std::uint8_t combine(std::uint8_t a, std::uint8_t b) {
        return is_any ? a | b : a & b;
    }
    [[gnu::always_inline]] static Truth merge(Truth a, Truth b) {
        return Truth{combine(a.byte, b.byte)};
    }
    [[gnu::always_inline]] static bool is_decided(Truth value) {
        return (value.byte != 0) == is_any;
    }
};
template <class In> using Any = Quantifier<In, true>;
template <class In> using All = Quantifier<In, false>;

// A block's counts are as wide as its elements, so that vectors need not widen each: blocks have
// far fewer elements than two bytes can count.
template <class In>
using CountOf = std::conditional_t<sizeof(In) <= 2, std::uint16_t,
                                   std::conditional_t<sizeof(In) == 4, std::uint32_t,
                                                      std::int64_t>>;

template <class In> struct Count : FoldTypes<In, CountOf<In>, std::int64_t> {
    using Some = CountOf<In>;
    [[gnu::always_inline]] static Some enter(In value) { return is_true(value); }
    [[gnu::always_inline]] static Some combine(Some a, Some b) { return static_cast<Some>(a + b); }
    [[gnu::always_inline]] static std::int64_t merge(std::int64_t a, std::int64_t b) {
        return a + b;
    }
};

}  // namespace numen::cpu::NUMEN_ISA
