// expm1, sinh, cosh and tanh of ordinary numbers: x = n ln 2 + r, then the series of exp, or of
// sinh and cosh, in r. The terms up to r^2/2 are added without error: products with powers of two
// are exact, so that one fused operation gives a sum and a second what that sum lacks.
#pragma once

#include "backends/cpu/vector_math/quick.h"

#if defined(NUMEN_QUICK)
namespace numen::cpu::NUMEN_ISA::vm {

// Beyond these 2^n or its like leaves the type.
template <class V>
static constexpr Part<V> quick_exp_high = is_wide<V> ? Part<V>(708) : Part<V>(87);
template <class V> static constexpr Part<V> quick_exp_low = -quick_exp_high<V>;

template <class V> struct QuickExp {
    V shifted;  // n in its low bits
    V r;
    V r_low;
};
template <class V> NUMEN_INLINE QuickExp<V> quick_exp_argument(V x) {
    using T = Part<V>;
    constexpr T shift = is_wide<V> ? T(0x1.8p52) : T(0x1.8p23f);
    constexpr auto& ln2 = of_type<V>(ln2_parts, ln2_parts_float);
    const V shifted = multiply_add(x, T(0x1.71547652b82fep+0), shift);
    const V n = shifted - shift;
    const V first = multiply_add(n, -ln2[0], x);  // exact
    const V r = multiply_add(n, -ln2[1], first);
    return {shifted, r, multiply_add(n, -ln2[1], first - r)};
}

// exp(x) - 1 as a pair, for any x or for x <= 0 only.
template <bool falls, class V> NUMEN_INLINE PairOf<V> quick_expm1_pair(V x) {
    using T = Part<V>;
    const auto [shifted, r, r_low] = quick_exp_argument(x);
    const V square = r * r, half = T(0.5) * square;
    const V half_low = multiply_add(T(0.5) * r, r, -half) + multiply_add(r, r_low, r_low);
    const V rest = multiply_add(
        square * r, polynomial(r, of_type<V>(expm1_series, expm1_series_float)), half_low);
    const V unit = from_bits((bits(shifted) << fraction_bits<V>) + one_bits<V>);
    const V minus_one = V{} - T(1);
    const auto base = falls ? fast_two_sum(minus_one, unit) : two_sum(unit, minus_one);
    const V first = multiply_add(unit, r, base.high);
    const V sum = multiply_add(unit, half, first);
    const V lost = multiply_add(unit, r, base.high - first) +
                   multiply_add(unit, half, first - sum) + base.low;
    return {sum, multiply_add(unit, rest, lost)};
}
template <class V> NUMEN_INLINE V quick_expm1(V x) {
    const auto pair = quick_expm1_pair<false>(x);
    return with_sign(pair.high + pair.low, x);
}

// With u = 2^n: sinh(n ln 2 + r) = (u - 1/u)/2 cosh(r) + (u + 1/u)/2 sinh(r), and cosh with the
// halves changing places; n >= 0.
template <class V> struct Hyperbolic {
    PairOf<V> difference;  // (u - 1/u)/2
    PairOf<V> sum;         // (u + 1/u)/2
    V r;
    V half;    // r^2/2
    V cosine;  // cosh(r) - 1 - r^2/2
    V sine;    // sinh(r) - r
};
template <class V> NUMEN_INLINE Hyperbolic<V> hyperbolic_parts(V x) {
    using T = Part<V>;
    const auto [shifted, r, r_low] = quick_exp_argument(x);
    constexpr auto half_bits = one_bits<V> - (decltype(one_bits<V> + 0){1} << fraction_bits<V>);
    const auto grown_bits = (bits(shifted) << fraction_bits<V>) + half_bits;
    const V grown = from_bits(grown_bits), shrunk = from_bits(2 * half_bits - grown_bits);
    const V square = r * r;
    const V cosine =
        square * square * polynomial(square, of_type<V>(cosh_series, cosh_series_float));
    const V sine = multiply_add(
        r * square, polynomial(square, of_type<V>(sinh_series, sinh_series_float)),
        multiply_add(r, r_low, r_low));
    return {fast_two_sum(grown, -shrunk), fast_two_sum(grown, shrunk), r, T(0.5) * square,
            cosine, sine};
}
// Both add what the half in front lost where 1/u is near its last place. The factor of cosh(r) - 1
// is the lesser one here and close to the result, so that its r^2/2 is added without error.
template <class V> NUMEN_INLINE V quick_sinh(V x) {
    const Hyperbolic<V> parts = hyperbolic_parts(absolute(x));
    const V main = parts.difference.high, other = parts.sum.high;
    const V first = multiply_add(other, parts.r, main);
    const V sum = multiply_add(main, parts.half, first);
    const V lost = multiply_add(other, parts.r, main - first) +
                   multiply_add(main, parts.half, first - sum);
    const V low = multiply_add(parts.sum.low, parts.r, parts.difference.low) + lost;
    const V rest = multiply_add(other, parts.sine, multiply_add(main, parts.cosine, low));
    return with_sign(sum + rest, x);
}
template <class V> NUMEN_INLINE V quick_cosh(V x) {
    const Hyperbolic<V> parts = hyperbolic_parts(absolute(x));
    const V main = parts.sum.high, other = parts.difference.high;
    const V high = multiply_add(other, parts.r, main);
    const V low = multiply_add(other, parts.r, main - high) + parts.sum.low;
    return high + multiply_add(main, parts.cosine + parts.half,
                               multiply_add(other, parts.sine, low));
}

// -E/(2 + E) for E = exp(-2|x|) - 1; serves every number.
template <class V> NUMEN_INLINE V quick_tanh(V x) {
    using T = Part<V>;
    const auto rise = 
        quick_expm1_pair<true>(at_least(T(-2) * absolute(x), is_wide<V> ? T(-44) : T(-22)));
    const auto whole = fast_two_sum(rise.high, rise.low);
    const auto sum = fast_two_sum(V{} + T(2), whole.high);
    const auto quotient = rough_quotient<V>(whole, {sum.high, sum.low + whole.low});
    return with_sign(quotient.high + quotient.low, x);
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
