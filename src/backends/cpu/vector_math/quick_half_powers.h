// x to the powers -1.5, -0.5 and 1.5, with AVX-512: from an estimate of 1/sqrt(x) and what it
// lacks, in 26 operations, where a logarithm and an exponential take 66. Half a unit in the last
// place and little more.
#pragma once

#include "backends/cpu/vector_math/quick.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA::vm {

// Between these nothing overflows or loses bits.
template <class V>
static constexpr Part<V> half_power_high = is_wide<V> ? Part<V>(0x1p300) : Part<V>(0x1p40f);
template <class V> static constexpr Part<V> half_power_low = 1 / half_power_high<V>;

// The lanes whose exponent is one of these.
NUMEN_INLINE unsigned half_exponents(F64 y) {
    return _mm512_cmp_pd_mask(absolute(y), broadcast(1.5), _CMP_EQ_OQ) |
           _mm512_cmp_pd_mask(y, broadcast(-0.5), _CMP_EQ_OQ);
}
NUMEN_INLINE unsigned half_exponents(F32 y) {
    return _mm512_cmp_ps_mask(absolute(y), broadcast_float(1.5f), _CMP_EQ_OQ) |
           _mm512_cmp_ps_mask(y, broadcast_float(-0.5f), _CMP_EQ_OQ);
}
template <class V> static constexpr unsigned every_lane = (1u << sizeof(V) / sizeof(Part<V>)) - 1;

template <class V> NUMEN_INLINE V quick_half_power(V x, V y) {
    using T = Part<V>;
    V root = inverse_root_start(x);  // x root^2 = 1 - missing
    if constexpr (is_wide<V>) {
        const V missing = multiply_add(-(x * root), root, V{} + T(1));
        root = multiply_add(root * missing, multiply_add(missing, T(0.375), T(0.5)), root);
    }
    const V product = x * root, product_low = multiply_add(x, root, -product);
    const V missing = multiply_add(-product_low, root, multiply_add(-product, root, V{} + T(1)));

    const auto is_inverse_cube = y == T(-1.5);
    const V base = y > T(0) ? x : root;
    const V square = base * base, square_low = multiply_add(base, base, -square);
    const V cube = square * root;
    const V cube_low = multiply_add(square_low, root, multiply_add(square, root, -cube));
    const auto is_single = y == T(-0.5);
    const V high = is_single ? root : cube, low = is_single ? V{} : cube_low;
    // (1 - missing)^-0.5 or ^-1.5 by the binomial series; float64 has but the first term left.
    V slope = is_inverse_cube ? V{} + T(1.5) : V{} + T(0.5);
    if constexpr (!is_wide<V>) {
        slope = multiply_add(missing, is_inverse_cube ? V{} + T(1.875) : V{} + T(0.375), slope);
    }
    return high + multiply_add(high * missing, slope, low);
}

}  // namespace numen::cpu::NUMEN_ISA::vm
#endif
