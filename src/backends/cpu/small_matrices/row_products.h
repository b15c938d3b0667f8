// The products of a strip's rows with rows of a large matrix that lie in a row each.
//
// What bounds them is the reading of the matrix, behind which the arithmetic has to hide: blocks of
// some rows of it stay in the first cache while the strip's rows pass over them, and meanwhile the
// next block is fetched. Each sum has the same order however the matrix is cut into pieces.
#pragma once

#include "backends/cpu/small_matrices/strips.h"

namespace numen::cpu::NUMEN_ISA {

// Rows of x at a time: with as many rows of the strip they fill the 32 registers of AVX-512; others
// have 16. This block of x, the next and the strip's fit into the first cache.
constexpr int rows_at_once = lanes == 8 ? 5 : 2;
constexpr int most_tile = 5;
constexpr std::int64_t row_block = 200;
// What is summed in registers and kept in between, before it is added to the rest.
constexpr std::int64_t row_stretch = 10 * row_block;
constexpr std::int64_t panel = 4 * most_tile;

namespace {

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

// A block of columns of some rows of x, and of which rows what comes next is fetched meanwhile.
struct RowBlock {
    std::int64_t row, first, end;
    const char* x;
    const char* ahead;
};

// R rows of x with C rows of the strip from `strip` on: R x C sums, a vector each, go on.
template <class T, bool shifted, int R, int C>
NUMEN_INLINE void row_tile(const CrossProducts& of, const RowBlock& block, const double* strip,
                           F64* rest) {
    constexpr int fetched = (R + 1) / 2;
    F64 sums[R][C], shift[R];
    const std::int64_t step = of.x.row_step;
#pragma GCC unroll 5
    for (int i = 0; i < R; ++i) {
        shift[i] = vm::broadcast(shifted ? of.shifts[block.row + i] : 0.0);
#pragma GCC unroll 5
        for (int c = 0; c < C; ++c) sums[i][c] = rest[c * R + i];
    }
    const auto add = [&](std::int64_t at, auto load) __attribute__((always_inline)) {
        const auto offset = at * static_cast<std::int64_t>(sizeof(T));
        F64 left[R];
#pragma GCC unroll 5
        for (int i = 0; i < R; ++i) {
            left[i] = load(block.x + i * step + offset);
            if (shifted) left[i] -= shift[i];
        }
#pragma GCC unroll 5
        for (int c = 0; c < C; ++c) {
            const F64 right = read(strip + c * of.strip.step + at);
#pragma GCC unroll 5
            for (int i = 0; i < R; ++i) {
                sums[i][c] = vm::multiply_add(left[i], right, sums[i][c]);
            }
        }
    };
    std::int64_t at = 0;
    const std::int64_t count = block.end - block.first;
    for (; at + lanes <= count; at += lanes) {
#pragma GCC unroll 3
        for (int i = 0; i < fetched; ++i) {
            __builtin_prefetch(block.ahead + i * step + at * static_cast<std::int64_t>(sizeof(T)));
        }
        add(at, [](const char* from) __attribute__((always_inline)) {
            return load_vector<T>(from);
        });
    }
    if (at < count) add(at, [&](const char* from) { return load_part<T>(from, count - at); });
#pragma GCC unroll 5
    for (int i = 0; i < R; ++i) {
#pragma GCC unroll 5
        for (int c = 0; c < C; ++c) rest[c * R + i] = sums[i][c];
    }
}

// As many rows of the strip as `columns` says.
template <class T, bool shifted, int R>
NUMEN_INLINE void row_pass(const CrossProducts& of, const RowBlock& block, int columns,
                           const double* strip, F64* sums) {
    switch (columns) {
        case 1: return row_tile<T, shifted, R, 1>(of, block, strip, sums);
        case 2: return row_tile<T, shifted, R, 2>(of, block, strip, sums);
        case 3: return row_tile<T, shifted, R, 3>(of, block, strip, sums);
        case 4: return row_tile<T, shifted, R, 4>(of, block, strip, sums);
        default: return row_tile<T, shifted, R, 5>(of, block, strip, sums);
    }
}

// All blocks of a stretch with a panel of the strip's rows.
template <class T, bool shifted, int R>
NUMEN_INLINE void row_panel(const CrossProducts& of, std::int64_t row, std::int64_t top,
                            std::int64_t first, std::int64_t end) {
    const std::int64_t rows = std::min(of.strip.rows - top, panel);
    const std::int64_t passes = (rows + most_tile - 1) / most_tile;
    const auto size = static_cast<std::int64_t>(sizeof(T));
    const char* x = of.x.data + row * of.x.row_step;
    F64 sums[R * panel] = {};
    for (std::int64_t at = first; at < end; at += row_block) {
        const char* here = x + at * size;
        const bool is_last = at + row_block >= of.columns;
        const char* next = is_last ? x + R * of.x.row_step : here + row_block * size;
        std::int64_t j = 0;
        for (std::int64_t pass = 0; pass < passes; ++pass) {
            // The first two passes fetch the rows of the next block, half each.
            const std::int64_t half = pass * (R / 2) * of.x.row_step;
            const char* ahead = top == 0 && pass < 2 ? next + half : here;
            const auto columns = (rows - j + passes - pass - 1) / (passes - pass);
            row_pass<T, shifted, R>(of, {row, at, std::min(at + row_block, end), here, ahead},
                                    static_cast<int>(columns),
                                    of.strip.data + (top + j) * of.strip.step + at, sums + R * j);
            j += columns;
        }
    }
    for (std::int64_t j = 0; j < rows; ++j) {
        double* out = of.out.data + (top + j) * of.out.step + row;
        for (int i = 0; i < R; ++i) out[i] += sum_of(sums[R * j + i]);
    }
}

template <class T, bool shifted, int R>
NUMEN_INLINE void row_group(const CrossProducts& of, std::int64_t row) {
    for (std::int64_t first = 0; first < of.columns; first += row_stretch) {
        const std::int64_t end = std::min(first + row_stretch, of.columns);
        for (std::int64_t top = 0; top < of.strip.rows; top += panel) {
            row_panel<T, shifted, R>(of, row, top, first, end);
        }
        for (int i = 0; i < R && shifted; ++i) row_sums<T>(of, row + i, first, end);
    }
}

template <class T, bool shifted>
void by_rows(const CrossProducts& of, std::int64_t begin, std::int64_t end) {
    std::int64_t row = begin;
    for (; row + rows_at_once <= end; row += rows_at_once) {
        row_group<T, shifted, rows_at_once>(of, row);
    }
    for (; row < end; ++row) row_group<T, shifted, 1>(of, row);
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
