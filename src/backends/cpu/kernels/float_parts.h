// nextafter, frexp and modf of float32 and float64 by vectors over their bits: the compiler makes
// vector code of spacing's formula, but not of these.
#pragma once

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/packed_blocks.h"
#include "ops/operation.h"

namespace numen::cpu::NUMEN_ISA {

template <class T> using BitLanes = decltype(vm::bits(vm::VectorOf<T>{}));

// Calls `step(begin, count)` for each vector of a packed kernel, the last of them part-filled.
template <class T, class Step>
[[gnu::always_inline]] inline void for_vectors(std::int64_t count, Step step) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    for (std::int64_t i = 0; i < count; i += lanes) step(i, count - i < lanes ? count - i : lanes);
}

template <class T> struct Moves {
    vm::VectorOf<T> result;
    BitLanes<T> overflows;
    BitLanes<T> underflows;
};
template <class T>
[[gnu::always_inline]] inline Moves<T> next_towards(vm::VectorOf<T> x, vm::VectorOf<T> y) {
    using L = formulas::Layout<T>;
    constexpr auto infinity = L::largest_exponent << L::places;
    constexpr auto least_normal = typename L::Bits{1} << L::places;
    const auto bits = vm::bits(x), size = bits & ~L::sign;
    const auto is_number = (x == x) & (y == y), moves = is_number & (x != y);
    const auto shrinks = (x < y) ^ (bits >= 0);
    const auto away = shrinks ? bits - 1 : bits + 1;
    const auto from_zero = (vm::bits(y) & L::sign) | 1;
    const auto next = size == 0 ? from_zero : away;
    const auto next_size = next & ~L::sign;
    const vm::VectorOf<T> stays = is_number ? y : x + y;
    return {moves ? vm::from_bits(next) : stays,
            moves & (next_size == infinity) & (size < infinity),
            moves & (next_size < least_normal)};
}

template <class T>
Status next_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Row = rows::nextafter_row;
    if (steps[2] == 0) return strided_binary_loop<Row, T, T, T>(data, steps, count);
    return on_packed<T, 2, 1>(data, steps, count, [](const Packed<T>& packed) {
        BitLanes<T> overflows{}, underflows{};
        for_vectors<T>(packed.count, [&](std::int64_t i, std::int64_t rest)
                                         __attribute__((always_inline)) {
            const Moves<T> moves = next_towards<T>(vm::load_part(packed.x + i, rest),
                                                   vm::load_part(packed.y + i, rest));
            vm::store_part(packed.out + i, moves.result, rest);
            overflows |= moves.overflows;
            underflows |= moves.underflows;
        });
        return (any_lane(overflows) ? status_overflow : status_ok) |
               (any_lane(underflows) ? status_underflow : status_ok);
    });
}

template <class T> struct Split {
    vm::VectorOf<T> mantissa;
    BitLanes<T> power;
};
template <class T> [[gnu::always_inline]] inline Split<T> split(vm::VectorOf<T> x) {
    using L = formulas::Layout<T>;
    using Vector = vm::VectorOf<T>;
    constexpr int lift = L::places + 2;
    const auto is_small = vm::absolute(x) < std::numeric_limits<T>::min();
    const Vector lifted = x * static_cast<T>(typename L::Bits{1} << lift);
    const auto bits = vm::bits(is_small ? lifted : x);
    const auto exponent = (bits >> L::places) & L::largest_exponent;
    const auto is_whole = (x == T{0}) | (exponent == L::largest_exponent);
    const auto mantissa =
        (bits & ~(L::largest_exponent << L::places)) | ((L::bias - 1) << L::places);
    const auto power = exponent - (L::bias - 1) - (is_small & lift);
    return {is_whole ? x : vm::from_bits(mantissa), is_whole ? BitLanes<T>{} : power};
}

#if defined(__AVX512F__)
// Instructions of their own, which see to subnormal numbers too.
constexpr int zeros_nans_infinities = 0x01 | 0x80 | 0x02 | 0x04 | 0x08 | 0x10;
template <> [[gnu::always_inline]] inline Split<double> split<double>(vm::F64 x) {
    const __mmask8 is_whole = _mm512_fpclass_pd_mask(x, zeros_nans_infinities);
    const __m512d mantissa = _mm512_mask_getmant_pd(x, static_cast<__mmask8>(~is_whole), x,
                                                    _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_src);
    const __m512d power = _mm512_maskz_getexp_pd(static_cast<__mmask8>(~is_whole), x) +
                          _mm512_maskz_mov_pd(static_cast<__mmask8>(~is_whole), _mm512_set1_pd(1));
    return {mantissa, reinterpret_cast<BitLanes<double>>(_mm512_cvtpd_epi64(power))};
}
template <> [[gnu::always_inline]] inline Split<float> split<float>(vm::F32 x) {
    const __mmask16 is_whole = _mm512_fpclass_ps_mask(x, zeros_nans_infinities);
    const __m512 mantissa = _mm512_mask_getmant_ps(x, static_cast<__mmask16>(~is_whole), x,
                                                   _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_src);
    const __m512 power =
        _mm512_maskz_getexp_ps(static_cast<__mmask16>(~is_whole), x) +
        _mm512_maskz_mov_ps(static_cast<__mmask16>(~is_whole), _mm512_set1_ps(1));
    return {mantissa, reinterpret_cast<BitLanes<float>>(_mm512_cvtps_epi32(power))};
}
#endif

template <class T>
Status split_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Row = rows::frexp_row;
    if (steps[0] != sizeof(T) || steps[1] != sizeof(T) || steps[2] != sizeof(std::int32_t)) {
        return pair_loop<Row, T, T, std::int32_t>(data, steps, count);
    }
    const T* x = reinterpret_cast<const T*>(data[0]);
    T* mantissa = reinterpret_cast<T*>(data[1]);
    auto* power = reinterpret_cast<std::int32_t*>(data[2]);
    constexpr int lanes = vm::vector_bytes / sizeof(T);
    using Powers [[gnu::vector_size(4 * lanes)]] = std::int32_t;
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const Split<T> parts = split<T>(vm::load(x + i));
        vm::store<T>(mantissa + i, parts.mantissa);
        const Powers powers = __builtin_convertvector(parts.power, Powers);
        std::memcpy(power + i, &powers, sizeof powers);
    }
    if (const std::int64_t rest = count - i; rest > 0) {
        const Split<T> parts = split<T>(vm::load_part(x + i, rest));
        vm::store_part(mantissa + i, parts.mantissa, rest);
        const Powers powers = __builtin_convertvector(parts.power, Powers);
        std::memcpy(power + i, &powers, static_cast<std::size_t>(rest) * sizeof(std::int32_t));
    }
    return status_ok;
}

#if defined(__AVX512F__)
NUMEN_INLINE vm::F64 whole_part(vm::F64 x) {
    return _mm512_maskz_roundscale_pd(0xff, x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
NUMEN_INLINE vm::F32 whole_part(vm::F32 x) {
    return _mm512_maskz_roundscale_ps(0xffff, x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
#elif defined(__AVX2__)
NUMEN_INLINE vm::F64 whole_part(vm::F64 x) {
    return _mm256_round_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
NUMEN_INLINE vm::F32 whole_part(vm::F32 x) {
    return _mm256_round_ps(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
#endif

#if defined(__AVX2__)
template <class T>
Status fraction_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    return on_packed<T, 1, 2>(data, steps, count, [](const Packed<T>& packed) {
        for_vectors<T>(packed.count, [&](std::int64_t i, std::int64_t rest)
                                         __attribute__((always_inline)) {
            using Vector = vm::VectorOf<T>;
            const Vector x = vm::load_part(packed.x + i, rest), whole = whole_part(x);
            const auto is_infinite = vm::absolute(x) > std::numeric_limits<T>::max();
            const Vector fraction = is_infinite ? Vector{} : x - whole;
            vm::store_part(packed.out + i, vm::with_sign(fraction, x), rest);
            vm::store_part(packed.second + i, whole, rest);
        });
        return status_ok;
    });
}
#endif

template <Dtype dtype> void fill_parts(LoopRow* table) {
    using T = Element<dtype>;
    table[static_cast<int>(Op::nextafter)].run[slot_of(dtype)] = next_loop<T>;
    table[static_cast<int>(Op::frexp)].run[slot_of(dtype)] = split_loop<T>;
#if defined(__AVX2__)
    table[static_cast<int>(Op::modf)].run[slot_of(dtype)] = fraction_loop<T>;
#endif
}

}  // namespace numen::cpu::NUMEN_ISA
