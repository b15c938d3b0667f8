// log and its kin: x = 2^k z, 11/16 <= z < 11/8; a table gives c near 1/z and -log c; the rest is
// log(1 + f) with f = zc - 1 exactly, as an unevaluated pair. Near x = 1 c is 1 and k is 0, so
// nothing cancels. float32 results come from a table-free series in float64.
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/vectors.h"

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

// log(1 + f) without the term f, as a pair: -f^2/2 and everything smaller.
NUMEN_INLINE Pair log1p_rest(Pair f) {
    const Pair square = two_product(f.high, f.high);
    const F64 cube = square.high * f.high;
    const F64 low = multiply_add(-f.low, f.high, multiply_add(square.low, -0.5, f.low));
    return {-0.5 * square.high, multiply_add(polynomial(f.high, log_tail), cube, low)};
}

// k ln 2 - log c + log(1 + f).
NUMEN_INLINE Pair log_sum(const LogArgument& argument, Pair f) {
    const Pair rest = log1p_rest(f);
    const F64 base = multiply_add(argument.exponent, ln2_parts[0],
                                  look_up(log_high, argument.index));
    const F64 base_low = multiply_add(argument.exponent, ln2_parts[1],
                                      look_up(log_low, argument.index));
    const Pair first = fast_two_sum(base, f.high);
    const Pair second = fast_two_sum(first.high, rest.high);
    return {second.high, (first.low + second.low) + (base_low + rest.low)};
}

// log of a normal positive x.
NUMEN_INLINE Pair log_pair(F64 x) {
    const LogArgument argument = split_log(x);
    const Pair product = two_product(argument.mantissa, look_up(log_reciprocal, argument.index));
    return log_sum(argument, fast_two_sum(product.high - 1.0, product.low));
}

// Subnormal arguments are multiplied by 2^64 first; the exponent is taken back by the caller.
NUMEN_INLINE F64 lift_subnormal(F64 x) { return x < 0x1p-1022 ? x * 0x1p64 : x; }

// The value of log functions at 0, below 0, at infinity and at NaN.
NUMEN_INLINE F64 log_special(F64 x, F64 result) {
    result = x == INFINITY || x != x ? x : result;
    result = x < 0.0 ? broadcast(NAN) : result;
    return x == 0.0 ? broadcast(-INFINITY) : result;
}

NUMEN_INLINE F64 log(F64 x) {
    const Pair value = log_pair(x);
    F64 result = value.high + value.low;
    const I64 unusual = ~((x >= 0x1p-1022) & (x < INFINITY));
    if (any(unusual)) [[unlikely]] {
        const Pair lifted = log_pair(x * 0x1p64);
        const Pair sum = two_sum(lifted.high, broadcast(-64 * ln2_pair[0]));
        const F64 small = sum.high + (sum.low + (lifted.low - 64 * ln2_pair[1]));
        result = unusual ? log_special(x, small) : result;
    }
    return result;
}

// For float32 results: x is a float32 value, so never subnormal here.
NUMEN_INLINE F64 log_short_result(F64 x) {
    constexpr std::int64_t start = 0x3FE6A09E667F3BCD;  // sqrt(1/2)
    constexpr std::int64_t bias = INT64_C(1024) << 52;
    const U64 shifted = reinterpret_cast<U64>(bits(x) - (start - bias));
    const I64 biased = reinterpret_cast<I64>(shifted >> 52);
    const F64 exponent = from_bits(biased | INT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    const F64 mantissa = from_bits(bits(x) - ((biased - 1024) << 52));
    const F64 s = (mantissa - 1.0) / (mantissa + 1.0);
    const F64 value = multiply_add(exponent, ln2_pair[0], polynomial(s * s, log_short) * s);
    return (x > 0.0) & (x < INFINITY) ? value : log_special(x, value);
}
NUMEN_INLINE F32 log(F32 x) {
    return join_halves(log_short_result(low_half(x)), log_short_result(high_half(x)));
}

}  // namespace numen::cpu::NUMEN_ISA::vm
