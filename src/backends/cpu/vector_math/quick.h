// What the quick functions share: float64 and float32 alike, for instruction sets with a fused
// multiply-add.
//
// A quick function serves the ordinary numbers of its domain with few instructions; it takes no
// care of numbers whose intermediate values overflow or lose bits. Where a vector holds such a
// number, its lane alone is taken from the function of any number, out of line: an element gives
// the same bits whatever its neighbours are.
#pragma once

#include <type_traits>

#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/pairs.h"
#include "backends/cpu/vector_math/series.h"

#if defined(__FMA__)
#define NUMEN_QUICK 1

namespace numen::cpu::NUMEN_ISA::vm {

template <class V> static constexpr bool is_wide = std::is_same_v<V, F64>;
// The element type of a vector.
template <class V> using Part = std::conditional_t<is_wide<V>, double, float>;
template <class V> using PairOf = std::conditional_t<is_wide<V>, Pair, FloatPair>;

// The array for the vector's type.
template <class V, int wide, int narrow>
[[gnu::always_inline]] static constexpr const auto& of_type(
    const double (&doubles)[wide], const float (&floats)[narrow]) {
    if constexpr (is_wide<V>) {
        return doubles;
    } else {
        return floats;
    }
}

template <class V> static constexpr int fraction_bits = is_wide<V> ? 52 : 23;
// The bits of 1.0.
template <class V>
static constexpr auto one_bits = std::conditional_t<is_wide<V>, std::int64_t, std::int32_t>(
    is_wide<V> ? INT64_C(0x3ff) << 52 : INT64_C(0x7f) << 23);

#if defined(__AVX512F__)
// 1/x to 14 bits.
NUMEN_INLINE F64 reciprocal_start(F64 x) { return _mm512_maskz_rcp14_pd(0xff, x); }
NUMEN_INLINE F32 reciprocal_start(F32 x) { return _mm512_maskz_rcp14_ps(0xffff, x); }
#endif

// 1/x to about half the bits of its type.
NUMEN_INLINE F64 rough_reciprocal(F64 x) {
#if defined(__AVX512F__)
    const F64 first = reciprocal_start(x);
    return multiply_add(first, multiply_add(-x, first, 1.0), first);
#else
    return 1.0 / x;
#endif
}
NUMEN_INLINE F32 rough_reciprocal(F32 x) {
#if defined(__AVX512F__)
    return reciprocal_start(x);
#else
    return 1.0f / x;
#endif
}

// a/b as a pair whose high part has half the bits of its type only.
template <class V> NUMEN_INLINE PairOf<V> rough_ratio(V a, V b) {
    const V inverse = rough_reciprocal(b);
    const V quotient = a * inverse;
    return {quotient, multiply_add(-quotient, b, a) * inverse};
}
template <class V> NUMEN_INLINE PairOf<V> rough_ratio(V a, PairOf<V> b) {
    const V inverse = rough_reciprocal(b.high);
    const V quotient = a * inverse;
    const V rest = multiply_add(-quotient, b.high, a);
    return {quotient, multiply_add(-quotient, b.low, rest) * inverse};
}
template <class V> NUMEN_INLINE PairOf<V> rough_quotient(PairOf<V> a, V b) {
    const V inverse = rough_reciprocal(b);
    const V quotient = a.high * inverse;
    return {quotient, (multiply_add(-quotient, b, a.high) + a.low) * inverse};
}
template <class V> NUMEN_INLINE PairOf<V> rough_quotient(PairOf<V> a, PairOf<V> b) {
    const V inverse = rough_reciprocal(b.high);
    const V quotient = a.high * inverse;
    const V rest = multiply_add(-quotient, b.high, a.high) + a.low;
    return {quotient, multiply_add(-quotient, b.low, rest) * inverse};
}

// True if some lane of x is below `low` or above `high`, which are constants.
template <class V> NUMEN_INLINE bool any_far(V x, Part<V> low, Part<V> high) {
    return -low == high ? any_exceeds(x, high) : any_exceeds(x, low, high);
}

// The sum with what it lost; beyond 2^53 (float32: 2^24) that is lost too.
template <class V> NUMEN_INLINE PairOf<V> one_plus(V x) {
    const Part<V> one = 1;
    const V sum = one + x;
    return {sum, x - (sum - one)};
}

// Defines NAME for both widths: quick_NAME serves the numbers from LOW<V> to HIGH<V> and NaN,
// NAME_of_any (in float32: NAME_short_result) the others.
#define NUMEN_QUICK_UNARY(NAME, LOW, HIGH)                                                       \
    [[gnu::noinline, gnu::cold]] static F64 NAME##_far(F64 x, F64 result) {                      \
        return (x < LOW<F64>) | (x > HIGH<F64>) ? NAME##_of_any(x) : result;                     \
    }                                                                                            \
    [[gnu::noinline, gnu::cold]] static F32 NAME##_far(F32 x, F32 result) {                      \
        const F32 far = join_halves(NAME##_short_result(low_half(x)),                            \
                                    NAME##_short_result(high_half(x)));                          \
        return (x < LOW<F32>) | (x > HIGH<F32>) ? far : result;                                  \
    }                                                                                            \
    NUMEN_INLINE F64 NAME(F64 x) {                                                               \
        const F64 result = quick_##NAME(x);                                                      \
        return any_far<F64>(x, LOW<F64>, HIGH<F64>) ? NAME##_far(x, result) : result;            \
    }                                                                                            \
    NUMEN_INLINE F32 NAME(F32 x) {                                                               \
        const F32 result = quick_##NAME(x);                                                      \
        return any_far<F32>(x, LOW<F32>, HIGH<F32>) ? NAME##_far(x, result) : result;            \
    }

#if defined(__AVX512F__)
// 1/sqrt(x) to 14 bits.
NUMEN_INLINE F64 inverse_root_start(F64 x) { return _mm512_maskz_rsqrt14_pd(0xff, x); }
NUMEN_INLINE F32 inverse_root_start(F32 x) { return _mm512_maskz_rsqrt14_ps(0xffff, x); }

// The square root of a pair from 1/sqrt(x) to 14 bits: it and half its inverse approach together.
template <class V> NUMEN_INLINE PairOf<V> quick_root(PairOf<V> x, V start) {
    using T = Part<V>;
    V root = x.high * start, half_inverse = T(0.5) * start;
    if constexpr (is_wide<V>) {
        const V missing = multiply_add(-root, half_inverse, V{} + T(0.5));
        root = multiply_add(root, missing, root);
        half_inverse = multiply_add(half_inverse, missing, half_inverse);
    }
    root = multiply_add(multiply_add(-root, root, x.high), half_inverse, root);
    return {root, (multiply_add(-root, root, x.high) + x.low) * half_inverse};
}
#endif

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
