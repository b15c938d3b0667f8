// gcd and lcm of 64-bit integers with AVX-512, which counts trailing zeros in vectors: the binary
// algorithm, several vectors at a time, until the slowest lane is done.
#pragma once

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/packed_blocks.h"
#include "ops/operation.h"

#if defined(__AVX512CD__)
namespace numen::cpu::NUMEN_ISA {

constexpr int divisor_vectors = 4;

// 64 for zero.
NUMEN_INLINE __m512i trailing_zeros(__m512i x) {
    const __m512i lowest = _mm512_and_epi64(x, _mm512_sub_epi64(_mm512_setzero_si512(), x));
    const __m512i leading = _mm512_maskz_lzcnt_epi64(0xff, lowest);
    const __m512i places = _mm512_sub_epi64(_mm512_set1_epi64(63), leading);
    return _mm512_mask_mov_epi64(places, _mm512_testn_epi64_mask(x, x), _mm512_set1_epi64(64));
}
NUMEN_INLINE __m512i odd_part(__m512i x) {
    return _mm512_maskz_srlv_epi64(0xff, x, trailing_zeros(x));
}

// The pair with its factors of two taken out; a zero is replaced by the other number.
struct OddPair {
    __m512i a;
    __m512i b;
    __m512i twos;  // of their divisor
};
NUMEN_INLINE OddPair odd_pair(__m512i a, __m512i b) {
    const __m512i either = _mm512_or_epi64(a, b);
    a = _mm512_mask_mov_epi64(a, _mm512_testn_epi64_mask(a, a), either);
    b = _mm512_mask_mov_epi64(b, _mm512_testn_epi64_mask(b, b), either);
    return {odd_part(a), odd_part(b), trailing_zeros(either)};
}

// One step in the lanes that are not done; false if all were.
NUMEN_INLINE bool divisor_step(OddPair& pair) {
    const __mmask8 open = _mm512_cmpneq_epi64_mask(pair.a, pair.b);
    const __m512i less = _mm512_maskz_min_epu64(0xff, pair.a, pair.b);
    const __m512i more = _mm512_maskz_max_epu64(0xff, pair.a, pair.b);
    pair.a = _mm512_mask_mov_epi64(less, open, odd_part(_mm512_sub_epi64(more, less)));
    pair.b = less;
    return open != 0;
}

// a/divisor, exactly; as doubles where those hold it.
NUMEN_INLINE __m512i exact_quotient(__m512i a, __m512i divisor) {
    const __m512i limit = _mm512_set1_epi64(INT64_C(1) << 53);
    if (_mm512_cmpge_epu64_mask(a, limit) == 0) [[likely]] {
        const __m512d quotient = _mm512_div_pd(_mm512_maskz_cvtepu64_pd(0xff, a),
                                               _mm512_maskz_cvtepu64_pd(0xff, divisor));
        return _mm512_maskz_cvttpd_epu64(0xff, quotient);
    }
    using Lanes [[gnu::vector_size(64)]] = std::uint64_t;
    return reinterpret_cast<__m512i>(reinterpret_cast<Lanes>(a) /
                                     reinterpret_cast<Lanes>(divisor));
}

template <bool is_lcm> NUMEN_INLINE __m512i divisor_result(const OddPair& pair, __m512i a,
                                                           __m512i b) {
    const __m512i divisor = _mm512_maskz_sllv_epi64(0xff, pair.a, pair.twos);
    if constexpr (!is_lcm) return divisor;
    // Of two zeros the divisor is zero and so is the multiple.
    const __mmask8 none = _mm512_testn_epi64_mask(divisor, divisor);
    const __m512i safe = _mm512_mask_mov_epi64(divisor, none, _mm512_set1_epi64(1));
    return _mm512_mullo_epi64(exact_quotient(a, safe), b);
}

template <bool is_signed> NUMEN_INLINE __m512i load_sizes(const std::int64_t* from,
                                                          __mmask8 mask) {
    const __m512i x = _mm512_maskz_loadu_epi64(mask, from);
    return is_signed ? _mm512_maskz_abs_epi64(0xff, x) : x;
}

template <bool is_lcm, bool is_signed>
Status divisor_block(const Packed<std::int64_t>& packed) {
    constexpr int lanes = 8;
    for (std::int64_t i = 0; i < packed.count; i += divisor_vectors * lanes) {
        __m512i a[divisor_vectors], b[divisor_vectors];
        __mmask8 mask[divisor_vectors];
        OddPair pairs[divisor_vectors];
#pragma GCC unroll 4
        for (int k = 0; k < divisor_vectors; ++k) {
            const std::int64_t rest = packed.count - i - k * lanes;
            mask[k] = static_cast<__mmask8>(
                rest >= lanes ? 0xff
                : rest <= 0   ? 0
                              : _bzhi_u32(0xff, static_cast<unsigned>(rest)));
            a[k] = load_sizes<is_signed>(packed.x + i + k * lanes, mask[k]);
            b[k] = load_sizes<is_signed>(packed.y + i + k * lanes, mask[k]);
            pairs[k] = odd_pair(a[k], b[k]);
        }
        for (bool is_open = true; is_open;) {
            is_open = false;
#pragma GCC unroll 4
            for (int k = 0; k < divisor_vectors; ++k) is_open |= divisor_step(pairs[k]);
        }
#pragma GCC unroll 4
        for (int k = 0; k < divisor_vectors; ++k) {
            _mm512_mask_storeu_epi64(packed.out + i + k * lanes, mask[k],
                                     divisor_result<is_lcm>(pairs[k], a[k], b[k]));
        }
    }
    return status_ok;
}

template <bool is_lcm, class T>
Status divisor_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Row = std::conditional_t<is_lcm, rows::lcm_row, rows::gcd_row>;
    constexpr std::int64_t too_few = 8;  // for the vectors' preparations to be worth it
    if (steps[2] == 0 || count < too_few) {
        // In a fold the divisor so far is the smaller number: it comes second.
        char* const swapped[] = {data[1], data[0], data[2]};
        const std::int64_t swapped_steps[] = {steps[1], steps[0], steps[2]};
        return strided_binary_loop<Row, T, T, T>(swapped, swapped_steps, count);
    }
    constexpr auto block = divisor_block<is_lcm, std::is_signed_v<T>>;
    return on_packed<std::int64_t, 2, 1>(data, steps, count, block);
}

template <Dtype dtype> void fill_common_divisors(LoopRow* table) {
    using T = Element<dtype>;
    table[static_cast<int>(Op::gcd)].run[slot_of(dtype)] = divisor_loop<false, T>;
    table[static_cast<int>(Op::lcm)].run[slot_of(dtype)] = divisor_loop<true, T>;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
