// A vector with a matrix of few columns that lies in one piece: the weighted sum of its rows, read
// as if it were one long row of numbers.
#pragma once

#include <algorithm>
#include <utility>

#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The sums are kept in registers.
inline constexpr int most_narrow_columns = vector_bytes >= 64 ? 28 : 15;

// So many registers hold as many rows as one has elements: each element of each has a column of its
// own for good, and the same place in every block of rows.
template <class T, int columns> void narrow_columns(const Product& p) {
    constexpr std::int64_t width = vector_bytes / sizeof(T), size = sizeof(T);
    using Vector = typename Register<T, width>::type;
    Vector sum[columns] = {};
    std::int64_t row = 0;
    for (; row + width <= p.k; row += width) {
        Vector weight;
        __builtin_memcpy(&weight, p.a + row * size, sizeof weight);
        const char* block = p.b + row * columns * size;
        const auto add = [&]<int at, int... i>(std::integer_sequence<int, i...>) {
            Vector values;
            __builtin_memcpy(&values, block + at * sizeof values, sizeof values);
            // The weight of the row in which the register's element i lies.
            const Vector factor = __builtin_shufflevector(
                weight, weight, ((at * int{width} + i) / columns)...);
            sum[at] = multiply_add(values, factor, sum[at]);
        };
        [&]<int... at>(std::integer_sequence<int, at...>) {
            (add.template operator()<at>(std::make_integer_sequence<int, width>()), ...);
        }(std::make_integer_sequence<int, columns>());
    }
    T element[columns * width], total[columns] = {};
    __builtin_memcpy(element, sum, sizeof sum);
    for (std::int64_t i = 0; i < columns * width; ++i) total[i % columns] += element[i];
    for (; row < p.k; ++row) {
        for (int i = 0; i < columns; ++i) {
            total[i] = multiply_add(load<T>(p.b + (row * columns + i) * size),
                                    load<T>(p.a + row * size), total[i]);
        }
    }
    __builtin_memcpy(p.c, total, sizeof total);
}

// False if the product is of another kind.
template <class T> bool multiply_narrow_columns(const Product& p) {
    if (!is_flat_row(p, sizeof(T)) || p.n < 2 || p.n > most_narrow_columns) return false;
    [&]<int... i>(std::integer_sequence<int, i...>) {
        ((p.n == i + 2 ? narrow_columns<T, i + 2>(p) : void()), ...);
    }(std::make_integer_sequence<int, most_narrow_columns - 1>());
    return true;
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
