// The largest or smallest of packed float32 or float64, and where a value stands, by vectors of
// AVX2 or AVX-512: eight running extremes hide the latency of one. Elements need not be aligned.
#pragma once

#include <bit>
#include <limits>

#include "backends/cpu/kernels/element.h"
#include "backends/cpu/vector_math/loops.h"

#if defined(__AVX2__)
namespace numen::cpu::NUMEN_ISA {

// Bits by lane: where a or b is NaN, and where they are equal.
#if defined(__AVX512F__)
NUMEN_INLINE unsigned unordered_lanes(vm::F64 a, vm::F64 b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_UNORD_Q);
}
NUMEN_INLINE unsigned unordered_lanes(vm::F32 a, vm::F32 b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q);
}
NUMEN_INLINE unsigned equal_lanes(vm::F64 a, vm::F64 b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
NUMEN_INLINE unsigned equal_lanes(vm::F32 a, vm::F32 b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
#else
NUMEN_INLINE unsigned unordered_lanes(vm::F64 a, vm::F64 b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_UNORD_Q)));
}
NUMEN_INLINE unsigned unordered_lanes(vm::F32 a, vm::F32 b) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_UNORD_Q)));
}
NUMEN_INLINE unsigned equal_lanes(vm::F64 a, vm::F64 b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)));
}
NUMEN_INLINE unsigned equal_lanes(vm::F32 a, vm::F32 b) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)));
}
#endif

constexpr int extremum_vectors = 8;
template <class T>
constexpr std::int64_t extremum_group = extremum_vectors * vm::vector_bytes / sizeof(T);

// The extremum of at least one group of elements. False if that cannot be told: some of them is
// NaN or, where NaNs are left out, nothing is better than the worst there is.
template <bool is_max, bool skips_nan, class T>
[[gnu::noinline]] bool float_extremum(const T* data, std::int64_t count, T& extremum) {
    using Vector = vm::VectorOf<T>;
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    const auto better = [](Vector a, Vector b) __attribute__((always_inline)) {
        return is_max ? vm::greater(a, b) : vm::lesser(a, b);
    };
    constexpr T worst = is_max ? -std::numeric_limits<T>::infinity()
                               : std::numeric_limits<T>::infinity();
    Vector best[extremum_vectors];
    unsigned nans = 0;
    for (int k = 0; k < extremum_vectors; ++k) {
        best[k] = vm::load(data + k * lanes);
        if constexpr (skips_nan) {
            best[k] = better(best[k], Vector{} + worst);
        } else {
            nans |= unordered_lanes(best[k], best[k]);
        }
    }
    const auto add_group = [&](const T* at) __attribute__((always_inline)) {
#pragma GCC unroll 8
        for (int k = 0; k < extremum_vectors; k += 2) {
            const Vector a = vm::load(at + k * lanes), b = vm::load(at + (k + 1) * lanes);
            if constexpr (!skips_nan) nans |= unordered_lanes(a, b);
            // The second of the two is taken where one is NaN.
            best[k] = better(a, best[k]);
            best[k + 1] = better(b, best[k + 1]);
        }
    };
    std::int64_t i = extremum_group<T>;
    for (; i + extremum_group<T> <= count; i += extremum_group<T>) add_group(data + i);
    // Elements seen twice do no harm.
    if (i < count) add_group(data + count - extremum_group<T>);
    for (int width = extremum_vectors / 2; width > 0; width /= 2) {
        for (int k = 0; k < width; ++k) best[k] = better(best[k], best[k + width]);
    }
    extremum = best[0][0];
    for (std::int64_t lane = 1; lane < lanes; ++lane) {
        const T other = best[0][lane];
        if (is_max ? other > extremum : other < extremum) extremum = other;
    }
    return skips_nan ? extremum != worst : nans == 0;
}

// The lanes' numbers, changed by a mask of bits: the order that a shuffle takes.
template <class T> NUMEN_INLINE auto lanes_across(int width) {
    decltype(vm::bits(vm::VectorOf<T>{})) order{};
    for (int lane = 0; lane < vm::vector_bytes / static_cast<int>(sizeof(T)); ++lane) {
        order[lane] = lane ^ width;
    }
    return order;
}

// The elements among which short_extremum_position looks: eight vectors, a bit for each element.
template <class T>
constexpr std::int64_t short_extremum_elements =
    extremum_group<T> < 64 ? extremum_group<T> : std::int64_t{64};

// The first position of the extremum among that many elements, of the first NaN if there is one.
template <bool is_max, class T>
NUMEN_INLINE std::int64_t short_extremum_position(const T* data, std::int64_t count) {
    using Vector = vm::VectorOf<T>;
    constexpr int lanes = vm::vector_bytes / static_cast<int>(sizeof(T));
    const auto better = [](Vector a, Vector b) __attribute__((always_inline)) {
        return is_max ? vm::greater(a, b) : vm::lesser(a, b);
    };
    Vector parts[extremum_vectors];
    const int used = static_cast<int>((count + lanes - 1) / lanes);
    Vector best{};
    std::uint64_t nans = 0;
    for (int k = 0; k < used; ++k) {
        const std::int64_t rest = count - k * lanes;
        // A vector is filled up with its first element, which changes no first position.
        parts[k] = rest >= lanes ? vm::load(data + k * lanes)
                                 : vm::load_part(data + k * lanes, rest);
        best = k == 0 ? parts[k] : better(parts[k], best);
        nans |= std::uint64_t{unordered_lanes(parts[k], parts[k])} << (k * lanes);
    }
    if (nans != 0) [[unlikely]] return std::countr_zero(nans);
#pragma GCC unroll 4
    for (int width = lanes / 2; width > 0; width /= 2) {
        best = better(best, __builtin_shuffle(best, lanes_across<T>(width)));
    }
    for (int k = 0;; ++k) {
        const unsigned hits = equal_lanes(parts[k], best);
        if (hits != 0) return k * lanes + std::countr_zero(hits);
    }
}

// The first position of `wanted`, which is not NaN and is there.
template <class T>
[[gnu::noinline]] std::int64_t position_of(const T* data, std::int64_t count, T wanted) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    const vm::VectorOf<T> all = vm::VectorOf<T>{} + wanted;
    std::int64_t i = 0;
    for (; i + 4 * lanes <= count; i += 4 * lanes) {
        unsigned hits = 0;
        for (int k = 0; k < 4; ++k) hits |= equal_lanes(vm::load(data + i + k * lanes), all);
        if (hits != 0) break;
    }
    while (load<T>(reinterpret_cast<const char*>(data + i)) != wanted) ++i;
    return i;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
