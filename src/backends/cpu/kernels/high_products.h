// The upper half of the double-width product of unsigned lanes, in vectors of the set's own width.
// No set has the instruction for lanes of 64 bits, and only the shorter ones for 32.
#pragma once

#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA {

template <class T> struct lanes_of {
    using type [[gnu::vector_size(vm::vector_bytes)]] = T;
};
template <class T> using LanesOf = typename lanes_of<T>::type;

using Words = LanesOf<std::uint16_t>;
using Doublewords = LanesOf<std::uint32_t>;

#if defined(__x86_64__)
#if defined(__AVX512F__)
using IntegerRegister = __m512i;
NUMEN_INLINE __m512i high_words(__m512i a, __m512i b) { return _mm512_mulhi_epu16(a, b); }
NUMEN_INLINE __m512i even_products(__m512i a, __m512i b) {
    return _mm512_maskz_mul_epu32(0xff, a, b);
}
#elif defined(__AVX2__)
using IntegerRegister = __m256i;
NUMEN_INLINE __m256i high_words(__m256i a, __m256i b) { return _mm256_mulhi_epu16(a, b); }
NUMEN_INLINE __m256i even_products(__m256i a, __m256i b) { return _mm256_mul_epu32(a, b); }
#else
using IntegerRegister = __m128i;
NUMEN_INLINE __m128i high_words(__m128i a, __m128i b) { return _mm_mulhi_epu16(a, b); }
NUMEN_INLINE __m128i even_products(__m128i a, __m128i b) { return _mm_mul_epu32(a, b); }
#endif

// The whole products of the lower halves of 64-bit lanes.
NUMEN_INLINE vm::U64 products_of_halves(vm::U64 a, vm::U64 b) {
    return reinterpret_cast<vm::U64>(even_products(reinterpret_cast<IntegerRegister>(a),
                                                   reinterpret_cast<IntegerRegister>(b)));
}

NUMEN_INLINE Words high_product(Words a, Words b) {
    return reinterpret_cast<Words>(high_words(reinterpret_cast<IntegerRegister>(a),
                                              reinterpret_cast<IntegerRegister>(b)));
}
NUMEN_INLINE Doublewords high_product(Doublewords a, Doublewords b) {
    const auto x = reinterpret_cast<vm::U64>(a), y = reinterpret_cast<vm::U64>(b);
    const vm::U64 even = products_of_halves(x, y) >> 32;
    const vm::U64 odd = products_of_halves(x >> 32, y >> 32) & ~std::uint64_t{UINT32_MAX};
    return reinterpret_cast<Doublewords>(even | odd);
}
NUMEN_INLINE vm::U64 high_product(vm::U64 a, vm::U64 b) {
    constexpr std::uint64_t lower = UINT32_MAX;
    const vm::U64 a_high = a >> 32, b_high = b >> 32;
    const vm::U64 carried = products_of_halves(a_high, b) + (products_of_halves(a, b) >> 32);
    const vm::U64 middle = products_of_halves(a, b_high) + (carried & lower);
    return products_of_halves(a_high, b_high) + (carried >> 32) + (middle >> 32);
}
#elif defined(__aarch64__)
NUMEN_INLINE Words high_product(Words a, Words b) {
    const auto x = reinterpret_cast<uint16x8_t>(a), y = reinterpret_cast<uint16x8_t>(b);
    const auto low = vreinterpretq_u16_u32(vmull_u16(vget_low_u16(x), vget_low_u16(y)));
    const auto high = vreinterpretq_u16_u32(vmull_high_u16(x, y));
    return reinterpret_cast<Words>(vuzp2q_u16(low, high));
}
NUMEN_INLINE Doublewords high_product(Doublewords a, Doublewords b) {
    const auto x = reinterpret_cast<uint32x4_t>(a), y = reinterpret_cast<uint32x4_t>(b);
    const auto low = vreinterpretq_u32_u64(vmull_u32(vget_low_u32(x), vget_low_u32(y)));
    const auto high = vreinterpretq_u32_u64(vmull_high_u32(x, y));
    return reinterpret_cast<Doublewords>(vuzp2q_u32(low, high));
}
NUMEN_INLINE vm::U64 high_product(vm::U64 a, vm::U64 b) {
    const auto of_lane = [&](int i) {
        return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a[i]) * b[i] >> 64);
    };
    return vm::U64{of_lane(0), of_lane(1)};
}
#endif

}  // namespace numen::cpu::NUMEN_ISA
