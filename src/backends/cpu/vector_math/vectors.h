// The vectors of the instruction set this unit is compiled for, and the few primitives that the
// functions are written in: fused multiply-add, rounding, exponents, polynomials, look-ups.
//
// Vectors are the compiler's own (operators, comparisons and ?: work on them); a comparison gives
// a mask of the same width with all bits set where it holds. Everything is force-inlined and has
// internal linkage: no symbol leaves the unit.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define NUMEN_INLINE [[gnu::always_inline]] static inline

namespace numen::cpu::NUMEN_ISA::vm {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

using F64 [[gnu::vector_size(vector_bytes)]] = double;
using I64 [[gnu::vector_size(vector_bytes)]] = std::int64_t;
using U64 [[gnu::vector_size(vector_bytes)]] = std::uint64_t;
using F32 [[gnu::vector_size(vector_bytes)]] = float;

constexpr int lanes_f64 = vector_bytes / 8;
constexpr int lanes_f32 = vector_bytes / 4;

NUMEN_INLINE F64 broadcast(double x) { return F64{} + x; }
NUMEN_INLINE I64 bits(F64 x) { return reinterpret_cast<I64>(x); }
NUMEN_INLINE F64 from_bits(I64 x) { return reinterpret_cast<F64>(x); }

// True if any lane of the mask is set.
NUMEN_INLINE bool any(I64 mask) {
#if defined(__AVX512F__)
    return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#elif defined(__x86_64__)
    return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

// True if some lane of x is not within [low, high], NaN included.
NUMEN_INLINE bool any_outside(F64 x, double low, double high) {
#if defined(__AVX512F__)
    return (_mm512_cmp_pd_mask(x, broadcast(low), _CMP_NGE_UQ) |
            _mm512_cmp_pd_mask(x, broadcast(high), _CMP_NLE_UQ)) != 0;
#else
    return any(~((x >= low) & (x <= high)));
#endif
}

// True if some |x| is above the limit, or NaN.
NUMEN_INLINE bool any_beyond(F64 x, double limit) {
    const F64 magnitude = from_bits(bits(x) & INT64_MAX);
#if defined(__AVX512F__)
    return _mm512_cmp_pd_mask(magnitude, broadcast(limit), _CMP_NLE_UQ) != 0;
#else
    return any(~(magnitude <= limit));
#endif
}
// The same without NaN, for functions that hand it through.
NUMEN_INLINE bool any_exceeds(F64 x, double low, double high) {
#if defined(__AVX512F__)
    return (_mm512_cmp_pd_mask(x, broadcast(low), _CMP_LT_OQ) |
            _mm512_cmp_pd_mask(x, broadcast(high), _CMP_GT_OQ)) != 0;
#else
    return any((x < low) | (x > high));
#endif
}
NUMEN_INLINE bool any_exceeds(F64 x, double limit) {
    const F64 magnitude = from_bits(bits(x) & INT64_MAX);
#if defined(__AVX512F__)
    return _mm512_cmp_pd_mask(magnitude, broadcast(limit), _CMP_GT_OQ) != 0;
#else
    return any(magnitude > limit);
#endif
}

// a*b + c; one rounding where the hardware has it, else two.
NUMEN_INLINE F64 multiply_add(F64 a, F64 b, F64 c) {
#if defined(__AVX512F__)
    return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
    return _mm256_fmadd_pd(a, b, c);
#elif defined(__aarch64__)
    return reinterpret_cast<F64>(vfmaq_f64(reinterpret_cast<float64x2_t>(c),
                                           reinterpret_cast<float64x2_t>(a),
                                           reinterpret_cast<float64x2_t>(b)));
#else
    return a * b + c;
#endif
}
NUMEN_INLINE F64 multiply_add(F64 a, double b, F64 c) { return multiply_add(a, broadcast(b), c); }
NUMEN_INLINE F64 multiply_add(F64 a, F64 b, double c) { return multiply_add(a, b, broadcast(c)); }
NUMEN_INLINE F64 multiply_add(F64 a, double b, double c) {
    return multiply_add(a, broadcast(b), broadcast(c));
}

NUMEN_INLINE F64 square_root(F64 x) {
#if defined(__AVX512F__)
    return _mm512_maskz_sqrt_pd(0xff, x);
#elif defined(__AVX2__)
    return _mm256_sqrt_pd(x);
#elif defined(__x86_64__)
    return _mm_sqrt_pd(x);
#else
    return reinterpret_cast<F64>(vsqrtq_f64(reinterpret_cast<float64x2_t>(x)));
#endif
}

NUMEN_INLINE F64 nearest_whole(F64 x) {
#if defined(__AVX512F__)
    return _mm512_maskz_roundscale_pd(0xff, x, _MM_FROUND_TO_NEAREST_INT);
#elif defined(__AVX2__)
    return _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#elif defined(__x86_64__)
    return _mm_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    return reinterpret_cast<F64>(vrndnq_f64(reinterpret_cast<float64x2_t>(x)));
#endif
}

// 1/x with an error of a few units in the last place, for normal results.
NUMEN_INLINE F64 reciprocal(F64 x) {
#if defined(__AVX512F__)
    const F64 first = _mm512_maskz_rcp14_pd(0xff, x);
    const F64 second = multiply_add(first, multiply_add(-x, first, 1.0), first);
    return multiply_add(second, multiply_add(-x, second, 1.0), second);
#else
    return 1.0 / x;
#endif
}

// The square root with an error of a few units in the last place, for normal x or 0.
#if defined(__AVX512F__)
// 1/(2 sqrt(x)) to about 2^-26.
NUMEN_INLINE F64 half_inverse_root(F64 x) {
    const F64 first = _mm512_maskz_rsqrt14_pd(0xff, x);
    const F64 half = 0.5 * first;
    return multiply_add(half, multiply_add(-x * half, first, 0.5), half);
}
NUMEN_INLINE F64 root_estimate(F64 x) {
    const F64 half_inverse = half_inverse_root(x);
    const F64 first = 2.0 * half_inverse * x;
    const F64 root = multiply_add(multiply_add(-first, first, x), half_inverse, first);
    return x == 0.0 ? x : root;
}
#else
NUMEN_INLINE F64 root_estimate(F64 x) { return square_root(x); }
#endif

constexpr std::int64_t sign_bit = INT64_MIN;
NUMEN_INLINE F64 absolute(F64 x) { return from_bits(bits(x) & ~sign_bit); }
NUMEN_INLINE F64 with_sign(F64 magnitude, F64 sign) {
    return from_bits((bits(magnitude) & ~sign_bit) | (bits(sign) & sign_bit));
}
// NaN passes through: the instructions return their second operand then.
NUMEN_INLINE F64 at_most(F64 x, double limit) {
#if defined(__AVX512F__)
    return _mm512_maskz_min_pd(0xff, broadcast(limit), x);
#elif defined(__AVX2__)
    return _mm256_min_pd(broadcast(limit), x);
#elif defined(__x86_64__)
    return _mm_min_pd(broadcast(limit), x);
#else
    return x > limit ? broadcast(limit) : x;
#endif
}
NUMEN_INLINE F64 at_least(F64 x, double limit) {
#if defined(__AVX512F__)
    return _mm512_maskz_max_pd(0xff, broadcast(limit), x);
#elif defined(__AVX2__)
    return _mm256_max_pd(broadcast(limit), x);
#elif defined(__x86_64__)
    return _mm_max_pd(broadcast(limit), x);
#else
    return x < limit ? broadcast(limit) : x;
#endif
}

// The lesser of two vectors; which of them is taken where one is NaN does not matter.
NUMEN_INLINE F64 lesser(F64 a, F64 b) {
#if defined(__AVX512F__)
    return _mm512_maskz_min_pd(0xff, a, b);
#elif defined(__AVX2__)
    return _mm256_min_pd(a, b);
#else
    return a < b ? a : b;
#endif
}
NUMEN_INLINE F32 lesser(F32 a, F32 b) {
#if defined(__AVX512F__)
    return _mm512_maskz_min_ps(0xffff, a, b);
#elif defined(__AVX2__)
    return _mm256_min_ps(a, b);
#else
    return a < b ? a : b;
#endif
}

// The greater one, as lesser.
NUMEN_INLINE F64 greater(F64 a, F64 b) {
#if defined(__AVX512F__)
    return _mm512_maskz_max_pd(0xff, a, b);
#elif defined(__AVX2__)
    return _mm256_max_pd(a, b);
#else
    return a > b ? a : b;
#endif
}
NUMEN_INLINE F32 greater(F32 a, F32 b) {
#if defined(__AVX512F__)
    return _mm512_maskz_max_ps(0xffff, a, b);
#elif defined(__AVX2__)
    return _mm256_max_ps(a, b);
#else
    return a > b ? a : b;
#endif
}

// The nearest whole number of |x| < 2^51, as a double and as an integer.
struct Whole {
    F64 value;
    I64 integer;
};
NUMEN_INLINE Whole round_shifted(F64 shifted) {
    constexpr double shift = 0x1.8p52;
    return {shifted - shift, bits(shifted) - INT64_C(0x4338000000000000)};
}
NUMEN_INLINE Whole nearest(F64 x) { return round_shifted(x + 0x1.8p52); }

// The steps between powers of two in the table of exp: as many as AVX-512 looks up in registers;
// the others load each lane's entry from memory anyway and take the more accurate table.
#if defined(__AVX512F__)
constexpr int exp_step_bits = 4;
#else
constexpr int exp_step_bits = 7;
#endif
constexpr int exp_steps = 1 << exp_step_bits;

// The multiple of 1/exp_steps nearest to x*factor: value is that multiple, integer counts steps.
NUMEN_INLINE Whole nearest_step(F64 x, double factor) {
    constexpr double shift = 0x1.8p52 / exp_steps;
    constexpr std::int64_t shift_bits =
        ((INT64_C(0x433) - exp_step_bits) << 52) | (INT64_C(1) << 51);
    const F64 shifted = multiply_add(x, factor, shift);
    return {shifted - shift, bits(shifted) - shift_bits};
}
// The same with the whole number at or below as the integer; the value keeps its fraction.
NUMEN_INLINE Whole exponent_of_steps(Whole n) {
    constexpr std::int64_t offset = 4096;
    const U64 positive = reinterpret_cast<U64>(n.integer + offset * exp_steps);
    return {n.value, reinterpret_cast<I64>(positive >> exp_step_bits) - offset};
}

// 2^n for -1022 <= n <= 1023.
NUMEN_INLINE F64 power_of_two(I64 n) { return from_bits((n + 1023) << 52); }

// x * 2^floor(n) for |n| <= 2040, rounded once if the result is subnormal.
NUMEN_INLINE F64 scale(F64 x, Whole n) {
#if defined(__AVX512F__)
    // The zero-masking form: g++ 12 warns of an uninitialised operand in the plain one.
    return _mm512_maskz_scalef_pd(0xff, x, n.value);
#else
    // The half is taken without an arithmetic shift, which AVX2 lacks for 64-bit lanes.
    const I64 half = reinterpret_cast<I64>(reinterpret_cast<U64>(n.integer + 4096) >> 1) - 2048;
    return x * power_of_two(half) * power_of_two(n.integer - half);
#endif
}

// coefficients[0] + coefficients[1]*x + …, Horner's rule on x^2 for the even and odd halves.
template <int count> NUMEN_INLINE F64 polynomial(F64 x, const double (&coefficients)[count]) {
    if constexpr (count <= 3) {
        F64 sum = broadcast(coefficients[count - 1]);
#pragma GCC unroll 16
        for (int i = count - 2; i >= 0; --i) sum = multiply_add(sum, x, coefficients[i]);
        return sum;
    } else {
        const F64 square = x * x;
        constexpr int last = count - 1;
        F64 even = broadcast(coefficients[last & ~1]);
        F64 odd = broadcast(coefficients[(last - 1) | 1]);
#pragma GCC unroll 16
        for (int i = (last & ~1) - 2; i >= 0; i -= 2)
            even = multiply_add(even, square, coefficients[i]);
#pragma GCC unroll 16
        for (int i = ((last - 1) | 1) - 2; i >= 0; i -= 2)
            odd = multiply_add(odd, square, coefficients[i]);
        return multiply_add(odd, x, even);
    }
}

// table[index mod count] per lane, for powers of two.
template <int count> NUMEN_INLINE F64 look_up(const double (&table)[count], I64 index) {
#if defined(__AVX512F__)
    static_assert(count == 16 || count == 32);
    const __m512i position = reinterpret_cast<__m512i>(index);
    const F64 first = _mm512_permutex2var_pd(_mm512_loadu_pd(table), position,
                                             _mm512_loadu_pd(table + 8));
    if constexpr (count == 16) return first;
    const F64 second = _mm512_permutex2var_pd(_mm512_loadu_pd(table + count - 16), position,
                                              _mm512_loadu_pd(table + count - 8));
    return (index & 16) != 0 ? second : first;
#else
    F64 result;
#pragma GCC unroll 4
    for (int lane = 0; lane < lanes_f64; ++lane) result[lane] = table[index[lane] & (count - 1)];
    return result;
#endif
}

// Replaces the lanes of `result` whose mask is set by function(lane of x): the way out for
// arguments beyond a function's fast range.
template <class Function>
[[gnu::noinline, gnu::cold]] static F64 each_lane(I64 mask, F64 x, F64 result, Function function) {
    for (int lane = 0; lane < lanes_f64; ++lane)
        if (mask[lane] != 0) result[lane] = function(x[lane]);
    return result;
}

// The first and the second half of a float32 vector as float64, and back. Intrinsics, because
// g++ 12 takes the halves through memory.
#if defined(__AVX512F__)
NUMEN_INLINE F64 low_half(F32 x) {
    return _mm512_maskz_cvtps_pd(0xff, __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7));
}
NUMEN_INLINE F64 high_half(F32 x) {
    return _mm512_maskz_cvtps_pd(0xff, _mm512_maskz_extractf32x8_ps(0xff, x, 1));
}
NUMEN_INLINE F32 join_halves(F64 low, F64 high) {
    return _mm512_maskz_insertf32x8(0xffff,
                                    _mm512_castps256_ps512(_mm512_maskz_cvtpd_ps(0xff, low)),
                                    _mm512_maskz_cvtpd_ps(0xff, high), 1);
}
#elif defined(__AVX2__)
NUMEN_INLINE F64 low_half(F32 x) { return _mm256_cvtps_pd(_mm256_castps256_ps128(x)); }
NUMEN_INLINE F64 high_half(F32 x) { return _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)); }
NUMEN_INLINE F32 join_halves(F64 low, F64 high) {
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}
#elif defined(__x86_64__)
NUMEN_INLINE F64 low_half(F32 x) { return _mm_cvtps_pd(x); }
NUMEN_INLINE F64 high_half(F32 x) { return _mm_cvtps_pd(_mm_movehl_ps(x, x)); }
NUMEN_INLINE F32 join_halves(F64 low, F64 high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}
#else
NUMEN_INLINE F64 low_half(F32 x) {
    return reinterpret_cast<F64>(vcvt_f64_f32(vget_low_f32(reinterpret_cast<float32x4_t>(x))));
}
NUMEN_INLINE F64 high_half(F32 x) {
    return reinterpret_cast<F64>(vcvt_high_f64_f32(reinterpret_cast<float32x4_t>(x)));
}
NUMEN_INLINE F32 join_halves(F64 low, F64 high) {
    const float32x2_t first = vcvt_f32_f64(reinterpret_cast<float64x2_t>(low));
    return reinterpret_cast<F32>(vcvt_high_f32_f64(first, reinterpret_cast<float64x2_t>(high)));
}
#endif

// Defines NAME(F32) by NAME_short_result(F64), which is accurate enough for one float32 rounding.
#define NUMEN_SHORT_UNARY(NAME)                                                               \
    NUMEN_INLINE F32 NAME(F32 x) {                                                            \
        return join_halves(NAME##_short_result(low_half(x)), NAME##_short_result(high_half(x))); \
    }
#define NUMEN_SHORT_BINARY(NAME)                                                  \
    NUMEN_INLINE F32 NAME(F32 a, F32 b) {                                         \
        return join_halves(NAME##_short_result(low_half(a), low_half(b)),         \
                           NAME##_short_result(high_half(a), high_half(b)));      \
    }

}  // namespace numen::cpu::NUMEN_ISA::vm
