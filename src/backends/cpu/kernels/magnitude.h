// Magnitudes of packed complex numbers, a vector at a time, within 0.52 units in the last place.
//
// Squares of float64 parts are summed as pairs of float64, squares of float32 parts as float64 or,
// with AVX-512, as pairs of float32 (0.58 units).
// Where a part of float64 lies outside the range in which no square overflows or loses digits, the
// number is scaled first; a subnormal result is then rounded twice (0.72 units).
#pragma once

#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/value_loops.h"
#include "backends/cpu/vector_math/power.h"

namespace numen::cpu::NUMEN_ISA {

// The real and the imaginary parts of lanes_f64 numbers that lie one behind the other.
struct Parts {
    vm::F64 real, imag;
};

NUMEN_INLINE Parts separate(vm::F64 a, vm::F64 b) {
#if defined(__AVX512F__)
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
#elif defined(__AVX2__)
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)};
#else
    return {__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)};
#endif
}
NUMEN_INLINE Parts load_parts(const Pair<double>* from) {
    vm::F64 halves[2];
    std::memcpy(halves, from, sizeof halves);
    return separate(halves[0], halves[1]);
}
NUMEN_INLINE Parts load_parts(const Pair<float>* from) {
    vm::F32 both;
    std::memcpy(&both, from, sizeof both);
    return separate(vm::low_half(both), vm::high_half(both));
}

// The root of large^2 + small^2, for 0 <= small <= large of 2^-400 to 2^500 (or zeros).
NUMEN_INLINE vm::F64 length(vm::F64 large, vm::F64 small) {
    using namespace vm;
#if defined(__AVX512F__)
    const F64 square = large * large, other = small * small;
    const F64 sum = square + other;
    const F64 low = multiply_add(large, large, -square) + multiply_add(small, small, -other);
    const F64 rest = (other - (sum - square)) + low;
    const __m512i size = reinterpret_cast<__m512i>(large);
    const F64 inverse = _mm512_maskz_rsqrt14_pd(_mm512_test_epi64_mask(size, size), sum);
    const F64 half = 0.5 * inverse, first = sum * inverse;
    const F64 root = multiply_add(multiply_add(-first, first, sum), half, first);
    const F64 refined = multiply_add(half, multiply_add(-root, inverse, 1.0), half);
    return multiply_add(multiply_add(-root, root, sum) + rest, refined, root);
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

// Squares of other sizes overflow or lose digits; those of zero do not.
NUMEN_INLINE vm::I64 have_squares(Sizes sizes) {
    using namespace vm;
    const auto [large, small] = sizes;
    const I64 least = bits(broadcast(0x1p-400)), most = bits(broadcast(0x1p500));
    return ~((large > most) | ((large < least) & (large != 0)) | ((small < least) & (small != 0)));
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
    const I64 is_quick = have_squares(sizes), one = bits(broadcast(1.0));
    const I64 is_scaled = ~is_quick & (large < bits(broadcast(INFINITY)));
    const F64 quick = length(from_bits(is_quick ? large : one), from_bits(is_quick & small));
    if (!any(is_scaled)) return with_infinities(sizes, quick);
    const F64 scaled = scaled_magnitudes(sizes, is_scaled);
    return with_infinities(sizes, is_quick ? quick : scaled);
}
NUMEN_INLINE vm::F64 magnitudes(Parts z, double) {
    const Sizes sizes = sizes_of(z);
    if (vm::any(~have_squares(sizes))) [[unlikely]] return careful_magnitudes(sizes);
    return length(vm::from_bits(sizes.large), vm::from_bits(sizes.small));
}
NUMEN_INLINE vm::F64 magnitudes(Parts z, float) {
    using namespace vm;
    const F64 square = absolute(z.real * z.real + z.imag * z.imag);  // NaN has a sign too
    const I64 is_number = bits(square) < bits(broadcast(INFINITY)), is_zero = bits(square) == 0;
    const F64 root = root_estimate(is_zero | ~is_number ? broadcast(1.0) : square);
    return is_number ? is_zero ? F64{} : root : with_infinities(sizes_of(z), root);
}

NUMEN_INLINE void store_magnitudes(double* to, vm::F64 values) { vm::store<double>(to, values); }
NUMEN_INLINE void store_magnitudes(float* to, vm::F64 values) {
    using Floats [[gnu::vector_size(vm::vector_bytes / 2)]] = float;
    const auto rounded = __builtin_convertvector(values, Floats);
    std::memcpy(to, &rounded, sizeof rounded);
}

// Numbers of a group. An element gives the same bits wherever it stands.
template <class T> constexpr int magnitude_lanes = vm::lanes_f64;

template <class T> NUMEN_INLINE void group_magnitudes(const Pair<T>* in, T* out) {
    store_magnitudes(out, magnitudes(load_parts(in), T{}));
}

#if defined(__AVX512F__)
template <> constexpr int magnitude_lanes<float> = vm::lanes_f32;

// In float32, with the squares and their sum as pairs. Lanes of the mask have a right result.
NUMEN_INLINE __mmask16 short_magnitudes(vm::F32 real, vm::F32 imag, vm::F32& result) {
    using namespace vm;
    const __m512i a = reinterpret_cast<__m512i>(absolute(real));
    const __m512i b = reinterpret_cast<__m512i>(absolute(imag));
    const __m512i most = _mm512_maskz_max_epi32(0xffff, a, b);
    const __m512i least = _mm512_maskz_min_epi32(0xffff, a, b);
    const F32 large = reinterpret_cast<F32>(most), small = reinterpret_cast<F32>(least);
    const F32 square = large * large, other = small * small;
    const F32 sum = square + other;
    const F32 low = multiply_add(large, large, -square) + multiply_add(small, small, -other);
    const F32 rest = (other - (sum - square)) + low;
    const __mmask16 nonzero = _mm512_test_epi32_mask(most, most);
    const F32 inverse = _mm512_maskz_rsqrt14_ps(nonzero, sum);
    const F32 first = sum * inverse;
    result = multiply_add(multiply_add(-first, first, sum) + rest, 0.5f * inverse, first);
    // Squares of 2^-50 to 2^62, low parts included, keep all digits; so do those of zero.
    const __m512i low_end = reinterpret_cast<__m512i>(broadcast_float(0x1p-50f));
    const __m512i high_end = reinterpret_cast<__m512i>(broadcast_float(0x1p62f));
    const __mmask16 tiny = (_mm512_cmplt_epi32_mask(most, low_end) & nonzero) |
                           (_mm512_cmplt_epi32_mask(least, low_end) &
                            _mm512_test_epi32_mask(least, least));
    return _mm512_cmple_epi32_mask(most, high_end) & ~tiny;
}

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
    vm::F32 halves[2], result;
    std::memcpy(halves, in, sizeof halves);
    const vm::F32 real = __builtin_shufflevector(halves[0], halves[1], 0, 2, 4, 6, 8, 10, 12, 14,
                                                 16, 18, 20, 22, 24, 26, 28, 30);
    const vm::F32 imag = __builtin_shufflevector(halves[0], halves[1], 1, 3, 5, 7, 9, 11, 13, 15,
                                                 17, 19, 21, 23, 25, 27, 29, 31);
    const __mmask16 right = short_magnitudes(real, imag, result);
    if (right == 0xffff) [[likely]] {
        std::memcpy(out, &result, sizeof result);
        return;
    }
    result = _mm512_mask_blend_ps(right, careful_magnitudes(real, imag), result);
    std::memcpy(out, &result, sizeof result);
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
