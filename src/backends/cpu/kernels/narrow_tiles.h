// Small products by tiles, whatever the order.
//
// Rows shorter than a register of AVX-512 fill a part of one, of which a mask leaves the rest alone
// (it raises no flags either); other instruction sets have shorter registers.
#pragma once

#include "backends/cpu/kernels/register_tiles.h"

#if defined(__AVX512F__)
#include <immintrin.h>

namespace numen::cpu::NUMEN_ISA {
namespace {

// A row of fewer elements than a register's.
template <class T> struct NarrowRow;
template <> struct NarrowRow<double> {
    using Vector = __m512d;
    using Mask = __mmask8;
    static Vector load(Mask mask, const char* from) { return _mm512_maskz_loadu_pd(mask, from); }
    static void store(char* to, Mask mask, Vector row) { _mm512_mask_storeu_pd(to, mask, row); }
    static Vector multiply_add(double a, Vector b, Vector c, Mask mask) {
        return _mm512_mask3_fmadd_pd(_mm512_set1_pd(a), b, c, mask);
    }
};
template <> struct NarrowRow<float> {
    using Vector = __m512;
    using Mask = __mmask16;
    static Vector load(Mask mask, const char* from) { return _mm512_maskz_loadu_ps(mask, from); }
    static void store(char* to, Mask mask, Vector row) { _mm512_mask_storeu_ps(to, mask, row); }
    static Vector multiply_add(float a, Vector b, Vector c, Mask mask) {
        return _mm512_mask3_fmadd_ps(_mm512_set1_ps(a), b, c, mask);
    }
};

constexpr std::int64_t most_narrow_rows = 16;

template <class T, std::int64_t rows>
void multiply_narrow_tile(const Product& p, Tile& tile) {
    using Row = NarrowRow<T>;
    const auto mask = static_cast<typename Row::Mask>((1 << p.n) - 1);
    typename Row::Vector sum[rows] = {};
    const char *a = tile.a, *b = tile.b;
    Ahead ahead = tile.ahead;
    for (std::int64_t i = p.k; i > 0; --i, a += p.a_column, b += p.b_row) {
        ahead.fetch();
        const typename Row::Vector line = Row::load(mask, b);
#pragma GCC unroll 16
        for (std::int64_t r = 0; r < rows; ++r) {
            sum[r] = Row::multiply_add(load<T>(a + r * p.a_row), line, sum[r], mask);
        }
    }
    tile.ahead = ahead;
    char* c = tile.c;
#pragma GCC unroll 16
    for (std::int64_t r = 0; r < rows; ++r, c += p.c_row) Row::store(c, mask, sum[r]);
}

template <class T> struct NarrowTiles {
    static constexpr std::int64_t size = sizeof(T), width = vector_bytes / size;
    static constexpr std::int64_t most_rows = most_narrow_rows, most_vectors = 1;
    template <std::size_t... at> static constexpr auto loops(std::index_sequence<at...>) {
        return std::array<TileLoop, sizeof...(at)>{multiply_narrow_tile<T, at + 1>...};
    }
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
#endif

namespace numen::cpu::NUMEN_ISA {
namespace {

// False if the products are of another kind.
template <class T> bool tiled_products(const ProductBatch& batch) {
    constexpr std::int64_t size = sizeof(T), width = vector_bytes / size;
    const Product& p = batch.first;
    if (p.m == 1 || p.n == 1 || p.b_column != size || p.c_column != size) return false;
    if (p.n >= width) {
        multiply_by_tiles<WideTiles<T, width>>(batch);
        return true;
    }
#if defined(__AVX512F__)
    multiply_by_tiles<NarrowTiles<T>>(batch);
    return true;
#else
    constexpr std::int64_t half = width / 2;
    if constexpr (half > 1) {
        if (p.n < half) return false;
        multiply_by_tiles<WideTiles<T, half>>(batch);
        return true;
    }
    return false;
#endif
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
