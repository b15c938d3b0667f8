// sin and cos with AVX-512: those of n pi/16 from a table, turned by the rest of the angle, which
// is so small that a few terms of either series serve. No choice between sine and cosine is left
// to make: 24 operations for float32, where two series and a choice took 34; 31 for float64, where
// pairs of numbers took three times as many.
#pragma once

#include "backends/cpu/vector_math/quick.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

// The function at n pi/16 by the low bits of n, minus its slope there, and what is too much in
// `value`: with these signs no register is negated, and -0 stays what it is. Two registers hold a
// whole turn of float32, but half a turn of float64: then another bit of n is the sign.
template <class T> struct TurnTable {
    static constexpr int size = 2 * vector_bytes / sizeof(T);
    T value[size], fall[size], excess[size];
};

// sin(n pi/16 + quarters pi/2).
template <class T> constexpr TurnTable<T> turn_table(int quarters) {
    // What the slope lacks makes its largest difference where results are small, between this
    // distance towards zero and none: there it is made up for.
    constexpr double distance = 0.05;
    constexpr bool is_double = sizeof(T) == 8;  // then the tables' rests are what is missing
    TurnTable<T> table{};
    for (int i = 0; i < TurnTable<T>::size; ++i) {
        const int n = (i + 8 * quarters) % 32, half = n % 16;
        const double sign = n < 16 ? 1 : -1;
        const double value = sign * turn_sines[half], slope = sign * turn_cosines[half];
        const T short_value = static_cast<T>(value), short_slope = static_cast<T>(slope);
        const double value_rest =
            is_double ? -sign * turn_sines_low[half] : static_cast<double>(short_value) - value;
        const double slope_rest =
            is_double ? -sign * turn_cosines_low[half] : static_cast<double>(short_slope) - slope;
        const double towards_zero = (value > 0) == (slope > 0) ? -distance : distance;
        table.value[i] = value == 0 ? -T{0} : short_value;
        table.fall[i] = -short_slope;
        table.excess[i] = static_cast<T>(value_rest + slope_rest * towards_zero);
    }
    return table;
}
template <class T> constexpr TurnTable<T> sine_turns = turn_table<T>(0);
template <class T> constexpr TurnTable<T> cosine_turns = turn_table<T>(1);

// pi/16 in three parts, none of them negative before the last.
constexpr float near_turn = 0x1.921fb4p-3f;
constexpr float near_turn_rest = static_cast<float>(turn_parts[0] - near_turn);
constexpr float near_turn_parts[3] = {
    near_turn, near_turn_rest,
    static_cast<float>((turn_parts[0] - near_turn - near_turn_rest) + turn_parts[1])};

// Taylor's, of sin(r) = r + r^3 p(r^2) and of cos(r) = 1 + r^2 p(r^2), |r| <= pi/32.
constexpr double short_sine[4] = {-1 / 6.0, 1 / 120.0, -1 / 5040.0, 1 / 362880.0};
constexpr double short_cosine[5] = {-0.5, 1 / 24.0, -1 / 720.0, 1 / 40320.0, -1 / 3628800.0};
constexpr float short_sine_float[2] = {-1 / 6.0f, 1 / 120.0f};
constexpr float short_cosine_float[2] = {-0.5f, 1 / 24.0f};

NUMEN_INLINE F32 look_up(const float (&table)[32], I32 index) {
    return _mm512_permutex2var_ps(_mm512_loadu_ps(table), reinterpret_cast<__m512i>(index),
                                  _mm512_loadu_ps(table + 16));
}

// |x| <= trigonometric_range, in float32 trigonometric_float_range.
template <class V> NUMEN_INLINE V turned(V x, const TurnTable<Part<V>>& table) {
    using T = Part<V>;
    constexpr T shift = is_wide<V> ? T(0x1.8p52) : T(0x1.8p23);
    constexpr auto& parts = of_type<V>(turn_parts, near_turn_parts);
    const V shifted = multiply_add(x, T(0x1.45f306dc9c883p+2), shift);
    const V n = shifted - shift;
    const V first = multiply_add(n, -parts[0], x);  // exact
    // Neither difference loses a bit that the other does not find: where the two cancel `r` is
    // exact, elsewhere `first` is the larger or its last place is that of a larger number.
    const V second = n * parts[1];
    const V r = first - second;
    const V r_low = multiply_add(n, -parts[2], multiply_add(n, -parts[1], first - r));
    const V square = r * r;
    const V tail = multiply_add(
        square * r, polynomial(square, of_type<V>(short_sine, short_sine_float)), r_low);
    const V drop = square * polynomial(square, of_type<V>(short_cosine, short_cosine_float));

    const V value = look_up(table.value, bits(shifted));
    const V fall = look_up(table.fall, bits(shifted));
    const V sum = multiply_add(-fall, r, value);
    const V lost = multiply_add(fall, r, sum - value);
    const V excess = multiply_add(fall, tail, look_up(table.excess, bits(shifted)));
    const V result = sum - (lost + multiply_add(-value, drop, excess));
    if constexpr (is_wide<V>) return from_bits(bits(result) ^ ((bits(shifted) & 16) << 59));
    return result;
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
