// sin, cos and tan: x = n pi/2 + r with r as an unevaluated pair, sine and cosine of r as pairs,
// the choice between them by n. Arguments beyond the reduction's range (and infinities) go to the
// C library lane by lane. float32 results come the same way in float32 arithmetic (floats.h), else
// from odd polynomials on [-pi/2, pi/2] in float64. With AVX-512 sin and cos are those of
// quick_sines.h, tan that of quick_angles.h.
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/pairs.h"
#include "backends/cpu/vector_math/quick_angles.h"
#include "backends/cpu/vector_math/quick_sines.h"

namespace numen::cpu::NUMEN_ISA::vm {

constexpr double trigonometric_range = 0x1p22;

struct Quadrant {
    I64 n;
    Pair r;
};

// |x| <= trigonometric_range; r.high carries the rounded value of the rest.
NUMEN_INLINE Quadrant reduce_quadrant(F64 x) {
    constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    const Whole n = round_shifted(multiply_add(x, two_over_pi, 0x1.8p52));
    // Exact: the difference is a multiple of the last place of pi/2 (or of x) below 1.
    const F64 first = residual(n.value, half_pi_parts[0], x);
    const Pair product = two_product(n.value, half_pi_parts[1]);
    const Pair rest = two_sum(first, -product.high);
    const F64 low = multiply_add(n.value, -half_pi_parts[2], rest.low - product.low);
    return {n.integer, fast_two_sum(rest.high, low)};
}

NUMEN_INLINE Pair sin_reduced(Pair r, Pair square) {
    const Pair product = two_product(square.high, r.high);
    const Pair cube = {product.high, multiply_add(square.low, r.high, product.low)};
    const Pair third = times(cube, -0x1.5555555555555p-3, -0x1.5555555555555p-57);
    const F64 tail = polynomial(square.high, sin_tail) * (cube.high * square.high);
    const F64 low = multiply_add(-0.5 * square.high, r.low, r.low);
    const Pair sum = fast_two_sum(r.high, third.high);
    return {sum.high, sum.low + ((third.low + low) + tail)};
}

NUMEN_INLINE Pair cos_reduced(Pair r, Pair square) {
    const Pair product = two_product(square.high, square.high);
    const Pair fourth = times({product.high, multiply_add(2.0 * square.high, square.low,
                                                          product.low)},
                              0x1.5555555555555p-5, 0x1.5555555555555p-59);
    const F64 tail = polynomial(square.high, cos_tail) * (product.high * square.high);
    const F64 slope = multiply_add(square.high * r.high, 0x1.5555555555555p-3, -r.high);
    const F64 low = multiply_add(slope, r.low, -0.5 * square.low);
    const Pair first = fast_two_sum(1.0, -0.5 * square.high);
    const Pair sum = fast_two_sum(first.high, fourth.high);
    return {sum.high, (first.low + sum.low) + ((fourth.low + low) + tail)};
}

// sin(x + phase*pi/2).
NUMEN_INLINE F64 sin_of_quadrant(F64 x, std::int64_t phase) {
    const Quadrant quadrant = reduce_quadrant(x);
    const Pair square = two_product(quadrant.r.high, quadrant.r.high);
    const Pair sine = sin_reduced(quadrant.r, square);
    const Pair cosine = cos_reduced(quadrant.r, square);
    const I64 turn = quadrant.n + phase;
    const I64 odd = (turn & 1) != 0;
    const F64 value = odd ? cosine.high + cosine.low : sine.high + sine.low;
    return from_bits(bits(value) ^ ((turn & 2) << 62));
}

NUMEN_INLINE F64 sin(F64 x) {
#if defined(__AVX512F__)
    F64 result = turned(x, sine_turns<double>);
#else
    F64 result = x == 0.0 ? x : sin_of_quadrant(x, 0);
#endif
    if (any_outside(x, -trigonometric_range, trigonometric_range)) [[unlikely]]
        result = each_lane(~(absolute(x) <= trigonometric_range), x, result,
                           [](double lane) { return std::sin(lane); });
    return result;
}

NUMEN_INLINE F64 cos(F64 x) {
#if defined(__AVX512F__)
    F64 result = turned(x, cosine_turns<double>);
#else
    F64 result = sin_of_quadrant(x, 1);
#endif
    if (any_outside(x, -trigonometric_range, trigonometric_range)) [[unlikely]]
        result = each_lane(~(absolute(x) <= trigonometric_range), x, result,
                           [](double lane) { return std::cos(lane); });
    return result;
}

NUMEN_INLINE F64 tan_of_any(F64 x) {
    const Quadrant quadrant = reduce_quadrant(x);
    const Pair square = two_product(quadrant.r.high, quadrant.r.high);
    const Pair sine = normalise(sin_reduced(quadrant.r, square));
    const Pair cosine = normalise(cos_reduced(quadrant.r, square));
    const I64 odd = (quadrant.n & 1) != 0;
    const Pair minus_cosine = {-cosine.high, -cosine.low};
    const Pair quotient = divide(select(odd, minus_cosine, sine), select(odd, sine, cosine));
    F64 result = x == 0.0 ? x : value(quotient);
    if (any_outside(x, -trigonometric_range, trigonometric_range)) [[unlikely]]
        // Of the C library's functions tan alone is less accurate than ours, in double.
        result = each_lane(~(absolute(x) <= trigonometric_range), x, result, [](double lane) {
            return static_cast<double>(std::tan(static_cast<long double>(lane)));
        });
    return result;
}

// float32 values beyond this are reduced by the C library.
constexpr double trigonometric_short_range = 0x1p38;

// sin(x - n pi) with the sign of (-1)^m; n = m for the sine, m + 1/2 for the cosine.
NUMEN_INLINE F64 sin_short(F64 x, F64 n, I64 m) {
    const F64 first = residual(n, 2 * half_pi_parts[0], x);
    const F64 r = multiply_add(n, -2 * half_pi_parts[1], first);
    const F64 square = r * r;
    const F64 value = multiply_add(polynomial(square, sin_short_tail), square * r, r);
    return from_bits(bits(value) ^ (m << 63));
}

NUMEN_INLINE F64 sin_short_result(F64 x) {
    constexpr double one_over_pi = 0x1.45f306dc9c883p-2;
    const Whole n = round_shifted(multiply_add(x, one_over_pi, 0x1.8p52));
    const F64 result = x == 0.0 ? x : sin_short(x, n.value, n.integer);
    if (any_outside(x, -trigonometric_short_range, trigonometric_short_range)) [[unlikely]]
        return each_lane(~(absolute(x) <= trigonometric_short_range), x, result,
                         [](double lane) { return std::sin(lane); });
    return result;
}
NUMEN_INLINE F64 cos_short_result(F64 x) {
    constexpr double one_over_pi = 0x1.45f306dc9c883p-2;
    const Whole n = nearest(multiply_add(x, one_over_pi, -0.5));
    const F64 result = sin_short(x, n.value + 0.5, n.integer + 1);
    if (any_outside(x, -trigonometric_short_range, trigonometric_short_range)) [[unlikely]]
        return each_lane(~(absolute(x) <= trigonometric_short_range), x, result,
                         [](double lane) { return std::cos(lane); });
    return result;
}

NUMEN_INLINE F64 tan_short_result(F64 x) {
    constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    const Whole n = round_shifted(multiply_add(x, two_over_pi, 0x1.8p52));
    const F64 first = residual(n.value, half_pi_parts[0], x);
    const F64 r = multiply_add(n.value, -half_pi_parts[1], first);
    const F64 square = r * r;
    const F64 sine = multiply_add(polynomial(square, sin_short_tail), square * r, r);
    const F64 cosine = multiply_add(polynomial(square, cos_short_tail), square, 1.0);
    const I64 odd = (n.integer & 1) != 0;
    const F64 quotient = (odd ? -cosine : sine) * reciprocal(odd ? sine : cosine);
    const F64 result = x == 0.0 ? x : quotient;
    if (any_outside(x, -trigonometric_short_range, trigonometric_short_range)) [[unlikely]]
        return each_lane(~(absolute(x) <= trigonometric_short_range), x, result,
                         [](double lane) { return std::tan(lane); });
    return result;
}

#if defined(NUMEN_NATIVE_FLOAT)
// float32 arithmetic serves up to here: the rest of pi/2's three parts stays below 2^-60.
constexpr float trigonometric_float_range = 0x1p16f;

// sin(x + phase*pi/2) for |x| within that range, as for float64 above.
NUMEN_INLINE F32 sin_of_quadrant(F32 x, std::int32_t phase) {
    const F32 shifted = multiply_add(x, 0x1.45f306p-1f, 0x1.8p23f);
    const F32 n = shifted - 0x1.8p23f;
    const F32 first = multiply_add(n, -half_pi_parts_float[0], x);  // exact
    const FloatPair second = two_product(n, -half_pi_parts_float[1]);
    // No bit is lost: `first` is a multiple of the last place of `second`. What is left over may be
    // the larger part of an angle that is tiny, whose square nobody sees.
    const FloatPair rest = fast_two_sum(first, second.high);
    const FloatPair r = {rest.high,
                         multiply_add(n, -half_pi_parts_float[2], rest.low + second.low)};
    const F32 square = r.high * r.high;
    const F32 sine_tail =
        multiply_add(polynomial(square, sin_tail_float), square * r.high, r.low);
    const F32 half = -0.5f * r.high;
    const F32 start = multiply_add(half, r.high, 1.0f);
    const F32 start_low = multiply_add(half, r.high, 1.0f - start);
    const F32 cosine_tail =
        multiply_add(polynomial(square, cos_tail_float), square * square,
                     multiply_add(-r.high, r.low, start_low));
    const I32 turn = bits(shifted) + phase;
    const I32 odd = (turn & 1) != 0;
    const F32 value = (odd ? start : r.high) + (odd ? cosine_tail : sine_tail);
    return from_bits(bits(value) ^ ((turn & 2) << 30));
}
// Lanes beyond that range as in float64.
[[gnu::noinline, gnu::cold]] static F32 sin_far(F32 x, F32 result) {
    const F32 far = join_halves(sin_short_result(low_half(x)), sin_short_result(high_half(x)));
    return absolute(x) > trigonometric_float_range ? far : result;
}
[[gnu::noinline, gnu::cold]] static F32 cos_far(F32 x, F32 result) {
    const F32 far = join_halves(cos_short_result(low_half(x)), cos_short_result(high_half(x)));
    return absolute(x) > trigonometric_float_range ? far : result;
}
NUMEN_INLINE F32 sin(F32 x) {
#if defined(__AVX512F__)
    const F32 result = turned(x, sine_turns<float>);
#else
    const F32 result = x == 0.0f ? x : sin_of_quadrant(x, 0);
#endif
    return any_exceeds(x, trigonometric_float_range) ? sin_far(x, result) : result;
}
NUMEN_INLINE F32 cos(F32 x) {
#if defined(__AVX512F__)
    const F32 result = turned(x, cosine_turns<float>);
#else
    const F32 result = sin_of_quadrant(x, 1);
#endif
    return any_exceeds(x, trigonometric_float_range) ? cos_far(x, result) : result;
}
#else
NUMEN_SHORT_UNARY(sin)
NUMEN_SHORT_UNARY(cos)
#endif
#if defined(__AVX512F__)
NUMEN_QUICK_UNARY(tan, tan_low, tan_high)
#else
NUMEN_INLINE F64 tan(F64 x) { return tan_of_any(x); }
NUMEN_SHORT_UNARY(tan)
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
