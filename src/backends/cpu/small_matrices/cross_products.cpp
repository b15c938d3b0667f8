// The products of a strip's rows with the rows of a large matrix, in one pass over it.
//
// The matrix is read at the speed of memory: where its rows lie in a row, four of them at a time
// against the strip; where its columns do (the transpose of a table of samples), a block of samples
// goes over one stretch of sums after another. Each sum has the same order however the matrix is
// cut into pieces.
#include "backends/cpu/small_matrices/strips.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr int tile = lanes == 8 ? 4 : 3;
// Elements of a row that are summed in registers before they are added to the rest.
constexpr std::int64_t row_block = 1024;
// Samples of a block, and vectors of a stretch of them.
constexpr std::int64_t sample_block = 64;
constexpr int width = lanes == 8 ? 4 : 3;

// Up to a whole vector.
template <class T> NUMEN_INLINE F64 load_part(const char* from, std::int64_t count) {
    if (count >= lanes) return load_vector<T>(from);
    return load_few(reinterpret_cast<const T*>(from), static_cast<int>(count));
}

// R rows of x from `row` on with C rows of the strip from `j` on.
template <class T, int R, int C>
NUMEN_INLINE void row_tile(const CrossProducts& of, std::int64_t row, std::int64_t j,
                           std::int64_t first, std::int64_t end) {
    F64 sums[R][C] = {}, shift[R];
    const char* x[R];
#pragma GCC unroll 4
    for (int i = 0; i < R; ++i) {
        x[i] = of.x.data + (row + i) * of.x.row_step;
        shift[i] = vm::broadcast(of.sums == nullptr ? 0.0 : of.shifts[row + i]);
    }
    const double* strip = of.strip.data + j * of.strip.step;
    const auto add = [&](std::int64_t at, auto load) __attribute__((always_inline)) {
        F64 left[R];
#pragma GCC unroll 4
        for (int i = 0; i < R; ++i) left[i] = load(x[i] + at * sizeof(T)) - shift[i];
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) {
            const F64 right = read(strip + c * of.strip.step + at);
#pragma GCC unroll 4
            for (int i = 0; i < R; ++i) {
                sums[i][c] = vm::multiply_add(left[i], right, sums[i][c]);
            }
        }
    };
    std::int64_t at = first;
    for (; at + lanes <= end; at += lanes) {
        add(at, [](const char* from) __attribute__((always_inline)) {
            return load_vector<T>(from);
        });
    }
    if (at < end) add(at, [&](const char* from) { return load_part<T>(from, end - at); });
    for (int i = 0; i < R; ++i) {
        for (int c = 0; c < C; ++c) {
            of.out.data[(j + c) * of.out.step + row + i] += sum_of(sums[i][c]);
        }
    }
}

template <class T> void row_sums(const CrossProducts& of, std::int64_t row, std::int64_t first,
                                 std::int64_t end) {
    const char* x = of.x.data + row * of.x.row_step;
    const double shift = of.shifts[row];
    F64 sum{}, squares{};
    std::int64_t at = first;
    for (; at + lanes <= end; at += lanes) {
        const F64 rest = load_vector<T>(x + at * sizeof(T)) - shift;
        sum += rest;
        squares = vm::multiply_add(rest, rest, squares);
    }
    double tail = 0, square_tail = 0;
    for (; at < end; ++at) {
        const double rest = static_cast<double>(load_one<T>(x + at * sizeof(T))) - shift;
        tail += rest;
        square_tail += rest * rest;
    }
    of.sums[row] += sum_of(sum) + tail;
    of.squares[row] += sum_of(squares) + square_tail;
}

template <class T, int R>
NUMEN_INLINE void row_group(const CrossProducts& of, std::int64_t row, std::int64_t first,
                            std::int64_t end) {
    std::int64_t j = 0;
    for (; j + tile <= of.strip.rows; j += tile) row_tile<T, R, tile>(of, row, j, first, end);
    for (; j < of.strip.rows; ++j) row_tile<T, R, 1>(of, row, j, first, end);
    for (int i = 0; i < R && of.sums != nullptr; ++i) row_sums<T>(of, row + i, first, end);
}

template <class T> void by_rows(const CrossProducts& of, std::int64_t begin, std::int64_t end) {
    std::int64_t row = begin;
    const auto each_block = [&](auto group) {
        for (std::int64_t first = 0; first < of.columns; first += row_block) {
            group(first, std::min(first + row_block, of.columns));
        }
    };
    for (; row + tile <= end; row += tile) {
        each_block([&](std::int64_t first, std::int64_t last) {
            row_group<T, tile>(of, row, first, last);
        });
    }
    for (; row < end; ++row) {
        each_block([&](std::int64_t first, std::int64_t last) {
            row_group<T, 1>(of, row, first, last);
        });
    }
}

// The shifts of W vectors of rows of x.
template <int W>
NUMEN_INLINE void read_shifts(const CrossProducts& of, std::int64_t row, F64 (&shift)[W]) {
#pragma GCC unroll 4
    for (int w = 0; w < W; ++w) {
        shift[w] = of.sums == nullptr ? F64{} : read(of.shifts + row + w * lanes);
    }
}

// W vectors of rows of x from `row` on, `count` of them, with C rows of the strip, over samples.
template <class T, int W, int C>
NUMEN_INLINE void sample_tile(const CrossProducts& of, std::int64_t row, std::int64_t count,
                              std::int64_t j, std::int64_t first, std::int64_t end) {
    F64 sums[C][W], shift[W];
    read_shifts<W>(of, row, shift);
    double* out = of.out.data + j * of.out.step + row;
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c) {
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) sums[c][w] = read(out + c * of.out.step + w * lanes);
    }
    const char* x = of.x.data + row * static_cast<std::int64_t>(sizeof(T));
    const double* strip = of.strip.data + j * of.strip.step;
    for (std::int64_t n = first; n < end; ++n) {
        const char* sample = x + n * of.x.column_step;
        F64 given[W];
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) {
            const char* from = sample + w * lanes * sizeof(T);
            // The stretch after the next, which the processor would not guess.
            if (j == 0) __builtin_prefetch(from + 2 * W * lanes * sizeof(T));
            given[w] = (W > 1 ? load_vector<T>(from) : load_part<T>(from, count)) - shift[w];
        }
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) {
            const F64 weight = vm::broadcast(strip[c * of.strip.step + n]);
#pragma GCC unroll 4
            for (int w = 0; w < W; ++w) {
                sums[c][w] = vm::multiply_add(weight, given[w], sums[c][w]);
            }
        }
    }
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c) {
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) write(out + c * of.out.step + w * lanes, sums[c][w]);
    }
}

template <class T, int W>
NUMEN_INLINE void sample_sums(const CrossProducts& of, std::int64_t row, std::int64_t count,
                              std::int64_t first, std::int64_t end) {
    F64 sums[W], squares[W], shift[W];
    read_shifts<W>(of, row, shift);
    for (int w = 0; w < W; ++w) {
        sums[w] = read(of.sums + row + w * lanes);
        squares[w] = read(of.squares + row + w * lanes);
    }
    for (std::int64_t n = first; n < end; ++n) {
        const char* from = of.x.data + row * static_cast<std::int64_t>(sizeof(T)) +
                           n * of.x.column_step;
#pragma GCC unroll 4
        for (int w = 0; w < W; ++w) {
            const char* here = from + w * lanes * sizeof(T);
            const F64 rest = (W > 1 ? load_vector<T>(here) : load_part<T>(here, count)) - shift[w];
            sums[w] += rest;
            squares[w] = vm::multiply_add(rest, rest, squares[w]);
        }
    }
    for (int w = 0; w < W; ++w) {
        write(of.sums + row + w * lanes, sums[w]);
        write(of.squares + row + w * lanes, squares[w]);
    }
}

template <class T, int W>
NUMEN_INLINE void stretch(const CrossProducts& of, std::int64_t row, std::int64_t count,
                          std::int64_t first, std::int64_t end) {
    std::int64_t j = 0;
    for (; j + tile <= of.strip.rows; j += tile) {
        sample_tile<T, W, tile>(of, row, count, j, first, end);
    }
    for (; j < of.strip.rows; ++j) sample_tile<T, W, 1>(of, row, count, j, first, end);
    if (of.sums != nullptr) sample_sums<T, W>(of, row, count, first, end);
}

template <class T> void by_samples(const CrossProducts& of, std::int64_t begin,
                                   std::int64_t end) {
    for (std::int64_t first = 0; first < of.columns; first += sample_block) {
        const std::int64_t last = std::min(first + sample_block, of.columns);
        std::int64_t row = begin;
        for (; row + width * lanes <= end; row += width * lanes) {
            stretch<T, width>(of, row, width * lanes, first, last);
        }
        for (; row < end; row += lanes) stretch<T, 1>(of, row, end - row, first, last);
    }
}

void cross(const CrossProducts& of, std::int64_t begin, std::int64_t end) {
    const bool is_single = of.x.dtype == Dtype::float32;
    const bool in_rows = of.x.column_step == (is_single ? 4 : 8);
    if (is_single) return in_rows ? by_rows<float>(of, begin, end)
                                       : by_samples<float>(of, begin, end);
    in_rows ? by_rows<double>(of, begin, end) : by_samples<double>(of, begin, end);
}

}  // namespace

void fill_cross_products(SmallMatrixKernels& table) { table.strips.cross = cross; }

}  // namespace numen::cpu::NUMEN_ISA
