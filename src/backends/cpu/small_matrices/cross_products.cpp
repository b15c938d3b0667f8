// The products of a strip's rows with the rows of a large matrix, in one pass over it.
//
// For a matrix whose rows lie in a row each see row_products.h. Where its columns do (the transpose
// of a table of samples), a block of samples goes over one stretch of sums after another. Each sum
// has the same order however the matrix is cut into pieces.
#include "backends/cpu/small_matrices/row_products.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr int tile = lanes == 8 ? 4 : 3;
// Samples of a block, and vectors of a stretch of them.
constexpr std::int64_t sample_block = 64;
constexpr int width = lanes == 8 ? 4 : 3;

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

template <class T>
void in_rows_of(const CrossProducts& of, std::int64_t begin, std::int64_t end) {
    of.sums == nullptr ? by_rows<T, false>(of, begin, end) : by_rows<T, true>(of, begin, end);
}

void cross(const CrossProducts& of, std::int64_t begin, std::int64_t end) {
    const bool is_single = of.x.dtype == Dtype::float32;
    const bool in_rows = of.x.column_step == (is_single ? 4 : 8);
    if (!in_rows) {
        return is_single ? by_samples<float>(of, begin, end) : by_samples<double>(of, begin, end);
    }
    is_single ? in_rows_of<float>(of, begin, end) : in_rows_of<double>(of, begin, end);
}

}  // namespace

void fill_cross_products(SmallMatrixKernels& table) { table.strips.cross = cross; }

}  // namespace numen::cpu::NUMEN_ISA
