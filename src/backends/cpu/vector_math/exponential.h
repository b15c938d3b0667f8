// exp and its kin: x = n ln 2 + r, exp(r) - 1 as an unevaluated pair, then the scaling by 2^n.
//
// exp itself splits off sixteenths of n and looks their powers of two up. Either way the parts
// carry six to ten bits beyond a double, so that the one rounding at the end decides the error. float32 results come from a shorter polynomial in float64.
#pragma once

#include "backends/cpu/vector_math/coefficients.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA::vm {

constexpr double log2_e = 0x1.71547652b82fep+0;

// exp(r.high + r.low) - 1 for |r| <= ln(2)/2.
NUMEN_INLINE Pair expm1_reduced(Pair r) {
    const Pair square = two_product(r.high, r.high);
    const F64 tail = polynomial(r.high, exp_tail) * (square.high * r.high);
    const F64 low = multiply_add(r.low, r.high, multiply_add(square.low, 0.5, r.low));
    const Pair sum = fast_two_sum(r.high, 0.5 * square.high);
    return fast_two_sum(sum.high, sum.low + (low + tail));
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
    if (any_outside(n.value, -1020.0, INFINITY)) [[unlikely]] {
        // Adding 2^(-1022 - n) first makes the sum round where the subnormal result ends.
        const I64 low = n.value < -1020.0;
        const F64 shift = power_of_two(low ? -1022 - n.integer : I64{});
        const Pair shifted = fast_two_sum(shift, value.high);
        const F64 rounded = (shifted.high + (shifted.low + value.low)) - shift;
        sum = low & (sum < shift) ? rounded : sum;
    }
    return scale(sum, n);
}

// 2^(n/16) * exp(r) for |r| <= ln(2)/32: the table's power of two, corrected by a short
// polynomial whose rounding errors lie 2^-6 below the result's.
NUMEN_INLINE F64 exp_from_table(Whole sixteenths, F64 r) {
    const F64 rest = multiply_add(polynomial(r, exp_table_tail), r * r, r);
    const F64 high = look_up(exp_high, sixteenths.integer);
    const F64 low = multiply_add(high, rest, look_up(exp_low, sixteenths.integer));
    return scale_pair({high, low}, exponent_of_sixteenths(sixteenths));
}

NUMEN_INLINE F64 exp(F64 x) {
    x = at_least(at_most(x, 710.0), -746.0);
    const Whole n = nearest_sixteenth(x, log2_e);
    const F64 high = residual(n.value, ln2_parts[0], x);
    return exp_from_table(n, multiply_add(n.value, -ln2_parts[1], high));
}

// For float32 results: x is a float32 value.
NUMEN_INLINE F64 exp_short_result(F64 x) {
    x = at_least(at_most(x, 89.0), -104.0);
    const Whole n = round_shifted(multiply_add(x, log2_e, 0x1.8p52));
    const F64 r = multiply_add(n.value, -ln2_pair[0], x);
    return multiply_add(polynomial(r, exp_short), r, 1.0) * power_of_two(n.integer);
}
NUMEN_INLINE F32 exp(F32 x) {
    return join_halves(exp_short_result(low_half(x)), exp_short_result(high_half(x)));
}

}  // namespace numen::cpu::NUMEN_ISA::vm
