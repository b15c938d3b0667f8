// The largest or smallest of four short rows, side by side.
#pragma once

#include "backends/cpu/kernels/four_rows.h"

#if NUMEN_FOUR_ROWS
#include <immintrin.h>

namespace numen::cpu::NUMEN_ISA {

// The better of two; `kept` where they are equal or one is NaN.
template <bool is_max>
[[gnu::always_inline]] inline Four<float> better(Four<float> kept, Four<float> other) {
    return is_max ? _mm_max_ps(other, kept) : _mm_min_ps(other, kept);
}
template <bool is_max>
[[gnu::always_inline]] inline Four<double> better(Four<double> kept, Four<double> other) {
    return is_max ? _mm256_max_pd(other, kept) : _mm256_min_pd(other, kept);
}

[[gnu::always_inline]] inline Four<float> unordered(Four<float> x) {
    return _mm_cmp_ps(x, x, _CMP_UNORD_Q);
}
[[gnu::always_inline]] inline Four<double> unordered(Four<double> x) {
    return _mm256_cmp_pd(x, x, _CMP_UNORD_Q);
}
[[gnu::always_inline]] inline Four<float> either(Four<float> a, Four<float> b) {
    return _mm_or_ps(a, b);
}
[[gnu::always_inline]] inline Four<double> either(Four<double> a, Four<double> b) {
    return _mm256_or_pd(a, b);
}
[[gnu::always_inline]] inline bool any_of(Four<float> mask) { return _mm_movemask_ps(mask) != 0; }
[[gnu::always_inline]] inline bool any_of(Four<double> mask) {
    return _mm256_movemask_pd(mask) != 0;
}

// x[k] = four elements of row k becomes x[i] = element i of each row.
[[gnu::always_inline]] inline void transpose(Four<float> (&x)[4]) {
    const __m128 a = _mm_unpacklo_ps(x[0], x[1]), b = _mm_unpacklo_ps(x[2], x[3]);
    const __m128 c = _mm_unpackhi_ps(x[0], x[1]), d = _mm_unpackhi_ps(x[2], x[3]);
    x[0] = _mm_movelh_ps(a, b);
    x[1] = _mm_movehl_ps(b, a);
    x[2] = _mm_movelh_ps(c, d);
    x[3] = _mm_movehl_ps(d, c);
}
[[gnu::always_inline]] inline void transpose(Four<double> (&x)[4]) {
    const __m256d a = _mm256_unpacklo_pd(x[0], x[1]), b = _mm256_unpackhi_pd(x[0], x[1]);
    const __m256d c = _mm256_unpacklo_pd(x[2], x[3]), d = _mm256_unpackhi_pd(x[2], x[3]);
    x[0] = _mm256_permute2f128_pd(a, c, 0x20);
    x[1] = _mm256_permute2f128_pd(b, d, 0x20);
    x[2] = _mm256_permute2f128_pd(a, c, 0x31);
    x[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

// Of `count` packed elements at each place, from left to right: the first of equal ones stays. What
// it gives means nothing where `has_nan` becomes true.
template <bool is_max, class T>
[[gnu::always_inline]] inline Four<T> four_extrema(const char* const (&at)[4], std::int64_t count,
                                                   bool& has_nan) {
    constexpr std::int64_t size = sizeof(T);
    Four<T> best = column<T>(at, 0), nans = unordered(best);
    const auto add = [&](Four<T> x) __attribute__((always_inline)) {
        best = better<is_max>(best, x);
        nans = either(nans, unordered(x));
    };
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        Four<T> x[4];
        for (int k = 0; k < 4; ++k) x[k] = load_four<T>(at[k] + i * size);
        transpose(x);
        for (int k = 0; k < 4; ++k) add(x[k]);
    }
    for (; i < count; ++i) add(column<T>(at, i * size));
    has_nan = any_of(nans);
    return best;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
