// Unevaluated sums of two doubles: about 106 bits, from error-free sums and products. They let the
// functions round once, at their end.
#pragma once

#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA::vm {

// An unevaluated sum; high is the rounded value unless a function says otherwise.
struct Pair {
    F64 high;
    F64 low;
};

NUMEN_INLINE Pair two_sum(F64 a, F64 b) {
    const F64 sum = a + b;
    const F64 part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
// As two_sum if |a| >= |b| or a = 0.
NUMEN_INLINE Pair fast_two_sum(F64 a, F64 b) {
    const F64 sum = a + b;
    return {sum, b - (sum - a)};
}
NUMEN_INLINE Pair fast_two_sum(double a, F64 b) { return fast_two_sum(broadcast(a), b); }

NUMEN_INLINE Pair two_product(F64 a, F64 b) {
    const F64 product = a * b;
#if defined(__FMA__) || defined(__aarch64__)
    return {product, multiply_add(a, b, -product)};
#else
    // Dekker's product of the leading 26 bits and the rest; only low * low may be rounded.
    constexpr std::int64_t leading_26_bits = ~INT64_C(0x7ffffff);
    const F64 a_high = from_bits(bits(a) & leading_26_bits);
    const F64 b_high = from_bits(bits(b) & leading_26_bits);
    const F64 a_low = a - a_high, b_low = b - b_high;
    return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) -
                                      a_high * b_low)};
#endif
}
NUMEN_INLINE Pair two_product(F64 a, double b) { return two_product(a, broadcast(b)); }

// c - a*b where the exact result fits a double or the error of one rounding does not matter.
NUMEN_INLINE F64 residual(F64 a, F64 b, F64 c) {
#if defined(__FMA__) || defined(__aarch64__)
    return multiply_add(-a, b, c);
#else
    const Pair product = two_product(a, b);
    return (c - product.high) - product.low;
#endif
}
NUMEN_INLINE F64 residual(F64 a, double b, F64 c) { return residual(a, broadcast(b), c); }

// The same sum with |low| at most half a last place of high; functions of pairs want them so.
NUMEN_INLINE Pair normalise(Pair a) { return fast_two_sum(a.high, a.low); }
NUMEN_INLINE F64 value(Pair a) { return a.high + a.low; }
NUMEN_INLINE Pair select(I64 mask, Pair a, Pair b) {
    return {mask ? a.high : b.high, mask ? a.low : b.low};
}
NUMEN_INLINE Pair add(Pair a, Pair b) {
    const Pair sum = two_sum(a.high, b.high);
    return fast_two_sum(sum.high, sum.low + (a.low + b.low));
}
NUMEN_INLINE Pair add(double a, Pair b) {
    const Pair sum = two_sum(broadcast(a), b.high);
    return fast_two_sum(sum.high, sum.low + b.low);
}
NUMEN_INLINE Pair multiply(Pair a, Pair b) {
    const Pair product = two_product(a.high, b.high);
    return fast_two_sum(product.high, multiply_add(a.high, b.low,
                                                   multiply_add(a.low, b.high, product.low)));
}
NUMEN_INLINE Pair multiply(Pair a, double b, double b_low) {
    return multiply(a, {broadcast(b), broadcast(b_low)});
}
// (a.high + a.low) * (constant + constant_low), for constants of a Taylor series.
NUMEN_INLINE Pair times(Pair a, double constant, double constant_low) {
    const Pair product = two_product(a.high, constant);
    return {product.high, multiply_add(a.low, constant,
                                       multiply_add(a.high, constant_low, product.low))};
}

// As add, for |a.high| >= |b.high| or a.high = 0.
NUMEN_INLINE Pair add_smaller(Pair a, Pair b) {
    const Pair sum = fast_two_sum(a.high, b.high);
    return {sum.high, sum.low + (a.low + b.low)};
}
NUMEN_INLINE Pair add_smaller(Pair a, double b) {
    const Pair sum = fast_two_sum(a.high, broadcast(b));
    return {sum.high, sum.low + a.low};
}
NUMEN_INLINE Pair add_smaller(F64 a, Pair b) {
    const Pair sum = fast_two_sum(a, b.high);
    return {sum.high, sum.low + b.low};
}
// a/b where 1/b.high is a normal number; low may be a few last places of high.
NUMEN_INLINE Pair divide(Pair a, Pair b) {
    const F64 inverse = reciprocal(b.high);
    const F64 quotient = a.high * inverse;
    const F64 rest = residual(quotient, b.high, a.high) + (a.low - quotient * b.low);
    return {quotient, rest * inverse};
}
// The square root; 0 gives 0, a negative number NaN.
NUMEN_INLINE Pair square_root(Pair a) {
#if defined(__AVX512F__)
    // Refining the 14-bit estimate of 1/sqrt(a) costs a third of the hardware's root.
    const F64 half_inverse = half_inverse_root(a.high);
    const F64 first = 2.0 * half_inverse * a.high;
    const F64 root = multiply_add(residual(first, first, a.high), half_inverse, first);
#else
    const F64 root = square_root(a.high);
    const F64 half_inverse = 0.5 / root;
#endif
    const F64 rest = residual(root, root, a.high) + a.low;
    const I64 zero = a.high == 0.0;
    return {zero ? F64{} : root, zero ? F64{} : rest * half_inverse};
}

}  // namespace numen::cpu::NUMEN_ISA::vm
