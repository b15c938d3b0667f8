// exp and its kin: x = n ln 2 + r, exp(r) - 1 as an unevaluated pair, then the scaling by 2^n.
//
// exp itself splits off fractions of n and looks their powers of two up. Either way the parts
// carry five to ten bits beyond a double, so that the one rounding at the end decides the error.
// float32 results come from a shorter polynomial in float64, those of exp and exp2 from float32
// arithmetic where that is possible (floats.h), as expm1 does (quick_exponential.h).
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/pairs.h"
#include "backends/cpu/vector_math/quick_exponential.h"

namespace numen::cpu::NUMEN_ISA::vm {

constexpr double log2_e = 0x1.71547652b82fep+0;

// exp(r.high + r.low) - 1 for |r| <= ln(2)/2, to about 2^-61 of its value or, without the cubic
// term as a pair, to 2^-57.
template <bool precise> NUMEN_INLINE Pair expm1_reduced(Pair r) {
    const Pair square = two_product(r.high, r.high);
    const Pair second = fast_two_sum(r.high, 0.5 * square.high);
    const F64 low = multiply_add(r.low, second.high, multiply_add(square.low, 0.5, r.low));
    const F64 tail = polynomial(r.high, exp_tail) * (square.high * square.high);
    if constexpr (!precise) {
        const F64 cube = square.high * r.high;
        return {second.high,
                second.low + (low + multiply_add(cube, 0x1.5555555555555p-3, tail))};
    }
    const Pair product = two_product(square.high, r.high);
    const Pair third = times({product.high, multiply_add(square.low, r.high, product.low)},
                             0x1.5555555555555p-3, 0x1.5555555555555p-57);
    const Pair sum = fast_two_sum(second.high, third.high);
    return {sum.high, (second.low + sum.low) + ((third.low + low) + tail)};
}

// x.high + x.low = n ln 2 + r; |x| <= 2000.
struct ExpArgument {
    Whole n;
    Pair r;
};
NUMEN_INLINE ExpArgument reduce_exp(F64 x) {
    const Whole n = round_shifted(multiply_add(x, log2_e, 0x1.8p52));
    const F64 high = residual(n.value, ln2_parts[0], x);
    const F64 r = residual(n.value, ln2_parts[1], high);
    return {n, {r, multiply_add(n.value, -ln2_parts[1], high - r)}};
}

// (value.high + value.low) * 2^n, rounded once also where the result is subnormal.
NUMEN_INLINE F64 scale_pair(Pair value, Whole n) {
    F64 sum = value.high + value.low;
    if (any_exceeds(n.value, -1020.0, INFINITY)) [[unlikely]] {
        // Adding 2^(-1022 - n) first makes the sum round where the subnormal result ends.
        const I64 low = n.value < -1020.0;
        const F64 shift = power_of_two(low ? -1022 - n.integer : I64{});
        const Pair shifted = fast_two_sum(shift, value.high);
        const F64 rounded = (shifted.high + (shifted.low + value.low)) - shift;
        sum = low & (sum < shift) ? rounded : sum;
    }
    return scale(sum, n);
}

// The fraction of 2^(n/exp_steps) * exp(r): the table's power of two, corrected by a short
// polynomial whose rounding errors lie five (16 steps) or eight (128 steps) bits below the
// result's.
NUMEN_INLINE Pair exp_fraction(Whole steps, F64 r) {
#if defined(__AVX512F__)
    const F64 second = polynomial(r, exp_table_tail_16);
    const F64 high = look_up(exp_high_16, steps.integer);
    const F64 high_rest = look_up(exp_low_16, steps.integer);
#else
    const F64 second = polynomial(r, exp_table_tail_128);
    const F64 high = look_up(exp_high_128, steps.integer);
    const F64 high_rest = look_up(exp_low_128, steps.integer);
#endif
    return {high, multiply_add(high, multiply_add(second, r * r, r), high_rest)};
}
NUMEN_INLINE F64 exp_from_table(Whole steps, F64 r) {
    return scale_pair(exp_fraction(steps, r), exponent_of_steps(steps));
}

NUMEN_INLINE F64 exp_of_any(F64 x) {
    x = at_least(at_most(x, 710.0), -746.0);
    const Whole n = nearest_step(x, log2_e);
    const F64 high = residual(n.value, ln2_parts[0], x);
    return exp_from_table(n, multiply_add(n.value, -ln2_parts[1], high));
}
#if defined(__AVX512F__)
[[gnu::noinline, gnu::cold]] static F64 exp_of_some_extreme(F64 x) { return exp_of_any(x); }
// One look at the vector saves the limits and the care for subnormal results: exp(+-708) is normal.
NUMEN_INLINE F64 exp(F64 x) {
    if (any_exceeds(x, 708.0)) [[unlikely]] return exp_of_some_extreme(x);
    const Whole n = nearest_step(x, log2_e);
    const F64 high = residual(n.value, ln2_parts[0], x);
    const Pair fraction = exp_fraction(n, multiply_add(n.value, -ln2_parts[1], high));
    return scale(fraction.high + fraction.low, n);
}
#else
NUMEN_INLINE F64 exp(F64 x) { return exp_of_any(x); }
#endif

NUMEN_INLINE F64 exp2_of_any(F64 x) {
    x = at_least(at_most(x, 1025.0), -1076.0);
    const Whole n = nearest_step(x, 1.0);
    return exp_from_table(n, (x - n.value) * ln2_pair[0]);
}
#if defined(__AVX512F__)
[[gnu::noinline, gnu::cold]] static F64 exp2_of_some_extreme(F64 x) { return exp2_of_any(x); }
NUMEN_INLINE F64 exp2(F64 x) {
    if (any_exceeds(x, 1020.0)) [[unlikely]] return exp2_of_some_extreme(x);
    const Whole n = nearest_step(x, 1.0);
    const Pair fraction = exp_fraction(n, (x - n.value) * ln2_pair[0]);
    return scale(fraction.high + fraction.low, n);
}
#else
NUMEN_INLINE F64 exp2(F64 x) { return exp2_of_any(x); }
#endif

// (exp(x) - 1) / 2^shift as a pair, with exp(x) / 2^shift = scale * (1 + rest) beside it;
// -45 <= x (0 <= x unless precise) and exp(x) / 2^shift < 2^1023.
struct ScaledExp {
    Pair minus_one;
    Pair whole;
};
template <bool precise> NUMEN_INLINE ScaledExp scaled_exp(F64 x, int shift) {
    const ExpArgument argument = reduce_exp(x);
    const Pair rest = normalise(expm1_reduced<precise>(argument.r));
    const F64 unit = power_of_two(argument.n.integer - shift);
    const F64 one = broadcast(1.0 / static_cast<double>(1 << shift));
    const Pair scaled = {unit * rest.high, unit * rest.low};
    const Pair whole = fast_two_sum(unit, scaled.high);
    const Pair start = precise ? two_sum(unit, -one) : fast_two_sum(unit, -one);
    return {precise ? add(start, scaled) : add_smaller(start, scaled),
            {whole.high, whole.low + scaled.low}};
}

NUMEN_INLINE F64 expm1_of_any(F64 x) {
    const ScaledExp parts = scaled_exp<true>(at_least(at_most(x, 710.0), -45.0), 1);
    const F64 result = 2.0 * value(parts.minus_one);
    return absolute(x) < 0x1p-54 ? x : result;
}

// For float32 results, x being a float32 value: exp(x) = 2^n (1 + rest).
struct ShortExp {
    F64 unit;
    F64 rest;
};
NUMEN_INLINE ShortExp short_exp(F64 x) {
    const Whole n = round_shifted(multiply_add(x, log2_e, 0x1.8p52));
    const F64 r = multiply_add(n.value, -ln2_pair[0], x);
    return {power_of_two(n.integer), polynomial(r, exp_short) * r};
}
NUMEN_INLINE F64 exp_short_result(F64 x) {
    const ShortExp parts = short_exp(at_least(at_most(x, 89.0), -105.0));
    return multiply_add(parts.unit, parts.rest, parts.unit);
}
NUMEN_INLINE F64 expm1_short(F64 x) {
    const ShortExp parts = short_exp(x);
    return multiply_add(parts.unit, parts.rest, parts.unit - 1.0);
}
NUMEN_INLINE F64 expm1_short_result(F64 x) {
    return x == 0.0 ? x : expm1_short(at_least(at_most(x, 89.0), -45.0));
}
NUMEN_INLINE F64 exp2_short_result(F64 x) {
    x = at_least(at_most(x, 129.0), -151.0);
    const Whole n = nearest(x);
    const F64 r = (x - n.value) * ln2_pair[0];
    const F64 unit = power_of_two(n.integer);
    return multiply_add(unit * r, polynomial(r, exp_short), unit);
}

#if defined(NUMEN_NATIVE_FLOAT)
// The same in float32: 2^(n/steps) from a register; `shifted` has n in its low bits.
constexpr int exp_float_step_bits = lanes_f32 == 16 ? 4 : 3;
constexpr float exp_float_shift = 0x1.8p23f / (1 << exp_float_step_bits);
NUMEN_INLINE F32 exp_from_table(F32 shifted, F32 r) {
    const F32 rise = multiply_add(polynomial(r, exp_tail_float), r * r, r);
#if defined(__AVX512F__)
    const F32 high = look_up(exp_high_16_float, bits(shifted));
    const F32 low = look_up(exp_low_16_float, bits(shifted));
    return _mm512_maskz_scalef_ps(0xffff, high + multiply_add(high, rise, low),
                                  shifted - exp_float_shift);
#else
    const F32 high = look_up(exp_high_8_float, bits(shifted));
    const F32 low = look_up(exp_low_8_float, bits(shifted));
    constexpr std::int32_t shift_bits = ((0x96 - exp_float_step_bits) << 23) | (1 << 22);
    const I32 power = (bits(shifted) - shift_bits) >> exp_float_step_bits;
    const I32 half = power >> 1;
    return (high + multiply_add(high, rise, low)) * from_bits((half + 127) << 23) *
           from_bits((power - half + 127) << 23);
#endif
}
NUMEN_INLINE F32 exp(F32 x) {
    x = at_least(at_most(x, 89.0f), -105.0f);
    const F32 shifted = multiply_add(x, static_cast<float>(log2_e), exp_float_shift);
    const F32 n = shifted - exp_float_shift;
    const F32 first = multiply_add(n, -ln2_pair_float[0], x);  // exact
    return exp_from_table(shifted, multiply_add(n, -ln2_pair_float[1], first));
}
NUMEN_INLINE F32 exp2(F32 x) {
    x = at_least(at_most(x, 129.0f), -151.0f);
    const F32 shifted = x + exp_float_shift;
    return exp_from_table(shifted, (x - (shifted - exp_float_shift)) * ln2_pair_float[0]);
}
#else
NUMEN_SHORT_UNARY(exp)
NUMEN_SHORT_UNARY(exp2)
#endif
#if defined(NUMEN_QUICK)
NUMEN_QUICK_UNARY(expm1, quick_exp_low, quick_exp_high)
#else
NUMEN_INLINE F64 expm1(F64 x) { return expm1_of_any(x); }
NUMEN_SHORT_UNARY(expm1)
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
