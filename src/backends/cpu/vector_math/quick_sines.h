// sin and cos of float32 with AVX-512: those of n pi/16 from a table, turned by the rest of the
// angle, which is so small that two terms of either series serve. No choice between sine and cosine
// and no sign is left to make: 24 operations, where two series and a choice took 34.
#pragma once

#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/series.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

// The function at n pi/16 by the low bits of n, minus its slope there, and what is too much in
// `value`: with these signs no register is negated, and -0 stays what it is.
struct TurnTable {
    float value[32], fall[32], excess[32];
};

// sin(n pi/16 + quarters pi/2).
constexpr TurnTable turn_table(int quarters) {
    // What the slope lacks makes its largest difference where results are small, between this
    // distance towards zero and none: there it is made up for.
    constexpr double distance = 0.05;
    TurnTable table{};
    for (int i = 0; i < 32; ++i) {
        const int n = (i + 8 * quarters) % 32;
        const double sign = n < 16 ? 1 : -1;
        const double value = sign * turn_sines[n % 16], slope = sign * turn_cosines[n % 16];
        const float short_value = static_cast<float>(value);
        const float short_slope = static_cast<float>(slope);
        const double towards_zero = (value > 0) == (slope > 0) ? -distance : distance;
        table.value[i] = value == 0 ? -0.0f : short_value;
        table.fall[i] = -short_slope;
        table.excess[i] = static_cast<float>((short_value - value) +
                                             (short_slope - slope) * towards_zero);
    }
    return table;
}
constexpr TurnTable sine_turns = turn_table(0), cosine_turns = turn_table(1);

// pi/16 in three parts, none of them negative before the last.
constexpr float turn_first = 0x1.921fb4p-3f;
constexpr float turn_second = static_cast<float>(turn_parts[0] - turn_first);
constexpr float turn_third =
    static_cast<float>((turn_parts[0] - turn_first - turn_second) + turn_parts[1]);

NUMEN_INLINE F32 look_up(const float (&table)[32], I32 index) {
    return _mm512_permutex2var_ps(_mm512_loadu_ps(table), reinterpret_cast<__m512i>(index),
                                  _mm512_loadu_ps(table + 16));
}

// |x| <= trigonometric_float_range.
NUMEN_INLINE F32 turned(F32 x, const TurnTable& table) {
    const F32 shifted = multiply_add(x, 0x1.45f306p+2f, 0x1.8p23f);
    const F32 n = shifted - 0x1.8p23f;
    const F32 first = multiply_add(n, -turn_first, x);  // exact
    // Neither difference loses a bit that the other does not find: where the two cancel `r` is
    // exact, elsewhere `first` is the larger or its last place is that of a larger number.
    const F32 second = n * turn_second;
    const F32 r = first - second;
    const F32 r_low = multiply_add(n, -turn_third, multiply_add(n, -turn_second, first - r));
    const F32 square = r * r;
    const F32 tail = multiply_add(square * r, multiply_add(square, 1 / 120.0f, -1 / 6.0f), r_low);
    const F32 drop = square * multiply_add(square, 1 / 24.0f, -0.5f);  // cos(r) - 1

    const F32 value = look_up(table.value, bits(shifted));
    const F32 fall = look_up(table.fall, bits(shifted));
    const F32 sum = multiply_add(-fall, r, value);
    const F32 lost = multiply_add(fall, r, sum - value);
    const F32 excess = multiply_add(fall, tail, look_up(table.excess, bits(shifted)));
    return sum - (lost + multiply_add(-value, drop, excess));
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
