// Square roots of float64 with AVX-512: the instruction takes 22 cycles for a vector, refining its
// 14-bit estimate of 1/sqrt(x) and rounding by hand 12.
//
// Rounding: let u be the last place of numbers in the binade of the root, which the exponent of x
// tells. The refined g is within u of the root; x, g^2 and g*u are multiples of u^2, and
// d = x - g^2 is exact or larger than any g*u. So the root lies above g + u/2 exactly if d > g*u,
// and below g - u/2 exactly if d <= -g*u.
#pragma once

#include "backends/cpu/vector_math/loops.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA {

// For 2^-900 <= x <= 2^900: no flag but inexact can rise.
NUMEN_INLINE vm::F64 refined_root(vm::F64 x) {
    using namespace vm;
    const F64 inverse = _mm512_maskz_rsqrt14_pd(0xff, x);
    const F64 half = 0.5 * inverse;
    const F64 first = x * inverse;
    const F64 error = multiply_add(-half, first, 0.5);
    const F64 second = multiply_add(first, error, first);
    const F64 half_inverse = multiply_add(half, error, half);
    const F64 g = multiply_add(multiply_add(-second, second, x), half_inverse, second);
    const F64 d = multiply_add(-g, g, x);
    const I64 halved = (bits(x) + (INT64_C(919) << 52)) >> 1;
    const F64 unit = from_bits(halved & INT64_C(0x7ff0000000000000));
    const F64 step = g * unit;
    const __mmask8 above = _mm512_cmp_pd_mask(d, step, _CMP_GT_OQ);
    const __mmask8 below = _mm512_cmp_pd_mask(d, -step, _CMP_LE_OQ);
    const F64 raised = _mm512_mask_add_pd(g, above, g, unit);
    return _mm512_mask_sub_pd(raised, below, g, unit);
}
NUMEN_INLINE vm::F64 rounded_root(vm::F64 x) {
    if (vm::any_outside(x, 0x1p-900, 0x1p900)) [[unlikely]] return vm::square_root(x);
    return refined_root(x);
}

inline void packed_roots(const double* in, double* out, std::int64_t count) {
    vm::apply_unary<double>(in, out, count, [](vm::F64 x) __attribute__((always_inline)) {
        return rounded_root(x);
    });
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
