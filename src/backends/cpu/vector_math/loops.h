// Loops that apply a vector function to contiguous memory.
//
// The tail is a vector filled up with one of its elements, so that an element gives the same bits
// wherever it stands. Loads and stores need no alignment; `out` may be `in`.
#pragma once

#include <cstdint>
#include <cstring>

#include "backends/cpu/vector_math/floats.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA::vm {

template <class T> struct vector_of;
template <> struct vector_of<double> { using type = F64; };
template <> struct vector_of<float> { using type = F32; };
template <class T> using VectorOf = typename vector_of<T>::type;

template <class T> NUMEN_INLINE VectorOf<T> load(const T* from) {
    VectorOf<T> x;
    std::memcpy(&x, from, sizeof x);
    return x;
}
template <class T> NUMEN_INLINE void store(T* to, VectorOf<T> x) { std::memcpy(to, &x, sizeof x); }

// Elements may be unaligned.
template <class T> NUMEN_INLINE T first_of(const T* from) {
    T x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

// The first `count` elements at `from`, 0 < count <= lanes, the rest of the vector filled with one
// of them; and the way back.
#if defined(__AVX512F__)
NUMEN_INLINE F64 load_part(const double* from, std::int64_t count) {
    const auto mask = static_cast<__mmask8>(_bzhi_u32(0xff, static_cast<unsigned>(count)));
    return _mm512_mask_loadu_pd(broadcast(first_of(from)), mask, from);
}
NUMEN_INLINE F32 load_part(const float* from, std::int64_t count) {
    const auto mask = static_cast<__mmask16>(_bzhi_u32(0xffff, static_cast<unsigned>(count)));
    return _mm512_mask_loadu_ps(broadcast_float(first_of(from)), mask, from);
}
NUMEN_INLINE void store_part(double* to, F64 x, std::int64_t count) {
    const auto mask = static_cast<__mmask8>(_bzhi_u32(0xff, static_cast<unsigned>(count)));
    _mm512_mask_storeu_pd(to, mask, x);
}
NUMEN_INLINE void store_part(float* to, F32 x, std::int64_t count) {
    const auto mask = static_cast<__mmask16>(_bzhi_u32(0xffff, static_cast<unsigned>(count)));
    _mm512_mask_storeu_ps(to, mask, x);
}
#elif defined(__AVX2__)
// All bits set in the first `count` of the lanes.
NUMEN_INLINE __m256i first_lanes_f64(std::int64_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
NUMEN_INLINE __m256i first_lanes_f32(std::int64_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
NUMEN_INLINE F64 load_part(const double* from, std::int64_t count) {
    const __m256i mask = first_lanes_f64(count);
    return _mm256_blendv_pd(broadcast(first_of(from)), _mm256_maskload_pd(from, mask),
                            _mm256_castsi256_pd(mask));
}
NUMEN_INLINE F32 load_part(const float* from, std::int64_t count) {
    const __m256i mask = first_lanes_f32(count);
    return _mm256_blendv_ps(broadcast_float(first_of(from)), _mm256_maskload_ps(from, mask),
                            _mm256_castsi256_ps(mask));
}
NUMEN_INLINE void store_part(double* to, F64 x, std::int64_t count) {
    _mm256_maskstore_pd(to, first_lanes_f64(count), x);
}
NUMEN_INLINE void store_part(float* to, F32 x, std::int64_t count) {
    _mm256_maskstore_ps(to, first_lanes_f32(count), x);
}
#else
template <class T> NUMEN_INLINE VectorOf<T> load_part(const T* from, std::int64_t count) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    alignas(vector_bytes) T buffer[lanes];
    for (T& element : buffer) element = first_of(from);
    std::memcpy(buffer, from, static_cast<std::size_t>(count) * sizeof(T));
    return load<T>(buffer);
}
template <class T> NUMEN_INLINE void store_part(T* to, VectorOf<T> x, std::int64_t count) {
    alignas(vector_bytes) T buffer[vector_bytes / sizeof(T)];
    store<T>(buffer, x);
    std::memcpy(to, buffer, static_cast<std::size_t>(count) * sizeof(T));
}
#endif

// out[i] = function(in[i]); the function takes and returns VectorOf<T> and must be force-inlined.
template <class T, class Function>
NUMEN_INLINE void apply_unary(const T* in, T* out, std::int64_t count, Function function) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    std::int64_t i = 0;
    // Two vectors a turn: the functions are long chains that do not fill the machine alone.
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        const VectorOf<T> first = load<T>(in + i), second = load<T>(in + i + lanes);
        const VectorOf<T> a = function(first), b = function(second);
        store<T>(out + i, a);
        store<T>(out + i + lanes, b);
    }
    for (; i + lanes <= count; i += lanes) store<T>(out + i, function(load<T>(in + i)));
    if (i < count)
        store_part(out + i, function(load_part(in + i, count - i)), count - i);
}

// out[i] = function(a[i], b[i]).
template <class T, class Function>
NUMEN_INLINE void apply_binary(const T* a, const T* b, T* out, std::int64_t count,
                               Function function) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        store<T>(out + i, function(load<T>(a + i), load<T>(b + i)));
    if (i < count) {
        const std::int64_t rest = count - i;
        store_part(out + i, function(load_part(a + i, rest), load_part(b + i, rest)),
                      rest);
    }
}

}  // namespace numen::cpu::NUMEN_ISA::vm
