// Strips: a few long rows. Products of their rows, triangles applied to them, other combinations.
//
// The accumulators of a tile of rows stay in registers while the columns go by. A row ends with a
// whole vector, so there are no remainders.
#include "backends/cpu/small_matrices/strips.h"

#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// 16 accumulators and the rows beside them fill the 32 registers of AVX-512; others have 16.
constexpr int tile = lanes == 8 ? 4 : 3;
// Columns of a block in vectors: as many sums side by side as hide the latency of one.
constexpr int width = 4;

// Adds the products of R rows from `a` on with C rows from `b` on to g (k wide).
template <int R, int C>
NUMEN_INLINE void gram_tile(const double* a, const double* b, std::int64_t step,
                            std::int64_t columns, double* g, std::int64_t k) {
    F64 sums[R][C] = {};
    for (std::int64_t at = 0; at < columns; at += lanes) {
        F64 right[C];
#pragma GCC unroll 4
        for (int j = 0; j < C; ++j) right[j] = read(b + j * step + at);
#pragma GCC unroll 4
        for (int i = 0; i < R; ++i) {
            const F64 left = read(a + i * step + at);
#pragma GCC unroll 4
            for (int j = 0; j < C; ++j) {
                sums[i][j] = vm::multiply_add(left, right[j], sums[i][j]);
            }
        }
    }
    for (int i = 0; i < R; ++i) {
        for (int j = 0; j < C; ++j) g[i * k + j] += sum_of(sums[i][j]);
    }
}

template <int R>
NUMEN_INLINE void gram_rows(const double* strip, std::int64_t step, std::int64_t columns,
                            double* g, std::int64_t k, std::int64_t row) {
    const double* a = strip + row * step;
    std::int64_t j = 0;
    for (; j + tile <= row + R; j += tile) {
        gram_tile<R, tile>(a, strip + j * step, step, columns, g + row * k + j, k);
    }
    for (; j < row + R; ++j) {
        gram_tile<R, 1>(a, strip + j * step, step, columns, g + row * k + j, k);
    }
}

// Blocks of columns that stay in the first cache while all pairs of rows pass over them.
void gram(const Strip& strip, double* g) {
    const std::int64_t k = strip.rows;
    if (k == 0) return;
    std::fill(g, g + k * k, 0.0);
    const std::int64_t block = std::max<std::int64_t>(2048 / k, 8) * lanes;
    for (std::int64_t first = 0; first < strip.columns; first += block) {
        const std::int64_t columns = std::min(block, strip.columns - first);
        const double* data = strip.data + first;
        std::int64_t row = 0;
        for (; row + tile <= k; row += tile) {
            gram_rows<tile>(data, strip.step, columns, g, k, row);
        }
        for (; row < k; ++row) gram_rows<1>(data, strip.step, columns, g, k, row);
    }
    for (std::int64_t i = 0; i < k; ++i) {
        for (std::int64_t j = i + 1; j < k; ++j) g[i * k + j] = g[j * k + i];
    }
}

// As many vectors from `at` on as W, of all rows in turn.
template <int W>
NUMEN_INLINE void substitute_columns(const Strip& strip, const double* factor, std::int64_t at) {
    for (std::int64_t i = 0; i < strip.rows; ++i) {
        const double* row = factor + i * strip.rows;
        double* here = strip.data + i * strip.step + at;
        F64 rest[W];
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) rest[w] = read(here + w * lanes);
        for (std::int64_t j = 0; j < i; ++j) {
            const F64 weight = vm::broadcast(-row[j]);
            const double* above = strip.data + j * strip.step + at;
#pragma GCC unroll 4
            for (int w = 0; w < W; ++w) {
                rest[w] = vm::multiply_add(weight, read(above + w * lanes), rest[w]);
            }
        }
        const F64 inverse = vm::broadcast(1.0 / row[i]);
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) write(here + w * lanes, rest[w] * inverse);
    }
}

void substitute(const Strip& strip, const double* factor) {
    std::int64_t at = 0;
    for (; at + width * lanes <= strip.columns; at += width * lanes) {
        substitute_columns<width>(strip, factor, at);
    }
    for (; at < strip.columns; at += lanes) substitute_columns<1>(strip, factor, at);
}

// Blocks of as many rows as columns of a matrix whose rows are dense, turned in registers; the last
// of a row, and of the rows, overlap those before.
template <class Turn>
NUMEN_INLINE void for_each_block(std::int64_t count, std::int64_t columns, Turn&& turn) {
    for (std::int64_t first = 0; first < count; first += lanes) {
        const std::int64_t row = std::min(first, count - lanes);
        for (std::int64_t at = 0; at < columns; at += lanes) {
            turn(row, std::min(at, columns - lanes));
        }
    }
}

// Where the rows of a block lie.
NUMEN_INLINE Places rows_of(const MatrixRun& a, std::int64_t row) {
    const MatrixRun rows{a.data, a.row_step, 0, a.column_step, a.dtype};
    return Places(rows, row, row + lanes);
}

template <class T>
void gather_run(const Strip& strip, const MatrixRun& a, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(sizeof(T));
    if (a.column_step == size && strip.rows >= lanes && count >= lanes) {
        return for_each_block(count, strip.rows, [&](std::int64_t row, std::int64_t column)
                                                     __attribute__((always_inline)) {
            Block v;
            load_block<T>(rows_of(a, row), column * size, v);
#pragma GCC unroll 8
            for (int l = 0; l < lanes; ++l) {
                write(strip.data + (column + l) * strip.step + row, v[l]);
            }
        });
    }
    for (std::int64_t j = 0; j < strip.rows; ++j) {
        const char* column = a.data + j * a.column_step;
        double* row = strip.data + j * strip.step;
        std::int64_t i = 0;
        for (; a.row_step == size && i + lanes <= count; i += lanes) {
            write(row + i, load_vector<T>(column + i * size));
        }
        for (; i < count; ++i) {
            row[i] = static_cast<double>(load_one<T>(column + i * a.row_step));
        }
    }
}

void gather(const Strip& strip, const MatrixRun& a, std::int64_t count) {
    a.dtype == Dtype::float32 ? gather_run<float>(strip, a, count)
                              : gather_run<double>(strip, a, count);
}

void scatter(const MatrixRun& a, const Strip& strip, std::int64_t count) {
    if (a.column_step == 8 && strip.rows >= lanes && count >= lanes) {
        return for_each_block(count, strip.rows, [&](std::int64_t row, std::int64_t column)
                                                     __attribute__((always_inline)) {
            Block v;
#pragma GCC unroll 8
            for (int l = 0; l < lanes; ++l) {
                v[l] = read(strip.data + (column + l) * strip.step + row);
            }
            store_block<double>(v, rows_of(a, row), column * 8);
        });
    }
    for (std::int64_t j = 0; j < strip.rows; ++j) {
        char* column = a.data + j * a.column_step;
        const double* row = strip.data + j * strip.step;
        std::int64_t i = 0;
        for (; a.row_step == 8 && i + lanes <= count; i += lanes) {
            store_doubles<double, lanes>(read(row + i), column + i * 8);
        }
        for (; i < count; ++i) std::memcpy(column + i * a.row_step, row + i, 8);
    }
}

// R rows of the result from `row` on, W vectors of them.
template <int R, int W>
NUMEN_INLINE void mix_tile(double* out, std::int64_t out_step, const Strip& strip,
                           const double* weights, std::int64_t at) {
    F64 sums[R][W] = {};
    for (std::int64_t j = 0; j < strip.rows; ++j) {
        F64 given[W];
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) given[w] = read(strip.data + j * strip.step + at + w * lanes);
#pragma GCC unroll 4
        for (int i = 0; i < R; ++i) {
            const F64 weight = vm::broadcast(weights[i * strip.rows + j]);
#pragma GCC unroll 4
            for (int w = 0; w < W; ++w) {
                sums[i][w] = vm::multiply_add(weight, given[w], sums[i][w]);
            }
        }
    }
    for (int i = 0; i < R; ++i) {
        for (int w = 0; w < W; ++w) write(out + i * out_step + at + w * lanes, sums[i][w]);
    }
}

template <int W>
NUMEN_INLINE void mix_columns(const Strip& out, const Strip& strip, const double* weights,
                              std::int64_t at) {
    const std::int64_t k = strip.rows;
    std::int64_t row = 0;
    for (; row + tile <= out.rows; row += tile) {
        mix_tile<tile, W>(out.data + row * out.step, out.step, strip, weights + row * k, at);
    }
    for (; row < out.rows; ++row) {
        mix_tile<1, W>(out.data + row * out.step, out.step, strip, weights + row * k, at);
    }
}

void mix(const Strip& out, const Strip& strip, const double* weights) {
    std::int64_t at = 0;
    for (; at + width * lanes <= strip.columns; at += width * lanes) {
        mix_columns<width>(out, strip, weights, at);
    }
    for (; at < strip.columns; at += lanes) mix_columns<1>(out, strip, weights, at);
}

}  // namespace

void fill_strips(SmallMatrixKernels& table) {
    table.strips.gather = gather;
    table.strips.scatter = scatter;
    table.strips.gram = gram;
    table.strips.substitute = substitute;
    table.strips.mix = mix;
}

}  // namespace numen::cpu::NUMEN_ISA
