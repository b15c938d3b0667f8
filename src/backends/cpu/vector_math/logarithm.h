// log and its kin: x = 2^k z, 11/16 <= z < 11/8; a table gives c near 1/z and -log c; the rest is
// log(1 + f) with f = zc - 1 exactly, as an unevaluated pair. Near x = 1 c is 1 and k is 0, so
// nothing cancels. float32 results come from a table-free series in float64; with AVX-512 from
// float32 arithmetic. There log1p of ordinary numbers has a quick form (quick_logarithm.h).
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/pairs.h"
#include "backends/cpu/vector_math/quick_logarithm.h"

namespace numen::cpu::NUMEN_ISA::vm {

struct LogArgument {
    F64 exponent;  // k
    F64 mantissa;  // z
    I64 index;     // the interval of z in the tables
    I64 power;     // k as an integer
};

// For normal positive x; special values give numbers that the caller replaces.
NUMEN_INLINE LogArgument split_log(F64 x) {
    constexpr std::int64_t start = 0x3FE6000000000000;  // 11/16
    constexpr std::int64_t bias = INT64_C(1024) << 52;
    const U64 shifted = reinterpret_cast<U64>(bits(x) - (start - bias));
    const I64 biased = reinterpret_cast<I64>(shifted >> 52);
    const I64 power = biased - 1024;
    const F64 exponent = from_bits(biased | INT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    return {exponent, from_bits(bits(x) - (power << 52)),
            reinterpret_cast<I64>((shifted >> 47) & 31), power};
}

// f = z c - 1, where z has the further part `low`; the pair is exact but for low's rounding.
NUMEN_INLINE Pair log_fraction(const LogArgument& argument, Pair low) {
    const F64 reciprocal = look_up(log_reciprocal, argument.index);
    const Pair product = two_product(argument.mantissa, reciprocal);
    const Pair sum =
        fast_two_sum(product.high - 1.0, multiply_add(low.high, reciprocal, product.low));
    return {sum.high, multiply_add(low.low, reciprocal, sum.low)};
}
NUMEN_INLINE Pair log_fraction(const LogArgument& argument) {
    const Pair product = two_product(argument.mantissa, look_up(log_reciprocal, argument.index));
    return fast_two_sum(product.high - 1.0, product.low);
}

// log(1 + f) without the term f: -f^2/2 and everything smaller.
NUMEN_INLINE Pair log1p_rest(Pair f) {
    const Pair square = two_product(f.high, f.high);
    const F64 cube = square.high * f.high;
    const F64 low = multiply_add(-f.low, f.high, multiply_add(square.low, -0.5, f.low));
    return {-0.5 * square.high, multiply_add(polynomial(f.high, log_tail), cube, low)};
}

// k ln 2 - log c + log(1 + f) for rest = log(1 + f) - f.
NUMEN_INLINE Pair log_sum(const LogArgument& argument, F64 f, Pair rest) {
    const F64 base = multiply_add(argument.exponent, ln2_parts[0],
                                  look_up(log_high, argument.index));
    const F64 base_low = multiply_add(argument.exponent, ln2_parts[1],
                                      look_up(log_low, argument.index));
    const Pair first = fast_two_sum(base, f);
    const Pair second = fast_two_sum(first.high, rest.high);
    return {second.high, (first.low + second.low) + (base_low + rest.low)};
}
NUMEN_INLINE Pair log_of(const LogArgument& argument) {
    const Pair f = log_fraction(argument);
    return log_sum(argument, f.high, log1p_rest(f));
}

// The value of log functions at 0, below 0, at infinity and at NaN.
NUMEN_INLINE F64 log_special(F64 x, F64 result) {
    result = (x == INFINITY) | (x != x) ? x : result;
    result = x < 0.0 ? broadcast(NAN) : result;
    return x == 0.0 ? broadcast(-INFINITY) : result;
}

// The argument of any x > 0: subnormal numbers are multiplied by 2^64 first.
NUMEN_INLINE LogArgument lift_log(F64 x) {
    const I64 low = x < 0x1p-1022;
    LogArgument argument = split_log(low ? x * 0x1p64 : x);
    argument.exponent -= low ? broadcast(64.0) : F64{};
    return argument;
}

#if defined(__AVX512F__)
// Answers by the class of x, four bits each: NaN stays, 0 gives -infinity, infinity itself.
constexpr int log_fixes = 0x500421;
#endif

// core(argument of x), with lanes that are not positive normal numbers put right.
template <class Core> NUMEN_INLINE F64 on_log_domain(F64 x, Core core) {
    const F64 result = core(split_log(x));
    if (any_outside(x, 0x1p-1022, 0x1.fffffffffffffp1023)) [[unlikely]]
        return log_special(x, core(lift_log(x)));
    return result;
}

#if defined(__AVX512F__)
// AVX-512 splits any number, subnormal or not, into an exponent and m in [3/4, 3/2), and looks 16
// intervals of m up in registers. Their c has so few bits that f = mc - 1 is exact.
NUMEN_INLINE Pair log_pair(F64 x) {
    const F64 m = _mm512_maskz_getmant_pd(0xff, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    const F64 exponent = _mm512_maskz_getexp_pd(0xff, x);
    const I64 index = bits(m) >> 48;
    const F64 f = multiply_add(m, look_up(log_reciprocal_16, index), -1.0);
    const F64 base = multiply_add(exponent, ln2_parts[0], look_up(log_high_16, index));
    const F64 base_low = multiply_add(exponent, ln2_parts[1], look_up(log_low_16, index));
    const F64 rest =
        multiply_add(f * f, multiply_add(polynomial(f, log_tail_16), f, -0.5), base_low);
    const Pair sum = fast_two_sum(base, f);
    return {sum.high, sum.low + rest};
}
// log's results at 0 and infinity; NaN passes, and numbers below 0 have become NaN already.
NUMEN_INLINE F64 log_fixed(F64 result, F64 x) {
    return _mm512_maskz_fixupimm_pd(0xff, result, x, _mm512_set1_epi64(log_fixes), 0);
}
NUMEN_INLINE F64 log(F64 x) { return log_fixed(value(log_pair(x)), x); }
NUMEN_INLINE F64 log10(F64 x) {
    return log_fixed(value(multiply(log_pair(x), log10_e_pair[0], log10_e_pair[1])), x);
}
NUMEN_INLINE F64 log2(F64 x) {
    return log_fixed(value(multiply(log_pair(x), log2_e_pair[0], log2_e_pair[1])), x);
}
#else
NUMEN_INLINE F64 log(F64 x) {
    return on_log_domain(x, [](const LogArgument& argument) __attribute__((always_inline)) {
        return value(log_of(argument));
    });
}
NUMEN_INLINE F64 log10(F64 x) {
    return on_log_domain(x, [](const LogArgument& argument) __attribute__((always_inline)) {
        return value(multiply(log_of(argument), log10_e_pair[0], log10_e_pair[1]));
    });
}
NUMEN_INLINE F64 log2(F64 x) {
    return on_log_domain(x, [](const LogArgument& argument) __attribute__((always_inline)) {
        LogArgument fraction = argument;
        fraction.exponent = F64{};
        const Pair rest = multiply(log_of(fraction), log2_e_pair[0], log2_e_pair[1]);
        const Pair sum = fast_two_sum(argument.exponent, rest.high);
        return sum.high + (sum.low + rest.low);
    });
}
#endif

// log(2^doublings (1 + x)) for 1 + x > 0.
NUMEN_INLINE F64 log1p_of(Pair x, F64 doublings) {
    const Pair sum = two_sum(broadcast(1.0), x.high);
    LogArgument argument = split_log(sum.high);
    const Pair below = fast_two_sum(sum.low, x.low);
    const F64 shrink = power_of_two(-argument.power);
    const I64 large = x.high > 0x1p60;
    const Pair low = {large ? F64{} : below.high * shrink, large ? F64{} : below.low * shrink};
    argument.exponent += doublings;
    const Pair f = log_fraction(argument, low);
    return value(log_sum(argument, f.high, log1p_rest(f)));
}
NUMEN_INLINE F64 log1p_of_any(F64 x) {
    const F64 result = x == 0.0 ? x : log1p_of({x, F64{}}, F64{});
    if (any_outside(x, -0x1.fffffffffffffp-1, 0x1.fffffffffffffp1023)) [[unlikely]]
        return (x > -1.0) & (x < INFINITY) ? result : log_special(x + 1.0, result);
    return result;
}

// For float32 results: x is a normal number.
struct ShortLog {
    F64 exponent;
    F64 fraction;  // x = 2^exponent (1 + fraction), sqrt(1/2) <= 1 + fraction < sqrt(2)
};
NUMEN_INLINE ShortLog split_short_log(F64 x) {
    constexpr std::int64_t start = 0x3FE6A09E667F3BCD;  // sqrt(1/2)
    constexpr std::int64_t bias = INT64_C(1024) << 52;
    const U64 shifted = reinterpret_cast<U64>(bits(x) - (start - bias));
    const I64 biased = reinterpret_cast<I64>(shifted >> 52);
    const F64 exponent = from_bits(biased | INT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    return {exponent, from_bits(bits(x) - ((biased - 1024) << 52)) - 1.0};
}
// exponent*step + log(1 + fraction)*factor: logarithms to any base.
NUMEN_INLINE F64 short_log(ShortLog parts, double step, double factor) {
    const F64 s = parts.fraction * reciprocal(parts.fraction + 2.0);
    return multiply_add(parts.exponent, step, polynomial(s * s, log_short) * (s * factor));
}
NUMEN_INLINE F64 short_log(F64 x, double step, double factor) {
    const F64 result = short_log(split_short_log(x), step, factor);
    if (any_outside(x, 0x1p-200, 0x1p200)) [[unlikely]] return log_special(x, result);
    return result;
}
NUMEN_INLINE F64 log_short_result(F64 x) { return short_log(x, ln2_pair[0], 1.0); }
NUMEN_INLINE F64 log2_short_result(F64 x) { return short_log(x, 1.0, log2_e_pair[0]); }
NUMEN_INLINE F64 log10_short_result(F64 x) {
    return short_log(x, log10_2, log10_e_pair[0]);
}
// log(1 + x) for any double x > -1, to float32 accuracy.
NUMEN_INLINE F64 log1p_short(F64 x) {
    ShortLog parts = split_short_log(x + 1.0);
    parts.fraction = parts.exponent == 0.0 ? x : parts.fraction;
    return short_log(parts, ln2_pair[0], 1.0);
}
NUMEN_INLINE F64 log1p_short_result(F64 x) {
    const F64 result = x == 0.0 ? x : log1p_short(x);
    if (any_outside(x, -0x1.fffffep-1, 0x1p200)) [[unlikely]]
        return log_special(x + 1.0, result);
    return result;
}

#if defined(__AVX512F__)
// As log_pair for float64.
NUMEN_INLINE FloatPair log_pair(F32 x) {
    const F32 m = _mm512_maskz_getmant_ps(0xffff, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    const F32 exponent = _mm512_maskz_getexp_ps(0xffff, x);
    const I32 index = bits(m) >> 19;
    const F32 f = multiply_add(m, look_up(log_reciprocal_16_float, index), -1.0f);
    const F32 base = multiply_add(exponent, ln2_parts_float[0], look_up(log_high_16_float, index));
    const F32 base_low =
        multiply_add(exponent, ln2_parts_float[1], look_up(log_low_16_float, index));
    const F32 rest =
        multiply_add(f * f, multiply_add(polynomial(f, log_tail_float), f, -0.5f), base_low);
    const FloatPair sum = fast_two_sum(base, f);
    return {sum.high, sum.low + rest};
}
// The logarithm to another base: `factor` and its rest are log_base(e).
NUMEN_INLINE F32 log_times(FloatPair log, float factor, float factor_low) {
    const FloatPair product = two_product(log.high, factor);
    return product.high + multiply_add(log.high, factor_low,
                                       multiply_add(log.low, factor, product.low));
}
NUMEN_INLINE F32 log_fixed(F32 result, F32 x) {
    return _mm512_maskz_fixupimm_ps(0xffff, result, x, _mm512_set1_epi32(log_fixes), 0);
}
NUMEN_INLINE F32 log(F32 x) {
    const FloatPair log = log_pair(x);
    return log_fixed(log.high + log.low, x);
}
NUMEN_INLINE F32 log2(F32 x) {
    return log_fixed(log_times(log_pair(x), log2_e_pair_float[0], log2_e_pair_float[1]), x);
}
NUMEN_INLINE F32 log10(F32 x) {
    return log_fixed(log_times(log_pair(x), log10_e_pair_float[0], log10_e_pair_float[1]), x);
}
#else
NUMEN_SHORT_UNARY(log)
NUMEN_SHORT_UNARY(log2)
NUMEN_SHORT_UNARY(log10)
#endif
#if defined(__AVX512F__)
NUMEN_QUICK_UNARY(log1p, log1p_low, log1p_high)
#else
NUMEN_INLINE F64 log1p(F64 x) { return log1p_of_any(x); }
NUMEN_SHORT_UNARY(log1p)
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
