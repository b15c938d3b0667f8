// arctan and arctan2 are the angle of a point (x, y) given as pairs; arcsin and arccos one odd
// polynomial, beyond 1/2 that of half the angle.
//
// The point is folded into the first octant, then turned back by the angle of slope k/16 that lies
// nearest; what remains is arctan(t), |t| <= 1/32. float32 results use one polynomial on [0, 1].
// With AVX-512 arctan, and arctan2 of ordinary points, are those of quick_angles.h.
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/pairs.h"
#include "backends/cpu/vector_math/quick_angles.h"

namespace numen::cpu::NUMEN_ISA::vm {

// The angle of (x, y) in [0, pi]: y >= 0, not both zero; `left` marks points whose true x is -x.
NUMEN_INLINE F64 angle(Pair y, Pair x, I64 left) {
    const I64 steep = y.high > x.high;
    const Pair small = select(steep, x, y), large = select(steep, y, x);
    const Whole k = nearest(16.0 * small.high * reciprocal(large.high));
    const F64 slope = k.value * 0.0625;

    const Pair drop = two_product(slope, large.high), gain = two_product(slope, small.high);
    // Exact: the slope is 0 or the two numbers lie within a factor of two.
    const F64 numerator = small.high - drop.high;
    const F64 numerator_low = small.low - multiply_add(slope, large.low, drop.low);
    const Pair denominator = fast_two_sum(large.high, gain.high);
    const F64 denominator_low =
        denominator.low + (large.low + multiply_add(slope, small.low, gain.low));
    const Pair t = divide({numerator, numerator_low}, {denominator.high, denominator_low});

    const F64 square = t.high * t.high;
    const F64 tail = multiply_add(polynomial(square, arctan_tail), square * t.high, t.low);
    // The result is offset + sign*(table + t): sign -1 for exactly one of steep and left.
    const I64 turned = (steep ^ left) & sign_bit;
    const F64 offset = steep ? broadcast(half_pi_parts[0])
                             : left ? broadcast(2 * half_pi_parts[0]) : F64{};
    const F64 offset_low = steep ? broadcast(half_pi_parts[1])
                                 : left ? broadcast(2 * half_pi_parts[1]) : F64{};
    const auto signed_by_turn = [turned](F64 v) __attribute__((always_inline)) {
        return from_bits(bits(v) ^ turned);
    };
    const Pair base = fast_two_sum(offset, signed_by_turn(look_up(arctan_high, k.integer)));
    const Pair sum = fast_two_sum(base.high, signed_by_turn(t.high));
    const F64 low = (base.low + sum.low) + offset_low;
    return sum.high + (low + signed_by_turn(tail + look_up(arctan_low, k.integer)));
}

// arcsin(a) for a <= 1/2, arcsin(sqrt((1 - a)/2)) beyond: half the angle from the end of the
// interval. The first part is the argument's rounded value; NaN for a > 1.
NUMEN_INLINE Pair arcsin_reduced(F64 a, I64 large) {
    const F64 square = large ? 0.5 * (1.0 - a) : a * a;
#if defined(__AVX512F__)
    const __mmask8 has_root = _mm512_cmp_pd_mask(square, F64{}, _CMP_NEQ_UQ);
    const Pair root = quick_root<F64>({square, F64{}}, _mm512_maskz_rsqrt14_pd(has_root, square));
#else
    const Pair root = square_root({square, F64{}});
#endif
    const F64 argument = large ? root.high : a;
    const F64 low = large ? root.low : F64{};
    return {argument, multiply_add(polynomial(square, arcsin_tail), square * argument, low)};
}
// base + factor*angle, |factor| being 1 or 2, so that both products are exact.
NUMEN_INLINE F64 turned_angle(Pair base, F64 factor, Pair angle) {
    const F64 sum = multiply_add(factor, angle.high, base.high);
    const F64 lost = multiply_add(factor, angle.high, base.high - sum);
    return sum + multiply_add(factor, angle.low, lost + base.low);
}
NUMEN_INLINE F64 arcsin(F64 x) {
    const F64 a = absolute(x);
    const I64 large = a > 0.5;
    const Pair base = {large ? broadcast(half_pi_parts[0]) : F64{},
                       large ? broadcast(half_pi_parts[1]) : F64{}};
    const F64 factor = large ? broadcast(-2.0) : broadcast(1.0);
    return with_sign(turned_angle(base, factor, arcsin_reduced(a, large)), x);
}
NUMEN_INLINE F64 arccos(F64 x) {
    const F64 a = absolute(x);
    const I64 large = a > 0.5;
    const I64 sign = bits(x) & sign_bit;
    const F64 factor = large ? broadcast(2.0) : broadcast(-1.0);
    const F64 multiple = large ? (x < 0.0 ? broadcast(2.0) : F64{}) : broadcast(1.0);
    const Pair base = {multiple * half_pi_parts[0], multiple * half_pi_parts[1]};
    return turned_angle(base, from_bits(bits(factor) ^ sign), arcsin_reduced(a, large));
}

// Both coordinates of a quadrant's point with infinities and zeros made finite and non-zero.
struct Point {
    F64 x;
    F64 y;
};
NUMEN_INLINE Point finite_point(F64 x, F64 y) {
    const I64 x_infinite = x == INFINITY, y_infinite = y == INFINITY;
    const I64 some_infinite = x_infinite | y_infinite;
    const F64 one = broadcast(1.0);
    const F64 finite_x = some_infinite ? (x_infinite ? one : F64{}) : x;
    const F64 finite_y = some_infinite ? (y_infinite ? one : F64{}) : y;
    return {(finite_x == 0.0) & (finite_y == 0.0) ? one : finite_x, finite_y};
}
NUMEN_INLINE F64 arctan2_of_any(F64 y, F64 x) {
    const I64 left = (bits(x) & sign_bit) != 0;
    const F64 y_size = absolute(y), x_size = absolute(x);
    const Point point = finite_point(x_size, y_size);
    const F64 largest = point.x > point.y ? point.x : point.y;
    const F64 factor = largest < 0x1p400 ? broadcast(0x1p500)
                                         : largest > 0x1p900 ? broadcast(0x1p-300)
                                                             : broadcast(1.0);
    F64 result = angle({point.y * factor, F64{}}, {point.x * factor, F64{}}, left);
    // A quotient this small is the angle, and only division rounds it right if it is subnormal.
    const I64 flat = ~left & (point.y < point.x * 0x1p-500);
    result = flat ? point.y / point.x : result;
    result = (x != x) | (y != y) ? x + y : result;
    return with_sign(result, y);
}

NUMEN_INLINE F64 short_angle(F64 y, F64 x, I64 left) {
    const I64 steep = y > x;
    const F64 slope = (steep ? x : y) * reciprocal(steep ? y : x);
    const F64 square = slope * slope;
    const F64 first = multiply_add(polynomial(square, arctan_short), square * slope, slope);
    const F64 second = steep ? half_pi_parts[0] - first : first;
    return left ? 2 * half_pi_parts[0] - second : second;
}
NUMEN_INLINE F64 arctan2_short_result(F64 y, F64 x) {
    const Point point = finite_point(absolute(x), absolute(y));
    const F64 result = short_angle(point.y, point.x, (bits(x) & sign_bit) != 0);
    return with_sign((x != x) | (y != y) ? x + y : result, y);
}

#if defined(NUMEN_NATIVE_FLOAT)
NUMEN_INLINE FloatPair arcsin_reduced(F32 a, I32 large) {
    const F32 square = large ? 0.5f * (1.0f - a) : a * a;
    const FloatPair root = square_root(square);
    const F32 argument = large ? root.high : a;
    const F32 low = large ? root.low : F32{};
    const F32 tail = polynomial(square, arcsin_tail_float);
    return {argument, multiply_add(tail, square * argument, low)};
}
NUMEN_INLINE F32 turned_angle(F32 multiple, F32 factor, FloatPair angle) {
    const FloatPair sum = fast_two_sum(multiple * half_pi_parts_float[0], factor * angle.high);
    const F32 low = multiply_add(multiple, half_pi_parts_float[1], sum.low);
    return sum.high + multiply_add(factor, angle.low, low);
}
NUMEN_INLINE F32 arcsin(F32 x) {
    const F32 a = absolute(x);
    const I32 large = a > 0.5f;
    const F32 one = broadcast_float(1.0f);
    const FloatPair angle = arcsin_reduced(a, large);
    const F32 turns = large ? one : F32{}, sign = large ? broadcast_float(-2.0f) : one;
    return with_sign(turned_angle(turns, sign, angle), x);
}
NUMEN_INLINE F32 arccos(F32 x) {
    const F32 a = absolute(x);
    const I32 large = a > 0.5f;
    const I32 sign = bits(x) & INT32_MIN;
    const F32 factor = large ? broadcast_float(2.0f) : broadcast_float(-1.0f);
    const F32 multiple = large ? (x < 0.0f ? broadcast_float(2.0f) : F32{}) : broadcast_float(1.0f);
    return turned_angle(multiple, from_bits(bits(factor) ^ sign), arcsin_reduced(a, large));
}
#else
NUMEN_INLINE F64 arcsin_short_result(F64 x) {
    const F64 a = absolute(x);
    return with_sign(short_angle(a, root_estimate((1.0 - a) * (1.0 + a)), I64{}), x);
}
NUMEN_INLINE F64 arccos_short_result(F64 x) {
    const F64 a = absolute(x);
    return short_angle(root_estimate((1.0 - a) * (1.0 + a)), a, x < 0.0);
}
NUMEN_SHORT_UNARY(arcsin)
NUMEN_SHORT_UNARY(arccos)
#endif

#if defined(__AVX512F__)
[[gnu::noinline, gnu::cold]] static F64 arctan2_far(F64 y, F64 x, F64 result) {
    const I64 are_quick = are_quick_coordinates(y, x);
    if (!any(~are_quick)) return result;
    return are_quick ? result : arctan2_of_any(y, x);
}
[[gnu::noinline, gnu::cold]] static F32 arctan2_far(F32 y, F32 x, F32 result) {
    const I32 are_quick = are_quick_coordinates(y, x);
    if (!any(~are_quick)) return result;
    const F32 far = join_halves(arctan2_short_result(low_half(y), low_half(x)),
                                arctan2_short_result(high_half(y), high_half(x)));
    return are_quick ? result : far;
}
NUMEN_INLINE F64 arctan2(F64 y, F64 x) {
    const F64 result = quick_arctan2(y, x);
    return any_far_coordinate(y, x) ? arctan2_far(y, x, result) : result;
}
NUMEN_INLINE F32 arctan2(F32 y, F32 x) {
    const F32 result = quick_arctan2(y, x);
    return any_far_coordinate(y, x) ? arctan2_far(y, x, result) : result;
}
#else
NUMEN_INLINE F64 arctan(F64 x) {
    const F64 magnitude = at_most(absolute(x), 0x1p100);
    return with_sign(angle({magnitude, F64{}}, {broadcast(1.0), F64{}}, I64{}), x);
}
NUMEN_INLINE F64 arctan_short_result(F64 x) {
    const F64 magnitude = at_most(absolute(x), 0x1p200);
    return with_sign(short_angle(magnitude, broadcast(1.0), I64{}), x);
}
NUMEN_INLINE F64 arctan2(F64 y, F64 x) { return arctan2_of_any(y, x); }
NUMEN_SHORT_UNARY(arctan)
NUMEN_SHORT_BINARY(arctan2)
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
