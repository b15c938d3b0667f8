// sinh, cosh, tanh and their inverses, from the pairs of exp(x) - 1 and log(1 + x): nothing
// cancels near zero, and the scaled exponential does not overflow before its result does. Ordinary
// numbers have quick forms (quick_exponential.h, quick_logarithm.h).
#pragma once

#include "backends/cpu/vector_math/exponential.h"
#include "backends/cpu/vector_math/logarithm.h"
#if defined(__AVX512F__)
#include "backends/cpu/vector_math/tanh_table.h"
#endif

namespace numen::cpu::NUMEN_ISA::vm {

// With E = exp|x|: sinh = ((E - 1) + (E - 1)/E) / 2; everything is carried divided by 4.
NUMEN_INLINE F64 sinh_of_any(F64 x) {
    const ScaledExp parts = scaled_exp<false>(at_most(absolute(x), 710.5), 2);
    const Pair quotient = divide(parts.minus_one, parts.whole);
    const Pair sum = add_smaller(parts.minus_one, {0.25 * quotient.high, 0.25 * quotient.low});
    return absolute(x) < 0x1p-54 ? x : with_sign(2.0 * value(sum), x);
}
NUMEN_INLINE F64 cosh_of_any(F64 x) {
    const ScaledExp parts = scaled_exp<false>(at_most(absolute(x), 710.5), 2);
    const Pair inverse = divide({broadcast(0.0625), F64{}}, parts.whole);
    return 2.0 * value(add_smaller(parts.whole, inverse));
}
// Beyond this x^2 + 1 and x^2 - 1 are x^2, so that the inverse functions are log(2x).
constexpr double square_dominates = 0x1p60;

NUMEN_INLINE F64 arcsinh_of_any(F64 x) {
    const F64 magnitude = absolute(x);
    const I64 large = magnitude > square_dominates;
    const F64 a = large ? broadcast(1.0) : magnitude;
    const Pair square = two_product(a, a);
    const Pair root = square_root(add(1.0, square));
    const Pair small = add_smaller(a, divide(square, add_smaller(root, 1.0)));
    const F64 result = log1p_of(select(large, {magnitude, F64{}}, small),
                                large ? broadcast(1.0) : F64{});
    return with_sign(magnitude < INFINITY ? result : magnitude, x);
}
NUMEN_INLINE F64 arccosh_of_any(F64 x) {
    const I64 large = x > square_dominates;
    const Pair above = fast_two_sum(large ? broadcast(2.0) : x, broadcast(-1.0));
    const Pair root = square_root(multiply(above, add(2.0, above)));
    const F64 result = log1p_of(select(large, {x, F64{}}, add(above, root)),
                                large ? broadcast(1.0) : F64{});
    return x < 1.0 ? broadcast(NAN) : x < INFINITY ? result : x;
}
NUMEN_INLINE F64 arctanh_of_any(F64 x) {
    const F64 a = absolute(x);
    const Pair quotient = divide({2.0 * a, F64{}}, fast_two_sum(1.0, -a));
    const F64 result = 0.5 * log1p_of(quotient, F64{});
    const F64 edge = a == 1.0 ? broadcast(INFINITY) : broadcast(NAN);
    return with_sign(a < 1.0 ? result : edge, x);
}

NUMEN_INLINE F64 sinh_short_result(F64 x) {
    const F64 rise = expm1_short(at_most(absolute(x), 100.0));
    return with_sign(0.5 * (rise + rise * reciprocal(rise + 1.0)), x);
}
NUMEN_INLINE F64 cosh_short_result(F64 x) {
    const F64 whole = expm1_short(at_most(absolute(x), 100.0)) + 1.0;
    return 0.5 * (whole + reciprocal(whole));
}
NUMEN_INLINE F64 arcsinh_short_result(F64 x) {
    const F64 a = absolute(x);
    const F64 square = a * a;
    const F64 result = log1p_short(a + square * reciprocal(1.0 + root_estimate(square + 1.0)));
    return with_sign(a < INFINITY ? result : a, x);
}
NUMEN_INLINE F64 arccosh_short_result(F64 x) {
    const F64 above = x - 1.0;
    const F64 result = log1p_short(above + root_estimate(above * (above + 2.0)));
    return x < 1.0 ? broadcast(NAN) : x < INFINITY ? result : x;
}
NUMEN_INLINE F64 arctanh_short_result(F64 x) {
    const F64 a = absolute(x);
    const F64 result = 0.5 * log1p_short(2.0 * a * reciprocal(1.0 - a));
    const F64 edge = a == 1.0 ? broadcast(INFINITY) : broadcast(NAN);
    return with_sign(a < 1.0 ? result : edge, x);
}

#if defined(NUMEN_QUICK)
NUMEN_QUICK_UNARY(sinh, quick_exp_low, quick_exp_high)
NUMEN_QUICK_UNARY(cosh, quick_exp_low, quick_exp_high)
NUMEN_INLINE F64 tanh(F64 x) { return quick_tanh(x); }
#if defined(__AVX512F__)
NUMEN_INLINE F32 of_tanh_table(__m512i row, int column) {
    const auto* at = tanh_table[column];
    return _mm512_permutex2var_ps(_mm512_load_ps(at), row, _mm512_load_ps(at + 16));
}
// A polynomial in the distance from the middle of a piece (tanh_table.h). The first piece begins at
// zero, where x itself takes the place of the constant. NaN has bits above all numbers'.
NUMEN_INLINE F32 tanh(F32 x) {
    constexpr int second_piece = 0x3d800000, piece_bits = 21, last = 0x411fffff;  // 1/16, below 10
    const __m512i size = _mm512_min_epi32(reinterpret_cast<__m512i>(absolute(x)),
                                          _mm512_set1_epi32(last));
    const __m512i above = _mm512_sub_epi32(
        _mm512_max_epi32(size, _mm512_set1_epi32(second_piece - 1)),
        _mm512_set1_epi32(second_piece - (1 << piece_bits)));
    const __m512i row = _mm512_srli_epi32(above, piece_bits);
    const F32 t = reinterpret_cast<F32>(size) - of_tanh_table(row, 0);
    F32 slope = of_tanh_table(row, 7);
    for (int column = 6; column >= 2; --column) {
        slope = multiply_add(slope, t, of_tanh_table(row, column));
    }
    const __mmask16 is_first = _mm512_cmplt_epi32_mask(size, _mm512_set1_epi32(second_piece));
    const F32 constant = _mm512_mask_mov_ps(of_tanh_table(row, 1), is_first, t);
    const F32 result = with_sign(multiply_add(slope, t, constant), x);
    return _mm512_mask_mov_ps(result, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), x);
}
#else
NUMEN_INLINE F32 tanh(F32 x) { return quick_tanh(x); }
#endif
#else
NUMEN_INLINE F64 sinh(F64 x) { return sinh_of_any(x); }
NUMEN_INLINE F64 cosh(F64 x) { return cosh_of_any(x); }
// tanh = (E^2 - 1) / (E^2 + 1).
NUMEN_INLINE F64 tanh(F64 x) {
    const ScaledExp parts = scaled_exp<false>(at_most(2.0 * absolute(x), 44.0), 0);
    return with_sign(value(divide(parts.minus_one, add_smaller(parts.whole, 1.0))), x);
}
NUMEN_INLINE F64 tanh_short_result(F64 x) {
    const F64 rise = expm1_short(at_most(2.0 * absolute(x), 44.0));
    return with_sign(rise * reciprocal(rise + 2.0), x);
}
NUMEN_SHORT_UNARY(sinh)
NUMEN_SHORT_UNARY(cosh)
NUMEN_SHORT_UNARY(tanh)
#endif
#if defined(__AVX512F__)
NUMEN_QUICK_UNARY(arcsinh, arcsinh_low, arcsinh_high)
NUMEN_QUICK_UNARY(arccosh, arccosh_low, arcsinh_high)
NUMEN_QUICK_UNARY(arctanh, arctanh_low, arctanh_high)
#else
NUMEN_INLINE F64 arcsinh(F64 x) { return arcsinh_of_any(x); }
NUMEN_INLINE F64 arccosh(F64 x) { return arccosh_of_any(x); }
NUMEN_INLINE F64 arctanh(F64 x) { return arctanh_of_any(x); }
NUMEN_SHORT_UNARY(arcsinh)
NUMEN_SHORT_UNARY(arccosh)
NUMEN_SHORT_UNARY(arctanh)
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
