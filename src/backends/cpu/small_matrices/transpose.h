// Blocks of a vector's elements of each matrix, transposed in registers: v[e] holds element e of
// all matrices of a pack, one in each lane.
//
// The first step, the exchange of halves, is left to the loads and stores: shuffles all wait for
// one port of the processor. The next pack is fetched meanwhile: no processor foresees the order in
// which these blocks are taken (Cholesky of order 8 from and to memory: 45 ns instead of 160).
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "backends/cpu/small_matrices.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA {

using vm::F64;
using vm::I64;
inline constexpr int lanes = vm::lanes_f64;

// Where the matrices of one pack lie. The last pack of a run repeats its last matrix in the lanes
// that are left over: they compute the same, and store it to the same place.
struct Places {
    char* of[lanes];
    std::int64_t ahead;  // bytes to the next pack

    Places(const MatrixRun& run, std::int64_t first, std::int64_t end) : ahead(run.step * lanes) {
        char* place = run.data + first * run.step;
        for (int l = 0; l < lanes; ++l) {
            of[l] = place;
            if (first + l + 1 < end) place += run.step;
        }
    }
};

using Block = F64[lanes];

template <int step> NUMEN_INLINE void exchange(F64& a, F64& b) {
    I64 low, high;
    for (int e = 0; e < lanes; ++e) {
        low[e] = (e & step) != 0 ? lanes + e - step : e;
        high[e] = (e & step) != 0 ? lanes + e : e + step;
    }
    const F64 first = __builtin_shuffle(a, b, low), second = __builtin_shuffle(a, b, high);
    a = first;
    b = second;
}

template <int step> NUMEN_INLINE void exchange_all(Block& v) {
#pragma GCC unroll 8
    for (int i = 0; i < lanes; ++i) {
        if ((i & step) == 0) exchange<step>(v[i], v[i + step]);
    }
}

inline constexpr int half = lanes / 2;

// v[i][j] becomes v[j][i], but for the exchange of halves.
NUMEN_INLINE void exchange_in_halves(Block& v) {
    if constexpr (lanes >= 4) exchange_all<1>(v);
    if constexpr (lanes >= 8) exchange_all<2>(v);
}

template <class T, int count> using Elements [[gnu::vector_size(count * sizeof(T))]] = T;

template <class T> NUMEN_INLINE T load_one(const char* from) {
    T found;
    std::memcpy(&found, from, sizeof found);
    return found;
}

template <class T, int count> NUMEN_INLINE Elements<double, count> load_doubles(const char* from) {
    return __builtin_convertvector((load_one<Elements<T, count>>(from)), Elements<double, count>);
}
template <class T, int count>
NUMEN_INLINE void store_doubles(Elements<double, count> v, char* to) {
    const auto rounded = __builtin_convertvector(v, Elements<T, count>);
    std::memcpy(to, &rounded, sizeof rounded);
}

template <class T, int... e>
NUMEN_INLINE F64 join(const char* low, const char* high, std::integer_sequence<int, e...>) {
    return __builtin_shufflevector((load_doubles<T, half>(low)), (load_doubles<T, half>(high)),
                                   e...);
}
template <class T, int... e>
NUMEN_INLINE void split(F64 v, char* low, char* high, std::integer_sequence<int, e...>) {
    store_doubles<T, half>(__builtin_shufflevector(v, v, e...), low);
    store_doubles<T, half>(__builtin_shufflevector(v, v, (e + half)...), high);
}

// A vector of elements of type T of each matrix, from the byte `offset` on.
template <class T>
NUMEN_INLINE void load_block(const Places& places, std::int64_t offset, Block& v) {
    constexpr std::make_integer_sequence<int, lanes> both{};
#pragma GCC unroll 8
    for (int l = 0; l < half; ++l) {
        const char *one = places.of[l] + offset, *other = places.of[l + half] + offset;
        __builtin_prefetch(one + places.ahead);
        __builtin_prefetch(other + places.ahead);
        v[l] = join<T>(one, other, both);
        v[l + half] = join<T>(one + half * sizeof(T), other + half * sizeof(T), both);
    }
    exchange_in_halves(v);
}
template <class T>
NUMEN_INLINE void store_block(Block& v, const Places& places, std::int64_t offset) {
    constexpr std::make_integer_sequence<int, half> one_half{};
    exchange_in_halves(v);
#pragma GCC unroll 8
    for (int l = 0; l < half; ++l) {
        char *one = places.of[l] + offset, *other = places.of[l + half] + offset;
        __builtin_prefetch(one + places.ahead, 1);
        __builtin_prefetch(other + places.ahead, 1);
        split<T>(v[l], one, other, one_half);
        split<T>(v[l + half], one + half * sizeof(T), other + half * sizeof(T), one_half);
    }
}

// Fewer elements than a vector has: no byte beyond them is touched.
#if defined(__AVX512F__)
NUMEN_INLINE F64 load_few(const double* from, int count) {
    return _mm512_maskz_loadu_pd(static_cast<__mmask8>((1 << count) - 1), from);
}
NUMEN_INLINE F64 load_few(const float* from, int count) {
    const auto mask = static_cast<__mmask8>((1 << count) - 1);
    return _mm512_maskz_cvtps_pd(0xff, _mm256_maskz_loadu_ps(mask, from));
}
NUMEN_INLINE void store_few(F64 v, double* to, int count) {
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1 << count) - 1), v);
}
NUMEN_INLINE void store_few(F64 v, float* to, int count) {
    const auto mask = static_cast<__mmask8>((1 << count) - 1);
    _mm256_mask_storeu_ps(to, mask, _mm512_maskz_cvtpd_ps(0xff, v));
}
#elif defined(__AVX2__)
NUMEN_INLINE __m256i first_of(int count) {
    return reinterpret_cast<__m256i>(I64{0, 1, 2, 3} < I64{} + count);
}
NUMEN_INLINE __m128i first_of_single(int count) {
    return reinterpret_cast<__m128i>(Elements<int, 4>{0, 1, 2, 3} < Elements<int, 4>{} + count);
}
NUMEN_INLINE F64 load_few(const double* from, int count) {
    return _mm256_maskload_pd(from, first_of(count));
}
NUMEN_INLINE F64 load_few(const float* from, int count) {
    return _mm256_cvtps_pd(_mm_maskload_ps(from, first_of_single(count)));
}
NUMEN_INLINE void store_few(F64 v, double* to, int count) {
    _mm256_maskstore_pd(to, first_of(count), v);
}
NUMEN_INLINE void store_few(F64 v, float* to, int count) {
    _mm_maskstore_ps(to, first_of_single(count), _mm256_cvtpd_ps(v));
}
#else
template <class T> NUMEN_INLINE F64 load_few(const T* from, int) {
    return F64{static_cast<double>(load_one<T>(reinterpret_cast<const char*>(from))), 0.0};
}
template <class T> NUMEN_INLINE void store_few(F64 v, T* to, int) {
    const T first = static_cast<T>(v[0]);
    std::memcpy(to, &first, sizeof first);
}
#endif

template <class T>
NUMEN_INLINE void load_short_block(const Places& places, int count, Block& v) {
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) {
        v[l] = load_few(reinterpret_cast<const T*>(places.of[l]), count);
    }
    exchange_in_halves(v);
    exchange_all<half>(v);
}
template <class T>
NUMEN_INLINE void store_short_block(Block& v, const Places& places, int count) {
    exchange_in_halves(v);
    exchange_all<half>(v);
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) store_few(v[l], reinterpret_cast<T*>(places.of[l]), count);
}

}  // namespace numen::cpu::NUMEN_ISA
