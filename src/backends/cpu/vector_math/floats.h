// The primitives of float32 vectors, for the functions that compute float32 results in float32:
// only where a fused multiply-add and look-ups in registers exist (AVX2, AVX-512). The other sets
// compute them in float64 (NUMEN_SHORT_UNARY).
#pragma once

#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA::vm {

using I32 [[gnu::vector_size(vector_bytes)]] = std::int32_t;

NUMEN_INLINE F32 broadcast_float(float x) { return F32{} + x; }
NUMEN_INLINE I32 bits(F32 x) { return reinterpret_cast<I32>(x); }
NUMEN_INLINE F32 from_bits(I32 x) { return reinterpret_cast<F32>(x); }
NUMEN_INLINE F32 absolute(F32 x) { return from_bits(bits(x) & INT32_MAX); }

}  // namespace numen::cpu::NUMEN_ISA::vm

#if defined(__AVX2__)
#define NUMEN_NATIVE_FLOAT 1

namespace numen::cpu::NUMEN_ISA::vm {

NUMEN_INLINE bool any(I32 mask) {
#if defined(__AVX512F__)
    return _mm512_movepi32_mask(reinterpret_cast<__m512i>(mask)) != 0;
#else
    return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
#endif
}

// True if some |x| is above the limit, or NaN.
NUMEN_INLINE bool any_beyond(F32 x, float limit) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask(absolute(x), broadcast_float(limit), _CMP_NLE_UQ) != 0;
#else
    return _mm256_movemask_ps(_mm256_cmp_ps(absolute(x), broadcast_float(limit),
                                            _CMP_NLE_UQ)) != 0;
#endif
}

// True if some lane of x is not within [low, high], NaN included.
NUMEN_INLINE bool any_outside(F32 x, float low, float high) {
#if defined(__AVX512F__)
    return (_mm512_cmp_ps_mask(x, broadcast_float(low), _CMP_NGE_UQ) |
            _mm512_cmp_ps_mask(x, broadcast_float(high), _CMP_NLE_UQ)) != 0;
#else
    return _mm256_movemask_ps(_mm256_or_ps(
               _mm256_cmp_ps(x, broadcast_float(low), _CMP_NGE_UQ),
               _mm256_cmp_ps(x, broadcast_float(high), _CMP_NLE_UQ))) != 0;
#endif
}

// The same without NaN, for functions that hand it through.
NUMEN_INLINE bool any_exceeds(F32 x, float low, float high) {
#if defined(__AVX512F__)
    return (_mm512_cmp_ps_mask(x, broadcast_float(low), _CMP_LT_OQ) |
            _mm512_cmp_ps_mask(x, broadcast_float(high), _CMP_GT_OQ)) != 0;
#else
    return _mm256_movemask_ps(_mm256_or_ps(
               _mm256_cmp_ps(x, broadcast_float(low), _CMP_LT_OQ),
               _mm256_cmp_ps(x, broadcast_float(high), _CMP_GT_OQ))) != 0;
#endif
}
NUMEN_INLINE bool any_exceeds(F32 x, float limit) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask(absolute(x), broadcast_float(limit), _CMP_GT_OQ) != 0;
#else
    return _mm256_movemask_ps(_mm256_cmp_ps(absolute(x), broadcast_float(limit),
                                            _CMP_GT_OQ)) != 0;
#endif
}

NUMEN_INLINE F32 multiply_add(F32 a, F32 b, F32 c) {
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a, b, c);
#else
    return _mm256_fmadd_ps(a, b, c);
#endif
}
NUMEN_INLINE F32 multiply_add(F32 a, float b, F32 c) {
    return multiply_add(a, broadcast_float(b), c);
}
NUMEN_INLINE F32 multiply_add(F32 a, F32 b, float c) {
    return multiply_add(a, b, broadcast_float(c));
}
NUMEN_INLINE F32 multiply_add(F32 a, float b, float c) {
    return multiply_add(a, broadcast_float(b), broadcast_float(c));
}

NUMEN_INLINE F32 with_sign(F32 magnitude, F32 sign) {
    return from_bits((bits(magnitude) & INT32_MAX) | (bits(sign) & INT32_MIN));
}
// NaN passes through: the instructions return their second operand then.
NUMEN_INLINE F32 at_most(F32 x, float limit) {
#if defined(__AVX512F__)
    return _mm512_maskz_min_ps(0xffff, broadcast_float(limit), x);
#else
    return _mm256_min_ps(broadcast_float(limit), x);
#endif
}
NUMEN_INLINE F32 at_least(F32 x, float limit) {
#if defined(__AVX512F__)
    return _mm512_maskz_max_ps(0xffff, broadcast_float(limit), x);
#else
    return _mm256_max_ps(broadcast_float(limit), x);
#endif
}

// An unevaluated sum, as Pair.
struct FloatPair {
    F32 high;
    F32 low;
};
NUMEN_INLINE FloatPair two_sum(F32 a, F32 b) {
    const F32 sum = a + b;
    const F32 part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
NUMEN_INLINE FloatPair fast_two_sum(F32 a, F32 b) {
    const F32 sum = a + b;
    return {sum, b - (sum - a)};
}
NUMEN_INLINE FloatPair two_product(F32 a, float b) {
    const F32 product = a * b;
    return {product, multiply_add(a, b, -product)};
}

// sqrt(x) with what it lacks; 0 gives 0, a negative number NaN.
NUMEN_INLINE FloatPair square_root(F32 x) {
#if defined(__AVX512F__)
    const __mmask16 has_root = _mm512_cmp_ps_mask(x, F32{}, _CMP_NEQ_UQ);
    const F32 half_inverse = 0.5f * _mm512_maskz_rsqrt14_ps(has_root, x);
    const F32 first = 2.0f * half_inverse * x;
    const F32 root = multiply_add(multiply_add(-first, first, x), half_inverse, first);
#else
    const F32 root = _mm256_sqrt_ps(x);
    const F32 half_inverse = x == 0.0f ? F32{} : 0.5f / root;
#endif
    return {root, multiply_add(-root, root, x) * half_inverse};
}

// coefficients[0] + coefficients[1]*x + …
template <int count> NUMEN_INLINE F32 polynomial(F32 x, const float (&coefficients)[count]) {
    F32 sum = broadcast_float(coefficients[count - 1]);
#pragma GCC unroll 16
    for (int i = count - 2; i >= 0; --i) sum = multiply_add(sum, x, coefficients[i]);
    return sum;
}

// table[index mod count] per lane: as many entries as one register holds.
NUMEN_INLINE F32 look_up(const float (&table)[lanes_f32], I32 index) {
#if defined(__AVX512F__)
    return _mm512_maskz_permutexvar_ps(0xffff, reinterpret_cast<__m512i>(index),
                                       _mm512_loadu_ps(table));
#else
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), reinterpret_cast<__m256i>(index));
#endif
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
