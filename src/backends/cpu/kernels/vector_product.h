// A matrix with a vector, both in a row: dot products of four rows at a time; columns with columns;
// a vector with a matrix: weighted sums of its rows.
//
// A row's sum is made in the same order wherever it stands, so that a result does not depend on
// how its rows were distributed.
#pragma once

#include "backends/cpu/kernels/narrow_columns.h"
#include "backends/cpu/kernels/narrow_rows.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <class T, std::int64_t rows, std::int64_t width>
[[gnu::always_inline]] inline void add_products(const char* const* a, const char* b,
                                                std::int64_t& at, std::int64_t count,
                                                typename Register<T, width>::type* sum) {
    using Vector = typename Register<T, width>::type;
    constexpr std::int64_t size = sizeof(T);
    for (; at + width <= count; at += width) {
        Vector factor;
        __builtin_memcpy(&factor, b + at * size, sizeof factor);
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < rows; ++r) {
            Vector line;
            __builtin_memcpy(&line, a[r] + at * size, sizeof line);
            sum[r] = multiply_add(line, factor, sum[r]);
        }
    }
}

template <class T, std::int64_t rows>
[[gnu::always_inline]] inline void row_block(const Product& p, std::int64_t row) {
    constexpr std::int64_t width = vector_bytes / sizeof(T);
    constexpr std::int64_t quarter = width < 4 ? 1 : width / 4;
    using Vector = typename Register<T, width>::type;
    const char* a[rows];
    for (std::int64_t r = 0; r < rows; ++r) a[r] = p.a + (row + r) * p.a_row;
    std::int64_t at = 0;
    Vector sum[rows] = {};
    add_products<T, rows, width>(a, p.b, at, p.k, sum);
    typename Register<T, quarter>::type rest[rows] = {};
    if constexpr (quarter > 1) add_products<T, rows, quarter>(a, p.b, at, p.k, rest);
    for (std::int64_t r = 0; r < rows; ++r) {
        T total = sum_register<T, width>(sum[r]);
        if constexpr (quarter > 1) total += sum_register<T, quarter>(rest[r]);
        for (std::int64_t i = at; i < p.k; ++i) {
            total = multiply_add(load<T>(a[r] + i * sizeof(T)), load<T>(p.b + i * sizeof(T)),
                                 total);
        }
        store(p.c + (row + r) * p.c_row, total);
    }
}

// Sums down columns that lie side by side, each from its first element on: of `registers` registers
// from column `at` on.
template <class T, std::int64_t registers, std::int64_t width>
[[gnu::always_inline]] inline void column_sums(const Product& p, std::int64_t at) {
    using Vector = typename Register<T, width>::type;
    const char *a = p.a + at * sizeof(T), *b = p.b + at * sizeof(T);
    Vector sum[registers] = {};
    for (std::int64_t row = 0; row < p.k; ++row, a += p.a_column, b += p.b_row) {
#pragma GCC unroll 8
        for (std::int64_t i = 0; i < registers; ++i) {
            Vector left, right;
            __builtin_memcpy(&left, a + i * sizeof left, sizeof left);
            __builtin_memcpy(&right, b + i * sizeof right, sizeof right);
            sum[i] = multiply_add(left, right, sum[i]);
        }
    }
    __builtin_memcpy(p.c + at * sizeof(T), sum, sizeof sum);
}

template <class T> void columns_by_columns(const Product& p, std::int64_t columns) {
    constexpr std::int64_t width = vector_bytes / sizeof(T);
    constexpr std::int64_t quarter = width < 4 ? 1 : width / 4;
    std::int64_t at = 0;
    for (; at + 8 * width <= columns; at += 8 * width) column_sums<T, 8, width>(p, at);
    for (; at + width <= columns; at += width) column_sums<T, 1, width>(p, at);
    for (; at + quarter <= columns; at += quarter) column_sums<T, 1, quarter>(p, at);
    for (; at < columns; ++at) column_sums<T, 1, 1>(p, at);
}

template <class T> void rows_by_vector(const Product& p) {
    if (p.k > 0 && p.k <= most_narrow) return narrow_rows<T>(p);
    std::int64_t row = 0;
    for (; row + 4 <= p.m; row += 4) row_block<T, 4>(p, row);
    for (; row < p.m; ++row) row_block<T, 1>(p, row);
}

// From element `at` on: the weighted sum of `rows` rows, onto what is there unless it is the first.
template <class T, std::int64_t rows, std::int64_t width>
[[gnu::always_inline]] inline void add_weighted(const char* const* line, const T* weight,
                                                char* sums, std::int64_t& at,
                                                std::int64_t count, bool is_first) {
    using Vector = typename Register<T, width>::type;
    Vector factor[rows];
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < rows; ++r) factor[r] = Register<T, width>::spread(weight[r]);
    for (; at + width <= count; at += width) {
        Vector sum[2] = {};
        if (!is_first) __builtin_memcpy(sum, sums + at * sizeof(T), sizeof(Vector));
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < rows; ++r) {
            Vector values;
            __builtin_memcpy(&values, line[r] + at * sizeof(T), sizeof values);
            sum[r % 2] = multiply_add(factor[r], values, sum[r % 2]);
        }
        const Vector total = rows == 1 ? sum[0] : sum[0] + sum[1];
        __builtin_memcpy(sums + at * sizeof(T), &total, sizeof total);
    }
}

template <class T, std::int64_t rows>
void add_weighted_rows(const Product& p, std::int64_t row, bool is_first) {
    constexpr std::int64_t width = vector_bytes / sizeof(T);
    constexpr std::int64_t quarter = width < 4 ? 1 : width / 4;
    const char* line[rows];
    T weight[rows];
    for (std::int64_t r = 0; r < rows; ++r) {
        line[r] = p.b + (row + r) * p.b_row;
        weight[r] = load<T>(p.a + (row + r) * p.a_column);
    }
    std::int64_t at = 0;
    add_weighted<T, rows, width>(line, weight, p.c, at, p.n, is_first);
    if constexpr (quarter > 1) {
        add_weighted<T, rows, 2 * quarter>(line, weight, p.c, at, p.n, is_first);
        add_weighted<T, rows, quarter>(line, weight, p.c, at, p.n, is_first);
    }
    add_weighted<T, rows, 1>(line, weight, p.c, at, p.n, is_first);
}

// One row by a matrix, read along its rows, eight at a time; the sums stay in the first cache.
template <class T> void row_by_rows(const Product& p) {
    if (multiply_narrow_columns<T>(p)) return;
    constexpr std::int64_t most = (16 << 10) / std::int64_t{sizeof(T)};
    Product part = p;
    for (std::int64_t left = 0; left < p.n; left += most) {
        part.c = p.c + left * p.c_column;
        part.b = p.b + left * p.b_column;
        part.n = std::min(most, p.n - left);
        std::int64_t row = 0;
        for (; row + 8 <= p.k; row += 8) add_weighted_rows<T, 8>(part, row, row == 0);
        for (; row < p.k; ++row) add_weighted_rows<T, 1>(part, row, row == 0);
    }
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
