// The two vectors that the orthogonal kernels compute in, float64 or float32, under one spelling.
#pragma once

#include <limits>
#include <type_traits>

#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA {

using vm::F32;
using vm::F64;
using vm::I32;
using vm::I64;

// The type of one lane, the masks that comparisons give, and the distance of 1 to the next number.
template <class V> using Real = std::remove_cvref_t<decltype(V{}[0])>;
template <class V> using MaskOf = decltype(V{} < V{});
template <class V> inline constexpr Real<V> unit_of = std::numeric_limits<Real<V>>::epsilon();
template <class V> inline constexpr int lanes_of = sizeof(V) / sizeof(Real<V>);

template <class V> NUMEN_INLINE V broadcast(Real<V> x) { return V{} + x; }

NUMEN_INLINE bool any(I64 mask) { return vm::any(mask); }
NUMEN_INLINE bool any(I32 mask) {
#if defined(__AVX512F__)
    return _mm512_movepi32_mask(reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
#elif defined(__x86_64__)
    return _mm_movemask_ps(reinterpret_cast<__m128>(mask)) != 0;
#else
    return vm::any(reinterpret_cast<I64>(mask));
#endif
}

NUMEN_INLINE F64 fused(F64 a, F64 b, F64 c) { return vm::multiply_add(a, b, c); }
NUMEN_INLINE F32 fused(F32 a, F32 b, F32 c) {
#if defined(NUMEN_NATIVE_FLOAT)
    return vm::multiply_add(a, b, c);
#else
    return a * b + c;
#endif
}

NUMEN_INLINE F64 square_root(F64 x) { return vm::square_root(x); }
NUMEN_INLINE F32 square_root(F32 x) {
#if defined(__AVX512F__)
    return _mm512_maskz_sqrt_ps(0xffff, x);
#elif defined(__AVX2__)
    return _mm256_sqrt_ps(x);
#elif defined(__x86_64__)
    return _mm_sqrt_ps(x);
#else
    return reinterpret_cast<F32>(vsqrtq_f32(reinterpret_cast<float32x4_t>(x)));
#endif
}

// 1/sqrt(x) with an error of a unit or two in the last place, for normal x. From an estimate y with
// e = 1 - x y^2 < 2^-13 by the series of y / sqrt(1 - e), a shorter chain than two steps of Newton.
NUMEN_INLINE F64 inverse_root(F64 x) {
#if defined(__AVX512F__)
    const F64 y = _mm512_maskz_rsqrt14_pd(0xff, x);
    const F64 e = vm::multiply_add(-x * y, y, 1.0);
    const F64 series = vm::multiply_add(e, vm::multiply_add(e, 0.3125, 0.375), 0.5);
    return vm::multiply_add(y * e, series, y);
#else
    return 1.0 / vm::square_root(x);
#endif
}
NUMEN_INLINE F32 inverse_root(F32 x) {
#if defined(__AVX512F__)
    const F32 y = _mm512_maskz_rsqrt14_ps(0xffff, x);
    return fused(fused(-x * y, y, broadcast<F32>(1)), 0.5f * y, y);
#else
    return 1.0f / square_root(x);
#endif
}

// The magnitude with the sign of a b.
template <class V> NUMEN_INLINE V with_signs(V magnitude, V a, V b) {
    const MaskOf<V> sign = vm::bits(-V{});
    return vm::from_bits((vm::bits(magnitude) & ~sign) | ((vm::bits(a) ^ vm::bits(b)) & sign));
}

}  // namespace numen::cpu::NUMEN_ISA
