// log1p and the inverse hyperbolic functions of ordinary numbers, with AVX-512: the logarithm of a
// pair by the sixteen intervals of log_pair.
//
// The pair stands for 1 + x, x + sqrt(x^2 + 1) or x + sqrt(x^2 - 1): its second part carries what
// the first lost, so that nothing cancels near 1. arctanh divides (1 + x)/(1 - x) by the table's
// neighbour of it and sums the series of arctanh for the rest.
#pragma once

#include "backends/cpu/vector_math/quick.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

// x = 2^k m, 3/4 <= m < 3/2; the exponent counts from 1, so that it is k + 1 for m < 1, which the
// tables know.
NUMEN_INLINE F64 log_mantissa(F64 x) {
    return _mm512_maskz_getmant_pd(0xff, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
}
NUMEN_INLINE F32 log_mantissa(F32 x) {
    return _mm512_maskz_getmant_ps(0xffff, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
}
NUMEN_INLINE F64 log_exponent(F64 x) { return _mm512_maskz_getexp_pd(0xff, x); }
NUMEN_INLINE F32 log_exponent(F32 x) { return _mm512_maskz_getexp_ps(0xffff, x); }

// The interval of x: -log c and k ln 2 added up, and the factor c/2^k that brings x near 1.
template <class V> struct LogInterval {
    PairOf<V> base;
    V factor;
    V mantissa;
    V reciprocal;
};
template <class V> NUMEN_INLINE LogInterval<V> log_interval(V x) {
    constexpr auto& ln2 = of_type<V>(ln2_parts, ln2_parts_float);
    const V m = log_mantissa(x);
    const V exponent = log_exponent(x);
    const auto index = bits(m) >> (fraction_bits<V> - 4);
    const V scale = from_bits((bits(m) - bits(x)) + one_bits<V>);
    const V reciprocal =
        look_up(of_type<V>(log_reciprocal_16, log_reciprocal_16_float), index);
    const V high = look_up(of_type<V>(log_high_16, log_high_16_float), index);
    const V low = look_up(of_type<V>(log_low_16, log_low_16_float), index);
    return {{multiply_add(exponent, ln2[0], high), multiply_add(exponent, ln2[1], low)},
            reciprocal * scale, m, reciprocal};
}

// log(x.high + x.low); `rounded` if x.low is at most half a last place of x.high.
template <bool rounded, class V> NUMEN_INLINE V quick_log(V high, V low) {
    using T = Part<V>;
    const LogInterval<V> interval = log_interval(high);
    V f = multiply_add(interval.mantissa, interval.reciprocal, V{} - T(1));  // exact
    V f_low = low * interval.factor;
    if constexpr (rounded) {
        f_low = multiply_add(-f, f_low, f_low);  // the slope of log(1 + f)
    } else {
        const auto sum = fast_two_sum(f, f_low);
        f = sum.high;
        f_low = sum.low;
    }
    const V series = polynomial(f, of_type<V>(log_tail_16, log_tail_float));
    const auto sum = fast_two_sum(interval.base.high, f);
    return sum.high + (sum.low + multiply_add(f * f, multiply_add(series, f, V{} - T(0.5)),
                                              interval.base.low + f_low));
}

template <class V>
static constexpr Part<V> log1p_low = is_wide<V> ? -0x1.fffffffffffffp-1 : -0x1.fffffep-1f;
template <class V>
static constexpr Part<V> log1p_high = is_wide<V> ? Part<V>(0x1p1000) : Part<V>(0x1p120f);
template <class V> NUMEN_INLINE V quick_log1p(V x) {
    const auto sum = one_plus(x);
    return with_sign(quick_log<true>(sum.high, sum.low), x);
}

// Beyond these the square may overflow.
template <class V>
static constexpr Part<V> arcsinh_high = is_wide<V> ? Part<V>(0x1p500) : Part<V>(0x1p60f);
template <class V> static constexpr Part<V> arcsinh_low = -arcsinh_high<V>;
template <class V> NUMEN_INLINE V quick_arcsinh(V x) {
    const V a = absolute(x), square = a * a;
    const auto sum = one_plus(square);
    const V low = sum.low + multiply_add(a, a, -square);
    const auto root = quick_root<V>({sum.high, low}, inverse_root_start(sum.high));
    const auto whole = fast_two_sum(root.high, a);
    return with_sign(quick_log<false>(whole.high, whole.low + root.low), x);
}
template <class V>
static constexpr Part<V> arccosh_low = is_wide<V> ? 0x1.0000000000001p0 : 0x1.000002p0f;
template <class V> NUMEN_INLINE V quick_arccosh(V x) {
    const V square = x * x;
    const auto sum = fast_two_sum(square, V{} - Part<V>(1));
    const V low = sum.low + multiply_add(x, x, -square);
    const auto root = quick_root<V>({sum.high, low}, inverse_root_start(sum.high));
    const auto whole = fast_two_sum(x, root.high);
    return quick_log<false>(whole.high, whole.low + root.low);
}

// As long as one more and one less than the table's factor are exact.
template <class V>
static constexpr Part<V> arctanh_high = is_wide<V> ? 1 - 0x1p-45 : 1 - 0x1p-17f;
template <class V> static constexpr Part<V> arctanh_low = -arctanh_high<V>;
template <class V> NUMEN_INLINE V quick_arctanh(V x) {
    using T = Part<V>;
    const V a = absolute(x);
    // The factor is 1 as long as (1 + a)/(1 - a) < 1.0625/0.985: where it is not, the logarithm of
    // the factor has become large beside the last place of the rest.
    const LogInterval<V> interval =
        log_interval(multiply_add(a, T(0.985), T(0.985)) * reciprocal_start(T(1) - a));
    const V less = interval.factor - T(1), more = interval.factor + T(1);
    const auto g = rough_ratio(multiply_add(more, a, less), multiply_add(less, a, more));
    const V rounded = g.high + g.low, square = rounded * rounded;
    const V series = polynomial(square, of_type<V>(arctanh_series, arctanh_series_float));
    const V rest = multiply_add(square * rounded, series, g.low);
    const V high = multiply_add(interval.base.high, T(0.5), g.high);
    const V lost = g.high - multiply_add(interval.base.high, T(-0.5), high);
    const V low = multiply_add(interval.base.low, T(0.5), lost + rest);
    return with_sign(high + low, x);
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
