// arctan, arctan2 and tan of ordinary numbers, with AVX-512.
//
// An angle is that of the nearest of sixteen slopes, found by the leading bits of the quotient,
// plus arctan(t) for t = (y - cx)/(x + cy). tan is sin/cos of a multiple of pi/16, turned by the
// rest: period and poles lie in the table.
#pragma once

#include "backends/cpu/vector_math/quick.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

// The tables' position of a slope: half octaves from 1/16 to 16, those beyond at the ends.
template <class V> NUMEN_INLINE auto slope_index(V slope) {
    using T = Part<V>;
    const V inside = at_most(at_least(slope, T(0.0625)), T(15.5));
    return bits(inside) >> (fraction_bits<V> - 1);
}

// base + arctan(t).
template <class V> NUMEN_INLINE V angle_beyond(PairOf<V> base, PairOf<V> t) {
    const V rounded = t.high + t.low, square = rounded * rounded;
    const V series = polynomial(square, of_type<V>(arctan_series, arctan_series_float));
    const V low = multiply_add(square * rounded, series, t.low);
    const auto sum = fast_two_sum(base.high, t.high);
    return sum.high + (sum.low + (base.low + low));
}

template <class V> NUMEN_INLINE V arctan(V x) {
    using T = Part<V>;
    const V a = at_most(absolute(x), is_wide<V> ? T(0x1p100) : T(0x1p60f));
    const auto index = slope_index(a);
    const V c = look_up(of_type<V>(slopes, slopes_float), index);
    const V base = look_up(of_type<V>(slope_angles, slope_angles_float), index);
    const V base_low = look_up(of_type<V>(slope_angles_low, slope_angles_low_float), index);
    const V run = multiply_add(a, c, V{} + T(1));
    const V run_low = multiply_add(a, c, T(1) - run);  // exact
    const auto t = rough_ratio<V>(a - c, {run, run_low});
    return with_sign(angle_beyond<V>({base, base_low}, t), x);
}

// For |x| and |y| from 2^-256 to 2^256 (float32: 2^-32 to 2^32), one of which may be zero.
template <class V> NUMEN_INLINE V quick_arctan2(V y, V x) {
    const V rise = absolute(y), run = absolute(x);
    const auto index = slope_index(rise * reciprocal_start(run));
    const auto left = bits(x) < 0;
    const V c = look_up(of_type<V>(slopes, slopes_float), index);
    const V base = left ? look_up(of_type<V>(left_angles, left_angles_float), index)
                        : look_up(of_type<V>(slope_angles, slope_angles_float), index);
    const V base_low = left ? look_up(of_type<V>(left_angles_low, left_angles_low_float), index)
                            : look_up(of_type<V>(slope_angles_low, slope_angles_low_float), index);
    const V drop = c * run, lost = multiply_add(-c, run, drop);
    const V turned_run = with_sign(multiply_add(c, rise, run), x);
    const auto t = rough_quotient<V>({rise - drop, lost}, turned_run);
    return with_sign(angle_beyond<V>({base, base_low}, t), y);
}

// The distance of both coordinates from the lower end of that range; bits set in `far` tell those
// beyond an end, zeros among them.
template <class V> NUMEN_INLINE auto coordinate_range(V y, V x) {
    constexpr auto start = std::conditional_t<is_wide<V>, std::int64_t, std::int32_t>(
        is_wide<V> ? INT64_C(0x2ff) << 52 : INT64_C(0x5f) << 23);
    return (bits(absolute(y)) - start) | (bits(absolute(x)) - start);
}
NUMEN_INLINE bool any_far_coordinate(F64 y, F64 x) {
    const __m512i far = _mm512_set1_epi64(INT64_C(-1) << 61);
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(coordinate_range(y, x)), far) != 0;
}
NUMEN_INLINE bool any_far_coordinate(F32 y, F32 x) {
    const __m512i far = _mm512_set1_epi32(-1 << 29);
    return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(coordinate_range(y, x)), far) != 0;
}
// Lane by lane, with zeros where they may be.
NUMEN_INLINE I64 are_quick_coordinates(F64 y, F64 x) {
    return (coordinate_range<F64>(y == 0.0 ? x : y, x == 0.0 ? y : x) >> 61) == 0;
}
NUMEN_INLINE I32 are_quick_coordinates(F32 y, F32 x) {
    return (coordinate_range<F32>(y == 0.0f ? x : y, x == 0.0f ? y : x) >> 29) == 0;
}

// x = n pi/16 + r.
template <class V> struct Turn {
    V shifted;  // n in its low bits
    PairOf<V> r;
};
template <class V> NUMEN_INLINE Turn<V> reduce_turn(V x) {
    using T = Part<V>;
    constexpr T shift = is_wide<V> ? T(0x1.8p52) : T(0x1.8p23f);
    constexpr auto& parts = of_type<V>(turn_parts, turn_parts_float);
    const V shifted = multiply_add(x, T(0x1.45f306dc9c883p+2), shift);
    const V n = shifted - shift;
    const V first = multiply_add(n, -parts[0], x);  // exact
    const V product = n * -parts[1];
    const auto rest = two_sum(first, product);
    const V product_low = multiply_add(n, -parts[1], -product);
    return {shifted, fast_two_sum(rest.high, multiply_add(n, -parts[2], rest.low + product_low))};
}
template <class V>
static constexpr Part<V> tan_high = is_wide<V> ? Part<V>(0x1p22) : Part<V>(0x1p16f);
template <class V> static constexpr Part<V> tan_low = -tan_high<V>;
template <class V> NUMEN_INLINE V quick_tan(V x) {
    const auto [shifted, r] = reduce_turn(x);
    const V square = r.high * r.high;
    const V series = polynomial(square, of_type<V>(tan_series, tan_series_float));
    const auto t = fast_two_sum(r.high, multiply_add(square * r.high, series, r.low));
    const auto index = bits(shifted);
    const V sine = look_up(of_type<V>(turn_sines, turn_sines_float), index);
    const V cosine = look_up(of_type<V>(turn_cosines, turn_cosines_float), index);
    const V sine_low = look_up(of_type<V>(turn_sines_low, turn_sines_low_float), index);
    const V cosine_low = look_up(of_type<V>(turn_cosines_low, turn_cosines_low_float), index);
    const V rise = multiply_add(cosine, t.high, sine);
    const V rise_low = multiply_add(cosine, t.high, sine - rise) +
                       multiply_add(cosine, t.low, multiply_add(cosine_low, t.high, sine_low));
    const V run = multiply_add(-sine, t.high, cosine);
    const V run_low = multiply_add(-sine, t.high, cosine - run) +
                      multiply_add(-sine, t.low, multiply_add(-sine_low, t.high, cosine_low));
    const auto slope = rough_quotient<V>({rise, rise_low}, {run, run_low});
    return x == V{} ? x : slope.high + slope.low;
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
