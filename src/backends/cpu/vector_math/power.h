// power, cbrt and hypot.
//
// power(x, y) = exp(y log|x|) with the logarithm to about 2^-68 of its value, so that a product
// near 700 still leaves the last place right; the sign and the special cases of C99 Annex F follow.
// With AVX-512 cbrt, and power of ordinary numbers, are those of quick_power.h.
#pragma once

#include "backends/cpu/vector_math/exponential.h"
#include "backends/cpu/vector_math/logarithm.h"
#include "backends/cpu/vector_math/quick_half_powers.h"
#include "backends/cpu/vector_math/quick_power.h"

namespace numen::cpu::NUMEN_ISA::vm {

// log of x > 0 with the cubic term as a pair too.
NUMEN_INLINE Pair precise_log(const LogArgument& argument) {
    const Pair f = log_fraction(argument);
    const Pair square = two_product(f.high, f.high);
    const Pair product = two_product(square.high, f.high);
    const Pair cube = {product.high, multiply_add(square.low, f.high, product.low)};
    const Pair third = times(cube, 0x1.5555555555555p-2, 0x1.5555555555555p-56);
    const F64 slope = multiply_add(f.high, f.high, 1.0 - f.high);
    const F64 low = multiply_add(f.low, slope, multiply_add(square.low, -0.5, third.low));
    const F64 fourth = square.high * square.high;
    const Pair rest = fast_two_sum(-0.5 * square.high, third.high);
    const F64 rest_low =
        rest.low + multiply_add(polynomial(f.high, log_precise_tail), fourth, low);
    return normalise(log_sum(argument, f.high, {rest.high, rest_low}));
}

// Sign and special cases of power, given |x|^y for finite x and y.
NUMEN_INLINE F64 power_special(F64 x, F64 y, F64 result) {
    const F64 a = absolute(x);
    const F64 infinity = broadcast(INFINITY), zero = F64{}, one = broadcast(1.0);
    // |x| of 0 or infinity, or an infinite y: the result is 0 or infinity by the side of 1.
    const I64 grows = (a > 1.0) == (y > 0.0);
    const I64 extreme = (a == 0.0) | (a == INFINITY) | (absolute(y) == INFINITY);
    result = extreme ? (grows ? infinity : zero) : result;
    result = (a == 1.0) & (absolute(y) == INFINITY) ? one : result;
    const I64 whole = nearest_whole(y) == y;
    const I64 odd = whole & (nearest_whole(0.5 * y) != 0.5 * y);
    result = (x < 0.0) & (a < INFINITY) & ~whole ? broadcast(NAN) : result;
    result = from_bits(bits(result) ^ (bits(x) & odd & sign_bit));
    result = (x != x) | (y != y) ? x + y : result;
    return (y == 0.0) | (x == 1.0) ? one : result;
}

NUMEN_INLINE F64 power_of_logarithm(Pair logarithm, F64 y) {
    const Pair product = two_product(y, logarithm.high);
    const F64 exponent = at_least(at_most(product.high, 710.0), -746.0);
    const F64 low = exponent == product.high
                        ? multiply_add(y, logarithm.low, product.low) : F64{};
    const Whole n = nearest_step(exponent, log2_e);
    const F64 high = residual(n.value, ln2_parts[0], exponent);
    return exp_from_table(n, high + multiply_add(n.value, -ln2_parts[1], low));
}

NUMEN_INLINE F64 power_of_any(F64 x, F64 y) {
    const F64 result = power_of_logarithm(precise_log(split_log(x)), y);
    // A positive normal base and a finite exponent need nothing more.
    if (any_outside(x, 0x1p-1022, 0x1.fffffffffffffp1023) |
        any_outside(y, -0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023)) [[unlikely]] {
        const F64 magnitude = power_of_logarithm(precise_log(lift_log(absolute(x))), y);
        return power_special(x, y, magnitude);
    }
    return result;
}

// The root of large^2 + small^2, for 0 <= small <= large within 2^-400 to 2^500 (or zeros).
NUMEN_INLINE F64 vector_length(F64 large, F64 small) {
    const Pair square = two_product(large, large), other = two_product(small, small);
    const Pair sum = fast_two_sum(square.high, other.high);
    return value(square_root({sum.high, sum.low + (square.low + other.low)}));
}

NUMEN_INLINE F64 hypot(F64 x, F64 y) {
    const F64 a = absolute(x), b = absolute(y);
    const F64 large = a > b ? a : b, small = a > b ? b : a;
    const I64 high = large > 0x1p500, low = large < 0x1p-400;
    const F64 one = broadcast(1.0);
    const F64 factor = high ? broadcast(0x1p-600) : low ? broadcast(0x1p600) : one;
    const F64 back = high ? broadcast(0x1p600) : low ? broadcast(0x1p-600) : one;
    const F64 result = vector_length(large * factor, small * factor) * back;
    const I64 infinite = (a == INFINITY) | (b == INFINITY);
    return infinite ? broadcast(INFINITY) : (x != x) | (y != y) ? x + y : result;
}

NUMEN_INLINE F64 power_short_result(F64 x, F64 y) {
    const F64 a = absolute(x);
    const F64 product = y * short_log(split_short_log(a), ln2_pair[0], 1.0);
    const F64 result = exp_short_result(product);
    if (any_outside(x, 0x1p-200, 0x1p200) | any_outside(y, -0x1p200, 0x1p200)) [[unlikely]]
        return power_special(x, y, result);
    return result;
}
NUMEN_INLINE F64 hypot_short_result(F64 x, F64 y) {
    const F64 result = square_root(x * x + y * y);
    const I64 infinite = (absolute(x) == INFINITY) | (absolute(y) == INFINITY);
    return infinite ? broadcast(INFINITY) : result;
}

#if defined(__AVX512F__)
NUMEN_INLINE F64 cbrt(F64 x) { return cbrt_by_intervals(x); }
NUMEN_INLINE F32 cbrt(F32 x) { return cbrt_by_intervals(x); }

// Zeros, infinities, NaN and signs of ordinary numbers follow rules; the rest are powers of any.
[[gnu::noinline, gnu::cold]] static F64 power_far(F64 x, F64 y, F64 result) {
    const F64 a = absolute(x);
    F64 reached;
    const F64 magnitude = quick_power(a, y, reached);
    const I64 is_near = (a > 0.0) & (a < INFINITY) & (absolute(reached) <= power_exponent_limit);
    const I64 is_quick = is_near & (x > 0.0);
    const I64 is_any = ~is_near & (a > 0.0) & (a < INFINITY) & (absolute(y) < INFINITY);
    const F64 far = any(is_any) ? power_of_any(x, y) : result;
    return is_quick ? result : is_any ? far : power_special(x, y, magnitude);
}
NUMEN_INLINE F64 power_by_logarithm(F64 x, F64 y) {
    F64 exponent;
    const F64 result = quick_power(x, y, exponent);
    const bool is_far = any_beyond(exponent, power_exponent_limit) |
                        any_unlike_a_base(x);
    return is_far ? power_far(x, y, result) : result;
}
[[gnu::noinline, gnu::cold]] static F32 power_far(F32 x, F32 y, F32 result) {
    const F32 a = absolute(x), magnitude = quick_power(a, y);
    const I32 is_near = (a > 0.0f) & (a < INFINITY) & (absolute(y) <= 0x1p100f);
    const I32 is_quick = is_near & (x > 0.0f);
    const F32 far = join_halves(
        power_special(low_half(x), low_half(y), low_half(magnitude)),
        power_special(high_half(x), high_half(y), high_half(magnitude)));
    return is_quick ? result : far;
}
NUMEN_INLINE F32 power_by_logarithm(F32 x, F32 y) {
    const F32 result = quick_power(x, y);
    const bool is_far = any_beyond(y, 0x1p100f) | any_unlike_a_base(x);
    return is_far ? power_far(x, y, result) : result;
}

// What powers that are no whole numbers make of negative numbers, zeros, infinities and NaN; one of
// positive numbers.
NUMEN_INLINE F64 power_by_rule(F64 x, F64 y) { return power_special(x, y, broadcast(1.0)); }
NUMEN_INLINE F32 power_by_rule(F32 x, F32 y) {
    return join_halves(power_by_rule(low_half(x), low_half(y)),
                       power_by_rule(high_half(x), high_half(y)));
}

// Where some of the lanes, but not all, are half powers of ordinary numbers.
template <class V> [[gnu::noinline, gnu::cold]] static V mixed_power(V x, V y) {
    const auto is_exponent = (absolute(y) == Part<V>(1.5)) | (y == Part<V>(-0.5));
    const auto is_half = is_exponent & (x >= half_power_low<V>) & (x <= half_power_high<V>);
    const auto is_ruled = is_exponent & ~((x > Part<V>(0)) & (x < INFINITY));
    const V result = is_half ? quick_half_power(x, y) : power_by_rule(x, y);
    if (!any(~(is_half | is_ruled))) return result;
    return is_half | is_ruled ? result : power_by_logarithm(x, y);
}
template <class V> NUMEN_INLINE V power_of_vector(V x, V y) {
    const unsigned half = half_exponents(y);
    if (half == 0) return power_by_logarithm(x, y);
    const bool is_far = any_outside(x, half_power_low<V>, half_power_high<V>);
    return half != every_lane<V> || is_far ? mixed_power(x, y) : quick_half_power(x, y);
}
NUMEN_INLINE F64 power(F64 x, F64 y) { return power_of_vector(x, y); }
NUMEN_INLINE F32 power(F32 x, F32 y) { return power_of_vector(x, y); }
#else
// One step of third order from a root of 24 bits, whose cube is exact.
NUMEN_INLINE F64 cbrt(F64 x) {
    const F64 a = absolute(x);
    const I64 low = a < 0x1p-1022;
    const F64 lifted = low ? a * 0x1p54 : a;
    const I64 exponent_bits = (bits(lifted) >> 52) & 0x7ff;
    const F64 exponent =
        from_bits(exponent_bits | INT64_C(0x4330000000000000)) - (0x1p52 + 1023.0);
    const Whole third = nearest((exponent - 1.0) * 0x1.5555555555555p-2);
    const F64 rest = exponent - 3.0 * third.value;  // 0, 1 or 2
    const F64 mantissa =
        from_bits((bits(lifted) & INT64_C(0x000fffffffffffff)) | INT64_C(0x3ff0000000000000));
    const F64 unit = rest == 0.0 ? broadcast(1.0) : rest == 1.0 ? broadcast(2.0) : broadcast(4.0);
    const F64 root_unit = rest == 0.0 ? broadcast(1.0)
                          : rest == 1.0 ? broadcast(0x1.428a2f98d728bp+0)
                                        : broadcast(0x1.965fea53d6e3dp+0);
    const F64 number = mantissa * unit;
    constexpr std::int64_t leading_24_bits = ~INT64_C(0x1fffffff);
    const F64 root =
        from_bits(bits(polynomial(mantissa, cbrt_start) * root_unit) & leading_24_bits);
    const Pair cube = two_product(root * root, root);
    const F64 missing = (number - cube.high) - cube.low;
    const F64 step = root * missing * reciprocal(multiply_add(cube.high, 2.0, number));
    const F64 result = (root + step) * power_of_two(third.integer - (low & 18));
    return (a == 0.0) | ~(a < INFINITY) ? x : with_sign(result, x);
}
NUMEN_INLINE F64 cbrt_short_result(F64 x) { return cbrt(x); }
NUMEN_INLINE F64 power(F64 x, F64 y) { return power_of_any(x, y); }
NUMEN_SHORT_UNARY(cbrt)
NUMEN_SHORT_BINARY(power)
#endif
NUMEN_SHORT_BINARY(hypot)

}  // namespace numen::cpu::NUMEN_ISA::vm
