// Small products by tiles of the result that stay in registers while k runs.
//
// Rows and vectors are distributed evenly, so that a tile is as large as the registers allow; the
// last of each reach back over the ones before where the order is no multiple: those elements are
// made twice, from the same numbers in the same order, and nothing is masked or left over.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "backends/cpu/kernels/fetching.h"
#include "backends/cpu/kernels/product_element.h"
#include "backends/cpu/matrix_product.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// AVX-512 has 32 registers, its predecessors 16.
constexpr std::int64_t most_tile_rows = vector_bytes == 64 ? 8 : 4;
constexpr std::int64_t most_tile_vectors = vector_bytes == 64 ? 3 : 2;

// What is to be multiplied next and is fetched meanwhile, some bytes in every turn of k (products
// of order 64 from and to memory: two thirds of the time).
struct Ahead {
    const char *a, *b;
    std::int64_t a_step, b_step;
    [[gnu::always_inline]] void fetch() {
        __builtin_prefetch(a);
        __builtin_prefetch(b);
        a += a_step;
        b += b_step;
    }
};

// A tile's first elements; its steps are the product's. `last`: where the last vector of a row
// begins, in bytes.
struct Tile {
    char* c;
    const char *a, *b;
    std::int64_t last;
    Ahead ahead;
};

template <class T, std::int64_t width, std::int64_t rows, std::int64_t vectors>
void multiply_tile(const Product& p, Tile& tile) {
    using Vector = typename Register<T, width>::type;
    Vector sum[rows][vectors] = {};
    const char *a = tile.a, *b = tile.b;
    const std::int64_t last = tile.last, a_row = p.a_row, a_column = p.a_column, b_row = p.b_row;
    Ahead ahead = tile.ahead;
    for (std::int64_t i = p.k; i > 0; --i, a += a_column, b += b_row) {
        ahead.fetch();
        Vector line[vectors];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < vectors; ++j) {
            const std::int64_t at = j + 1 == vectors ? last : j * std::int64_t{sizeof(Vector)};
            __builtin_memcpy(&line[j], b + at, sizeof(Vector));
        }
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < rows; ++r) {
            const Vector factor = Register<T, width>::spread(load<T>(a + r * a_row));
#pragma GCC unroll 8
            for (std::int64_t j = 0; j < vectors; ++j) {
                sum[r][j] = multiply_add(factor, line[j], sum[r][j]);
            }
        }
    }
    tile.ahead = ahead;
    char* c = tile.c;
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < rows; ++r, c += p.c_row) {
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < vectors; ++j) {
            const std::int64_t at = j + 1 == vectors ? last : j * std::int64_t{sizeof(Vector)};
            __builtin_memcpy(c + at, &sum[r][j], sizeof(Vector));
        }
    }
}

using TileLoop = void (*)(const Product& p, Tile& tile);

// The loops over vectors of so many elements: for `vectors` of `rows` rows at
// [(vectors - 1) * most_rows + rows - 1].
template <class T, std::int64_t width_> struct WideTiles {
    static constexpr std::int64_t size = sizeof(T), width = width_;
    static constexpr std::int64_t most_rows = most_tile_rows, most_vectors = most_tile_vectors;
    template <std::size_t... at> static constexpr auto loops(std::index_sequence<at...>) {
        return std::array<TileLoop, sizeof...(at)>{
            multiply_tile<T, width, at % most_rows + 1, at / most_rows + 1>...};
    }
};

// How `count` is divided into parts of at most `most`: larger ones first.
struct Shares {
    std::int64_t parts, larger, size;
    Shares(std::int64_t count, std::int64_t most)
        : parts((count + most - 1) / most), larger(count % parts == 0 ? parts : count % parts),
          size((count + parts - 1) / parts) {}
    std::int64_t size_of(std::int64_t part) const { return part < larger ? size : size - 1; }
};

// How products of one shape are cut into tiles. The columns of b and c lie side by side.
template <class Tiles> class Tiling {
  public:
    explicit Tiling(const Product& p)
        : rows_(p.m, Tiles::most_rows),
          vectors_((p.n + Tiles::width - 1) / Tiles::width, Tiles::most_vectors) {
        const std::int64_t tiles = rows_.parts * vectors_.parts;
        a_step_ = p.m * Tiles::size / tiles;
        b_step_ = p.n * Tiles::size / tiles;
    }

    // `a` and `b` are fetched ahead.
    void multiply(const Product& p, const char* a, const char* b) const {
        Tile tile{p.c, p.a, p.b, 0, {a, b, a_step_, b_step_}};
        std::int64_t column = 0;
        for (std::int64_t part = 0; part < vectors_.parts; ++part) {
            const std::int64_t vectors = vectors_.size_of(part);
            const std::int64_t end = std::min(column + vectors * Tiles::width, p.n);
            tile.b = p.b + column * Tiles::size;
            tile.last = (end - Tiles::width - column) * Tiles::size;
            multiply_strip(p, tile, column * Tiles::size, loop_of(vectors));
            column = end;
        }
    }

  private:
    static constexpr auto loops = Tiles::loops(
        std::make_index_sequence<static_cast<std::size_t>(Tiles::most_rows *
                                                          Tiles::most_vectors)>());

    TileLoop loop_of(std::int64_t vectors) const {
        return loops[static_cast<std::size_t>((vectors - 1) * Tiles::most_rows + rows_.size - 1)];
    }

    void multiply_strip(const Product& p, Tile& tile, std::int64_t column, TileLoop loop) const {
        for (std::int64_t part = 0; part < rows_.parts; ++part) {
            const std::int64_t row = std::min(part * rows_.size, p.m - rows_.size);
            tile.c = p.c + row * p.c_row + column;
            tile.a = p.a + row * p.a_row;
            loop(p, tile);
        }
    }

    Shares rows_, vectors_;
    std::int64_t a_step_, b_step_;
};

template <class Tiles> void multiply_by_tiles(const ProductBatch& batch) {
    const Tiling<Tiles> tiling(batch.first);
    Product p = batch.first;
    const std::int64_t ahead = matrices_ahead(p.n * p.k * Tiles::size);
    for (std::int64_t i = 0; i < batch.count; ++i) {
        tiling.multiply(p, p.a + ahead * batch.a_step, p.b + ahead * batch.b_step);
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
