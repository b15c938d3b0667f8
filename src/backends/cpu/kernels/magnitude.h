// Magnitudes of packed complex numbers, a vector at a time, within 0.52 units in the last place.
//
// Squares of float64 parts are summed as pairs of float64, squares of float32 parts as float64 or,
// with AVX-512, as pairs of float32 (0.58 units).
// Where a part lies outside the range in which no square overflows or loses digits, the numbers of
// that group are computed one by one (0.76 units, the C library's), so that no flag but inexact can
// rise that they do not earn.
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

// False if some number needs the careful way; a part that is zero needs none. Sizes compare as
// integers, which raises no flag for NaN (larger than all numbers).
NUMEN_INLINE bool magnitudes(Parts z, vm::F64& result, double) {
    using namespace vm;
    const I64 a = bits(z.real) & INT64_MAX, b = bits(z.imag) & INT64_MAX;
    const I64 large = a > b ? a : b, small = a > b ? b : a;
    const I64 least = bits(broadcast(0x1p-400)), most = bits(broadcast(0x1p500));
    if (any((large > most) | ((large < least) & (large != 0)) |
            ((small < least) & (small != 0)))) {
        return false;
    }
    result = length(from_bits(large), from_bits(small));
    return true;
}
NUMEN_INLINE bool magnitudes(Parts z, vm::F64& result, float) {
    using namespace vm;
    const F64 square = absolute(z.real * z.real + z.imag * z.imag);  // NaN has a sign too
    if (any(bits(square) >= bits(broadcast(INFINITY)))) return false;
    const I64 zero = bits(square) == 0;
    const F64 root = root_estimate(zero ? broadcast(1.0) : square);
    result = zero ? F64{} : root;
    return true;
}

NUMEN_INLINE void store_magnitudes(double* to, vm::F64 values) { vm::store<double>(to, values); }
NUMEN_INLINE void store_magnitudes(float* to, vm::F64 values) {
    using Floats [[gnu::vector_size(vm::vector_bytes / 2)]] = float;
    const auto rounded = __builtin_convertvector(values, Floats);
    std::memcpy(to, &rounded, sizeof rounded);
}

template <class T> [[gnu::noinline, gnu::cold]] T single_magnitude(Pair<T> z) {
    Pair<T> same[vm::lanes_f64];
    for (Pair<T>& each : same) each = z;
    vm::F64 result;
    if (!magnitudes(load_parts(same), result, T{})) return formulas::magnitude(z);
    return static_cast<T>(result[0]);
}

// Numbers of a group. An element gives the same bits wherever it stands.
template <class T> constexpr int magnitude_lanes = vm::lanes_f64;

template <class T> NUMEN_INLINE void group_magnitudes(const Pair<T>* in, T* out) {
    vm::F64 result;
    if (magnitudes(load_parts(in), result, T{})) [[likely]] return store_magnitudes(out, result);
    for (int i = 0; i < vm::lanes_f64; ++i) out[i] = single_magnitude(in[i]);
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
    for (int i = 0; i < vm::lanes_f32; ++i) {
        out[i] = right >> i & 1 ? result[i] : single_magnitude(in[i]);
    }
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
