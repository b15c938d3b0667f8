// Truths of elements of eight bytes with AVX2: four are compared at a time, and 32 are packed to
// bytes by eleven instructions, for which the compiler takes thirty.
#pragma once

#include <cstring>
#include <type_traits>

#include "backends/cpu/kernels/formula_rows.h"

#if NUMEN_AVX2_ALONE
#include <immintrin.h>

namespace numen::cpu::NUMEN_ISA {

template <class T> struct four_wide { using type [[gnu::vector_size(32)]] = T; };
template <class T> using FourOf = typename four_wide<T>::type;
using FourMasks = FourOf<std::int64_t>;

// The vectors' form of a row of the formulas: -1 where it holds.
template <class Row> struct MaskOf { static constexpr bool is_known = false; };
#define NUMEN_MASK(NAME, CONDITION)                                               \
    template <> struct MaskOf<rows::NAME##_row> {                                 \
        static constexpr bool is_known = true;                                    \
        template <class V> [[gnu::always_inline]] static FourMasks of(V x, V y) { \
            static_cast<void>(y);                                                 \
            return reinterpret_cast<FourMasks>(CONDITION);                        \
        }                                                                         \
    }
template <class V> [[gnu::always_inline]] inline FourMasks size_bits(V x) {
    return reinterpret_cast<FourMasks>(x) & INT64_MAX;
}
constexpr std::int64_t infinity_bits = INT64_C(0x7ff) << 52;
NUMEN_MASK(equal, x == y);
NUMEN_MASK(not_equal, x != y);
NUMEN_MASK(less, x < y);
NUMEN_MASK(less_equal, x <= y);
NUMEN_MASK(greater, x > y);
NUMEN_MASK(greater_equal, x >= y);
NUMEN_MASK(logical_not, x == V{});
NUMEN_MASK(isnan, size_bits(x) > infinity_bits);
NUMEN_MASK(isinf, size_bits(x) == infinity_bits);
NUMEN_MASK(isfinite, size_bits(x) < infinity_bits);
NUMEN_MASK(signbit, reinterpret_cast<FourMasks>(x) < 0);
#undef NUMEN_MASK

template <class Row, class In, class Out>
constexpr bool packs_masks = sizeof(In) == 8 && std::is_arithmetic_v<In> &&
                             std::is_same_v<Out, bool> && MaskOf<Row>::is_known;

// The vector from an element of a row on, or one element again and again.
template <class In> [[gnu::always_inline]] inline auto each_four(const In* row) {
    return [=](std::int64_t i) __attribute__((always_inline)) {
        FourOf<In> x;
        std::memcpy(&x, row + i, sizeof x);
        return x;
    };
}
template <class In> [[gnu::always_inline]] inline auto one_for_all(In value) {
    const FourOf<In> all = FourOf<In>{} + value;
    return [=](std::int64_t) __attribute__((always_inline)) { return all; };
}

// 32 truths of eight masks. The halves of registers are packed apart: bytes 0 and 1 of each mask
// come to lie in the low half, 2 and 3 in the high one.
template <class Mask> [[gnu::always_inline]] inline void pack_masks(Mask mask, std::uint8_t* out) {
    const auto halves_of = [&](int k) {
        const auto a = reinterpret_cast<__m256>(mask(k)), b = reinterpret_cast<__m256>(mask(k + 1));
        return _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b10'00'10'00));
    };
    const __m256i first = _mm256_packs_epi32(halves_of(0), halves_of(2));
    const __m256i second = _mm256_packs_epi32(halves_of(4), halves_of(6));
    const __m256i truths =
        _mm256_and_si256(_mm256_packs_epi16(first, second), _mm256_set1_epi8(1));
    const __m128i low = _mm256_castsi256_si128(truths);
    const __m128i high = _mm256_extracti128_si256(truths, 1);
    auto* to = reinterpret_cast<__m128i*>(out);
    _mm_storeu_si128(to, _mm_unpacklo_epi16(low, high));
    _mm_storeu_si128(to + 1, _mm_unpackhi_epi16(low, high));
}

// Of elements in a row, x(i) and y(i) being vectors from element i on; how many it has done.
template <class Row, class X, class Y>
[[gnu::always_inline]] inline std::int64_t store_truths(X x, Y y, std::uint8_t* out,
                                                        std::int64_t count) {
    constexpr std::int64_t group = 32;
    std::int64_t i = 0;
    for (; i + group <= count; i += group) {
        pack_masks([&](int k) __attribute__((always_inline)) {
            return MaskOf<Row>::of(x(i + 4 * k), y(i + 4 * k));
        }, out + i);
    }
    return i;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
