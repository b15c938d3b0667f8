// Magnitudes of packed complex numbers, a vector at a time, within 0.52 units in the last place.
//
// Squares of float64 parts are summed as pairs of float64, squares of float32 parts as pairs of
// float32 (0.58 units) or, without fused multiply-add, as float64.
// Where a part of float64 lies outside the range in which no square overflows or loses digits, the
// number is scaled first; a subnormal result is then rounded twice (0.72 units).
#pragma once

#include <algorithm>

#include "backends/cpu/kernels/complex_lanes.h"
#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/value_loops.h"
#include "backends/cpu/vector_math/power.h"

namespace numen::cpu::NUMEN_ISA {

// The real and the imaginary parts of lanes_f64 numbers that lie one behind the other; with AVX2 in
// the order that two instructions leave them in, which in_order undoes in results.
struct Parts {
    vm::F64 real, imag;
};

NUMEN_INLINE Parts separate(vm::F64 a, vm::F64 b) {
#if defined(__AVX512F__)
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
#elif defined(__AVX2__)
    return {_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)};
#else
    return {__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)};
#endif
}
template <class V> NUMEN_INLINE V in_order(V result) {
#if NUMEN_AVX2_ALONE
    const auto quarters = reinterpret_cast<__m256d>(result);
    return reinterpret_cast<V>(_mm256_permute4x64_pd(quarters, 0b11'01'10'00));
#else
    return result;
#endif
}
NUMEN_INLINE Parts load_parts(const Pair<double>* from) {
    const auto* parts = parts_of(from);
    return separate(vm::load<double>(parts), vm::load<double>(parts + vm::lanes_f64));
}

// large^2 + small^2 as a sum and what its rounding left out, for 0 <= small <= large.
template <class V> struct SquareSum {
    V sum, rest;
};
#if defined(NUMEN_NATIVE_FLOAT)
template <class V> NUMEN_INLINE SquareSum<V> square_sum(V large, V small) {
    const V square = large * large, other = small * small;
    const V sum = square + other;
    const V low = vm::multiply_add(large, large, -square) + vm::multiply_add(small, small, -other);
    return {sum, (other - (sum - square)) + low};
}
#endif

#if NUMEN_AVX2_ALONE
// 1/(2 root) to 0.2 %, root being that of x: what corrects a rounded root, cheaper than a division
// and, unlike the estimate of an instruction, of the same bits on every processor. Of 0 it gives a
// finite number.
NUMEN_INLINE vm::F64 rough_half_inverse(vm::F64 root, vm::F64 x) {
    const vm::U64 half = reinterpret_cast<vm::U64>(x) >> 1;
    const vm::I64 start = INT64_C(0x5fd6eb50c7b537a9) - reinterpret_cast<vm::I64>(half);
    const vm::F64 first = vm::from_bits(start);
    return first * vm::multiply_add(-(root + root), first, 2.0);
}
NUMEN_INLINE vm::F32 rough_half_inverse(vm::F32 root, vm::F32 x) {
    const vm::F32 first = vm::from_bits(0x5eb75a86 - (vm::bits(x) >> 1));
    return first * vm::multiply_add(-(root + root), first, 2.0f);
}
NUMEN_INLINE vm::F64 instruction_root(vm::F64 x) { return vm::square_root(x); }
NUMEN_INLINE vm::F32 instruction_root(vm::F32 x) { return _mm256_sqrt_ps(x); }

template <class V> NUMEN_INLINE V root_of(SquareSum<V> squares) {
    const auto [sum, rest] = squares;
    const V root = instruction_root(sum);
    const V lacking = vm::multiply_add(-root, root, sum) + rest;
    return vm::multiply_add(lacking, rough_half_inverse(root, sum), root);
}
#endif

// The root of large^2 + small^2, for 0 <= small <= large of 2^-400 to 2^500 (or zeros).
NUMEN_INLINE vm::F64 length(vm::F64 large, vm::F64 small) {
    using namespace vm;
#if defined(__AVX512F__)
    const auto [sum, rest] = square_sum(large, small);
    const __m512i size = reinterpret_cast<__m512i>(large);
    const F64 inverse = _mm512_maskz_rsqrt14_pd(_mm512_test_epi64_mask(size, size), sum);
    const F64 half = 0.5 * inverse, first = sum * inverse;
    const F64 root = multiply_add(multiply_add(-first, first, sum), half, first);
    const F64 refined = multiply_add(half, multiply_add(-root, inverse, 1.0), half);
    return multiply_add(multiply_add(-root, root, sum) + rest, refined, root);
#elif defined(__AVX2__)
    return root_of(square_sum(large, small));
#else
    return vector_length(large, small);
#endif
}

// Sizes, as integers: they compare so without a flag for NaN, which is larger than all numbers.
struct Sizes {
    vm::I64 large, small;
};
NUMEN_INLINE Sizes sizes_of(Parts z) {
    const vm::I64 a = vm::bits(z.real) & INT64_MAX, b = vm::bits(z.imag) & INT64_MAX;
    return {a > b ? a : b, a > b ? b : a};
}
NUMEN_INLINE vm::F64 with_infinities(Sizes sizes, vm::F64 result) {
    using namespace vm;
    const I64 infinite = bits(broadcast(INFINITY));
    result = sizes.large > infinite ? broadcast(NAN) : result;
    return (sizes.large == infinite) | (sizes.small == infinite) ? broadcast(INFINITY) : result;
}

// Lanes of sizes from 1 to below `least`: less by 1, with the other sign, 0 is the largest of all.
NUMEN_INLINE vm::I64 are_below(vm::I64 sizes, double least) {
    const vm::I64 limit = (vm::bits(vm::broadcast(least)) - 1) ^ INT64_MIN;
    return reinterpret_cast<vm::I64>(reinterpret_cast<vm::U64>(sizes) + INT64_MAX) < limit;
}
// Lanes of sizes whose squares overflow or lose digits; those of zero do not.
NUMEN_INLINE vm::I64 have_no_squares(Sizes sizes) {
    using namespace vm;
    const auto [large, small] = sizes;
    return (large > bits(broadcast(0x1p500))) | are_below(large, 0x1p-400) |
           are_below(small, 0x1p-400);
}
// Lanes of numbers that are scaled before they are squared, their small part left out where it is
// not seen; those of the others mean nothing.
NUMEN_INLINE vm::F64 scaled_magnitudes(Sizes sizes, vm::I64 is_scaled) {
    using namespace vm;
    constexpr std::int64_t unseen = INT64_C(60) << 52;
    const auto [large, small] = sizes;
    const I64 one = bits(broadcast(1.0));
    const I64 high = large > bits(broadcast(0x1p300)), low = large < bits(broadcast(0x1p-300));
    const F64 up = broadcast(0x1p600), down = broadcast(0x1p-600), same = broadcast(1.0);
    const F64 first = from_bits(is_scaled ? large : one);
    const F64 second = from_bits(is_scaled & (small >= large - unseen) & small);
    const F64 factor = high ? down : low ? up : same, back = high ? up : low ? down : same;
    return length(first * factor, second * factor) * back;
}
[[gnu::noinline, gnu::cold]] static vm::F64 careful_magnitudes(Sizes sizes) {
    using namespace vm;
    const auto [large, small] = sizes;
    const I64 is_quick = ~have_no_squares(sizes), one = bits(broadcast(1.0));
    const I64 is_scaled = ~is_quick & (large < bits(broadcast(INFINITY)));
    const F64 quick = length(from_bits(is_quick ? large : one), from_bits(is_quick & small));
    if (!any(is_scaled)) return with_infinities(sizes, quick);
    const F64 scaled = scaled_magnitudes(sizes, is_scaled);
    return with_infinities(sizes, is_quick ? quick : scaled);
}
NUMEN_INLINE vm::F64 magnitudes(Parts z) {
    const Sizes sizes = sizes_of(z);
    if (vm::any(have_no_squares(sizes))) [[unlikely]] return careful_magnitudes(sizes);
    return length(vm::from_bits(sizes.large), vm::from_bits(sizes.small));
}

// Numbers of a group. An element gives the same bits wherever it stands.
template <class T> constexpr int magnitude_lanes = vm::lanes_f64;

NUMEN_INLINE void group_magnitudes(const Pair<double>* in, double* out) {
    vm::store<double>(out, in_order(magnitudes(load_parts(in))));
}

#if defined(NUMEN_NATIVE_FLOAT)
template <> constexpr int magnitude_lanes<float> = vm::lanes_f32;

// In float32, with the squares and their sum as pairs. Lanes of the mask have no right result:
// squares of 2^-50 to 2^62, low parts included, keep all digits; so do those of zero.
#if defined(__AVX512F__)
using OtherLanes = __mmask16;

NUMEN_INLINE OtherLanes short_magnitudes(vm::F32 real, vm::F32 imag, vm::F32& result) {
    using namespace vm;
    const __m512i a = reinterpret_cast<__m512i>(absolute(real));
    const __m512i b = reinterpret_cast<__m512i>(absolute(imag));
    const __m512i most = _mm512_maskz_max_epi32(0xffff, a, b);
    const __m512i least = _mm512_maskz_min_epi32(0xffff, a, b);
    const auto [sum, rest] = square_sum(reinterpret_cast<F32>(most), reinterpret_cast<F32>(least));
    const __mmask16 nonzero = _mm512_test_epi32_mask(most, most);
    const F32 inverse = _mm512_maskz_rsqrt14_ps(nonzero, sum);
    const F32 first = sum * inverse;
    result = multiply_add(multiply_add(-first, first, sum) + rest, 0.5f * inverse, first);
    const __m512i low_end = reinterpret_cast<__m512i>(broadcast_float(0x1p-50f));
    const __m512i high_end = reinterpret_cast<__m512i>(broadcast_float(0x1p62f));
    const __mmask16 tiny = (_mm512_cmplt_epi32_mask(most, low_end) & nonzero) |
                           (_mm512_cmplt_epi32_mask(least, low_end) &
                            _mm512_test_epi32_mask(least, least));
    return _mm512_cmpgt_epi32_mask(most, high_end) | tiny;
}
NUMEN_INLINE bool are_any(OtherLanes lanes) { return lanes != 0; }
NUMEN_INLINE vm::F32 choose(OtherLanes lanes, vm::F32 a, vm::F32 b) {
    return _mm512_mask_blend_ps(lanes, b, a);
}
NUMEN_INLINE vm::F32 even_lanes(vm::F32 a, vm::F32 b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
NUMEN_INLINE vm::F32 odd_lanes(vm::F32 a, vm::F32 b) {
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
#else
using OtherLanes = vm::I32;
using U32 [[gnu::vector_size(vm::vector_bytes)]] = std::uint32_t;

NUMEN_INLINE OtherLanes short_magnitudes(vm::F32 real, vm::F32 imag, vm::F32& result) {
    using namespace vm;
    const I32 a = bits(absolute(real)), b = bits(absolute(imag));
    const I32 large = a > b ? a : b, small = a > b ? b : a;
    result = root_of(square_sum(from_bits(large), from_bits(small)));
    const auto are_below = [](I32 sizes) {  // as those of float64
        const I32 limit = (bits(broadcast_float(0x1p-50f)) - 1) ^ INT32_MIN;
        return reinterpret_cast<I32>(reinterpret_cast<U32>(sizes) + INT32_MAX) < limit;
    };
    return (large > bits(broadcast_float(0x1p62f))) | are_below(large) | are_below(small);
}
NUMEN_INLINE bool are_any(OtherLanes lanes) { return vm::any(lanes); }
NUMEN_INLINE vm::F32 choose(OtherLanes lanes, vm::F32 a, vm::F32 b) { return lanes ? a : b; }
NUMEN_INLINE vm::F32 even_lanes(vm::F32 a, vm::F32 b) {
    return _mm256_shuffle_ps(a, b, 0b10'00'10'00);
}
NUMEN_INLINE vm::F32 odd_lanes(vm::F32 a, vm::F32 b) {
    return _mm256_shuffle_ps(a, b, 0b11'01'11'01);
}
#endif

// Lanes that are scaled first, infinite or NaN.
[[gnu::noinline, gnu::cold]] static vm::F32 careful_magnitudes(vm::F32 real, vm::F32 imag) {
    using namespace vm;
    constexpr std::int32_t infinite = 0x7f800000, unseen = 30 << 23;
    const I32 a = bits(absolute(real)), b = bits(absolute(imag));
    const I32 large = a > b ? a : b, small = a > b ? b : a;
    const I32 high = large > bits(broadcast_float(0x1p60f));
    const I32 low = large < bits(broadcast_float(0x1p-20f));
    const I32 lowest = large < bits(broadcast_float(0x1p-50f));
    const auto by_size = [&](float down, float up, float further) {
        const F32 of_low = lowest ? broadcast_float(further) : broadcast_float(up);
        return high ? broadcast_float(down) : low ? of_low : broadcast_float(1);
    };
    const F32 factor = by_size(0x1p-70f, 0x1p70f, 0x1p100f);
    const F32 back = by_size(0x1p70f, 0x1p-70f, 0x1p-100f);
    const I32 is_number = large < infinite;
    const I32 seen = is_number & (small >= large - unseen) & small;
    F32 result;
    short_magnitudes(from_bits(is_number & large) * factor, from_bits(seen) * factor, result);
    result = large > infinite ? broadcast_float(NAN) : result * back;
    return (large == infinite) | (small == infinite) ? broadcast_float(INFINITY) : result;
}

NUMEN_INLINE void group_magnitudes(const Pair<float>* in, float* out) {
    const auto* parts = parts_of(in);
    const vm::F32 first = vm::load<float>(parts), second = vm::load<float>(parts + vm::lanes_f32);
    const vm::F32 real = even_lanes(first, second), imag = odd_lanes(first, second);
    vm::F32 result;
    const OtherLanes others = short_magnitudes(real, imag, result);
    if (are_any(others)) [[unlikely]]
        result = choose(others, careful_magnitudes(real, imag), result);
    vm::store<float>(out, in_order(result));
}
#else
// In float64.
NUMEN_INLINE void group_magnitudes(const Pair<float>* in, float* out) {
    using namespace vm;
    using Floats [[gnu::vector_size(vector_bytes / 2)]] = float;
    F32 both;
    std::memcpy(&both, in, sizeof both);
    const Parts z = separate(low_half(both), high_half(both));
    const F64 square = absolute(z.real * z.real + z.imag * z.imag);  // NaN has a sign too
    const I64 is_number = bits(square) < bits(broadcast(INFINITY)), is_zero = bits(square) == 0;
    const F64 root = root_estimate(is_zero | ~is_number ? broadcast(1.0) : square);
    const F64 result = is_number ? is_zero ? F64{} : root : with_infinities(sizes_of(z), root);
    const auto rounded = __builtin_convertvector(result, Floats);
    std::memcpy(out, &rounded, sizeof rounded);
}
#endif

// Numbers in a row.
template <class T>
void packed_magnitudes(const Pair<T>* in, T* out, std::int64_t count) {
    constexpr std::int64_t lanes = magnitude_lanes<T>;
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) group_magnitudes(in + i, out + i);
    if (i == count) return;
    Pair<T> last[lanes];
    T results[lanes];
    for (std::int64_t k = 0; k < lanes; ++k) last[k] = in[std::min(i + k, count - 1)];
    group_magnitudes(last, results);
    std::copy_n(results, count - i, out + i);
}

// Numbers that lie apart are packed in blocks: a group of them, read at once, would wait for its
// parts to be written.
template <class T>
Status magnitude_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[0] == sizeof(Pair<T>) && steps[1] == sizeof(T)) {
        packed_magnitudes(reinterpret_cast<const Pair<T>*>(data[0]), reinterpret_cast<T*>(data[1]),
                          count);
        return status_ok;
    }
    constexpr std::int64_t block = 128;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t length = std::min(block, count - begin);
        Pair<T> in[block];
        T out[block];
        const auto* from = packed_input(data[0] + begin * steps[0], steps[0], in, length);
        packed_magnitudes(from, out, length);
        write_block(data[1] + begin * steps[1], steps[1], out, length);
    }
    return status_ok;
}

}  // namespace numen::cpu::NUMEN_ISA
