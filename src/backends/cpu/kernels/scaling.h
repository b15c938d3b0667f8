// ldexp of float32 and float64 with AVX-512, whose instruction scales by a power of two with one
// rounding and the flags of one.
#pragma once

#include "backends/cpu/kernels/packed_blocks.h"

#if defined(__AVX512F__)
namespace numen::cpu::NUMEN_ISA {

// Exponents as floats, kept where every float has long overflowed or vanished.
NUMEN_INLINE vm::F64 exponents(const std::int32_t* from, __mmask8 mask) {
    return _mm512_maskz_cvtepi32_pd(0xff, _mm256_maskz_loadu_epi32(mask, from));
}
NUMEN_INLINE vm::F64 exponents(const std::int64_t* from, __mmask8 mask) {
    const __m512i wide = _mm512_maskz_loadu_epi64(mask, from);
    const __m512i low = _mm512_maskz_max_epi64(0xff, wide, _mm512_set1_epi64(-100'000));
    const __m512i kept = _mm512_maskz_min_epi64(0xff, low, _mm512_set1_epi64(100'000));
    return _mm512_maskz_cvtepi64_pd(0xff, kept);
}

NUMEN_INLINE void scale_lanes(const double* x, vm::F64 by, double* out, __mmask8 mask) {
    _mm512_mask_storeu_pd(out, mask,
                          _mm512_maskz_scalef_pd(mask, _mm512_maskz_loadu_pd(mask, x), by));
}
NUMEN_INLINE void scale_lanes(const float* x, vm::F64 by, float* out, __mmask8 mask) {
    const __m256 narrow = _mm512_maskz_cvtpd_ps(0xff, by);
    _mm256_mask_storeu_ps(
        out, mask, _mm256_maskz_scalef_ps(mask, _mm256_maskz_loadu_ps(mask, x), narrow));
}

template <class T, class Exponent>
Status scaling_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[0] != sizeof(T) || steps[1] != sizeof(Exponent) || steps[2] != sizeof(T)) {
        return strided_binary_loop<rows::ldexp_row, T, Exponent, T>(data, steps, count);
    }
    const T* x = reinterpret_cast<const T*>(data[0]);
    const auto* by = reinterpret_cast<const Exponent*>(data[1]);
    T* out = reinterpret_cast<T*>(data[2]);
    for (std::int64_t i = 0; i < count; i += 8) {
        const std::int64_t rest = count - i;
        const auto mask = static_cast<__mmask8>(
            rest >= 8 ? 0xff : _bzhi_u32(0xff, static_cast<unsigned>(rest)));
        scale_lanes(x + i, exponents(by + i, mask), out + i, mask);
    }
    return status_ok;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
