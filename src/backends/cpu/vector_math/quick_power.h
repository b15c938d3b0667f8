// cbrt and power of ordinary numbers, with AVX-512: the sixteen intervals of log_pair, and for cbrt
// the roots of their reciprocals.
#pragma once

#include "backends/cpu/vector_math/exponential.h"
#include "backends/cpu/vector_math/quick_logarithm.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

NUMEN_INLINE F64 scale_by(F64 x, F64 n) { return _mm512_maskz_scalef_pd(0xff, x, n); }
NUMEN_INLINE F32 scale_by(F32 x, F32 n) { return _mm512_maskz_scalef_ps(0xffff, x, n); }
// table[index mod count] for a table of one register.
NUMEN_INLINE F64 look_up_one(const double (&table)[lanes_f64], I64 index) {
    return _mm512_maskz_permutexvar_pd(0xff, reinterpret_cast<__m512i>(index),
                                       _mm512_loadu_pd(table));
}
NUMEN_INLINE F32 look_up_one(const float (&table)[lanes_f32], I32 index) {
    return look_up(table, index);
}

// x = 2^e m/c (1 + f): the roots of 2^e, of the interval and of 1 + f. Zeros and infinities have
// infinite exponents, which the last scaling turns into them again.
template <class V> NUMEN_INLINE V cbrt_by_intervals(V x) {
    using T = Part<V>;
    constexpr T shift = is_wide<V> ? T(0x1.8p52) : T(0x1.8p23f);
    const V a = absolute(x);
    const V m = log_mantissa(a), exponent = log_exponent(a);
    const auto index = bits(m) >> (fraction_bits<V> - 4);
    const V third = multiply_add(exponent, T(0x1.5555555555555p-2), shift) - shift;
    const auto unit_index = bits(multiply_add(third, T(-3), exponent) + shift);
    const V c = look_up(of_type<V>(log_reciprocal_16, log_reciprocal_16_float), index);
    const V f = multiply_add(m, c, V{} - T(1));
    const V start = look_up(of_type<V>(cbrt_starts, cbrt_starts_float), index);
    const V start_low = look_up(of_type<V>(cbrt_starts_low, cbrt_starts_low_float), index);
    const V unit = look_up_one(of_type<V>(cbrt_units, cbrt_units_float), unit_index);
    const V unit_low = look_up_one(of_type<V>(cbrt_units_low, cbrt_units_low_float), unit_index);
    const V root = start * unit;
    const V lost = multiply_add(start, unit, -root);
    const V low = multiply_add(start, unit_low, multiply_add(start_low, unit, lost));
    const V rise = f * polynomial(f, of_type<V>(cbrt_series, cbrt_series_float));
    return with_sign(scale_by(root + multiply_add(root, rise, low), third), x);
}

// log(x) to 2^-66 of its value for x > 0: the terms up to f^3/3 are pairs.
NUMEN_INLINE Pair power_log(F64 x) {
    constexpr double third = 0x1.5555555555555p-2, third_low = 0x1.5555555555555p-56;
    const F64 m = log_mantissa(x), exponent = log_exponent(x);
    const I64 index = bits(m) >> 48;
    const F64 f = multiply_add(m, look_up(log_reciprocal_16, index), -1.0);
    const F64 base = multiply_add(exponent, ln2_parts[0], look_up(log_high_16, index));
    const F64 base_low = multiply_add(exponent, ln2_parts[1], look_up(log_low_16, index));
    const F64 square = f * f, square_low = multiply_add(f, f, -square);
    const F64 factor = multiply_add(f, third, -0.5);
    const F64 factor_low = multiply_add(f, third_low, multiply_add(f, third, -0.5 - factor));
    const F64 second = square * factor;
    const F64 lost = multiply_add(square_low, factor, multiply_add(square, factor, -second));
    const F64 second_low = multiply_add(square, factor_low, lost);
    const Pair first = fast_two_sum(base, f), sum = fast_two_sum(first.high, second);
    const F64 rest = multiply_add(square * square, polynomial(f, power_log_series), base_low);
    return fast_two_sum(sum.high, (first.low + sum.low) + (second_low + rest));
}

// True if some x is not a positive number: NaN, zero, infinite or negative.
NUMEN_INLINE bool any_unlike_a_base(F64 x) { return _mm512_fpclass_pd_mask(x, 0xdf) != 0; }
NUMEN_INLINE bool any_unlike_a_base(F32 x) { return _mm512_fpclass_ps_mask(x, 0xdf) != 0; }

// Beyond this exp leaves the normal numbers.
constexpr double power_exponent_limit = 708;

// x^y where x is positive and |y log(x)| <= power_exponent_limit; `exponent` is y log(x).
NUMEN_INLINE F64 quick_power(F64 x, F64 y, F64& exponent) {
    const Pair logarithm = power_log(x);
    exponent = y * logarithm.high;
    const F64 low = multiply_add(y, logarithm.low, multiply_add(y, logarithm.high, -exponent));
    const Whole n = nearest_step(exponent, log2_e);
    const F64 first = multiply_add(n.value, -ln2_parts[0], exponent);
    const Pair fraction = exp_fraction(n, first + multiply_add(n.value, -ln2_parts[1], low));
    return scale_by(fraction.high + fraction.low, n.value);
}

// For float32 values: x positive, y not huge; float32 accuracy.
NUMEN_INLINE F64 quick_power_short(F64 x, F64 y) {
    const F64 m = log_mantissa(x), exponent = log_exponent(x);
    const I64 index = bits(m) >> 48;
    const F64 f = multiply_add(m, look_up(log_reciprocal_16, index), -1.0);
    const F64 base = multiply_add(exponent, ln2_pair[0], look_up(log_short_16, index));
    const F64 rest = multiply_add(f * f, polynomial(f, power_log_short), f);
    const F64 product = at_least(at_most(y * (base + rest), 89.0), -105.0);
    const Whole n = nearest_step(product, log2_e);
    const F64 r = multiply_add(n.value, -ln2_pair[0], product);
    const F64 rise = multiply_add(r * r, polynomial(r, power_exp_short), r);
    const F64 start = look_up(exp_high_16, n.integer);
    return scale_by(multiply_add(start, rise, start), n.value);
}
NUMEN_INLINE F32 quick_power(F32 x, F32 y) {
    return join_halves(quick_power_short(low_half(x), low_half(y)),
                       quick_power_short(high_half(x), high_half(y)));
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
