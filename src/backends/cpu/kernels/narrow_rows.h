// Short rows with a vector: as many rows at a time as a register has elements, so that the sums of
// all of them are joined together and written as one.
//
// A row's sum is made in the same order wherever it stands.
#pragma once

#include <utility>

#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The results of `count` rows from the `first` one on.
template <class T, std::int64_t width>
[[gnu::always_inline]] inline void store_sums(const Product& p, std::int64_t first,
                                              std::int64_t count,
                                              typename Register<T, width>::type sum) {
    char* to = p.c + first * p.c_row;
    if (count == width && p.c_row == std::int64_t{sizeof(T)}) {
        __builtin_memcpy(to, &sum, sizeof sum);
        return;
    }
    for (std::int64_t r = 0; r < count; ++r) store(to + r * p.c_row, T{sum[r]});
}

// What to do with registers of so many elements.
template <class T, std::int64_t width> struct NarrowRows {
    using Vector = typename Register<T, width>::type;
    using Bits = decltype(Vector{} < Vector{});
    static constexpr std::int64_t size = sizeof(T);

    [[gnu::always_inline]] static Vector line(const char* from) {
        Vector values;
        __builtin_memcpy(&values, from, sizeof values);
        return values;
    }

    // The last `count` elements of what lies there; zeros, whatever they were, for the others.
    [[gnu::always_inline]] static Vector last(const char* from, Bits keeps) {
        return reinterpret_cast<Vector>(reinterpret_cast<Bits>(line(from)) & keeps);
    }

    static Bits keeping_last(std::int64_t count) {
        Bits keeps{};
        for (std::int64_t i = width - count; i < width; ++i) keeps[i] = -1;
        return keeps;
    }

    // Of each two parts of 2 * half elements next to each other in both registers: the sums of the
    // parts' halves.
    template <std::int64_t half, int... i>
    [[gnu::always_inline]] static Vector halves(Vector a, Vector b,
                                                std::integer_sequence<int, i...>) {
        // Element i of the result is element i % half of part i / half.
        return __builtin_shufflevector(a, b, (i / half * 2 * half + i % half)...) +
               __builtin_shufflevector(a, b, (i / half * 2 * half + half + i % half)...);
    }

    // The sums of the elements of each of `width` registers.
    template <std::int64_t half = width / 2>
    [[gnu::always_inline]] static Vector sums(Vector* of) {
#pragma GCC unroll 16
        for (std::int64_t i = 0; i < half; ++i) {
            of[i] = halves<half>(of[2 * i], of[2 * i + 1],
                                 std::make_integer_sequence<int, width>());
        }
        if constexpr (half == 1) {
            return of[0];
        } else {
            return sums<half / 2>(of);
        }
    }

    // The sums of `width` rows of at least as many elements.
    [[gnu::always_inline]] static Vector block(const char* const* row, const Product& p, Bits keeps,
                                               Vector tail) {
        Vector sum[width] = {};
        std::int64_t at = 0;
        for (; at + width <= p.k; at += width) {
            const Vector factor = line(p.b + at * size);
#pragma GCC unroll 16
            for (std::int64_t r = 0; r < width; ++r) {
                sum[r] = multiply_add(line(row[r] + at * size), factor, sum[r]);
            }
        }
        if (at < p.k) {
            const std::int64_t begin = (p.k - width) * size;
#pragma GCC unroll 16
            for (std::int64_t r = 0; r < width; ++r) {
                sum[r] = multiply_add(last(row[r] + begin, keeps), tail, sum[r]);
            }
        }
        return sums(sum);
    }

    static void multiply(const Product& p) {
        const Bits keeps = keeping_last(p.k % width);
        const Vector tail = last(p.b + (p.k - width) * size, keeps);
        for (std::int64_t first = 0; first < p.m; first += width) {
            const std::int64_t count = std::min(width, p.m - first);
            const char* row[width];
            for (std::int64_t r = 0; r < width; ++r) {
                row[r] = p.a + (first + std::min(r, count - 1)) * p.a_row;
            }
            const Vector sum = block(row, p, keeps, tail);
            store_sums<T, width>(p, first, count, sum);
        }
    }
};

// Rows of two or three elements that lie one after the other: a register takes the first elements
// of so many rows, another the second ones.
template <class T, int columns, std::int64_t width> struct TinyRows {
    using Vector = typename Register<T, width>::type;
    static constexpr std::int64_t size = sizeof(T);

    template <int column, int... i>
    [[gnu::always_inline]] static Vector column_of(const Vector* x,
                                                   std::integer_sequence<int, i...>) {
        // Where element i of the column is: in the first two registers, or in the third.
        const Vector two = __builtin_shufflevector(
            x[0], x[1], (columns * i + column < 2 * width ? columns * i + column : 0)...);
        if constexpr (columns == 2) {
            return two;
        } else {
            return __builtin_shufflevector(
                two, x[2],
                (columns * i + column < 2 * width ? i : columns * i + column - int{width})...);
        }
    }

    // Rows that do not fill a register, or do not lie one after the other, are copied first: there
    // is one piece of code for all, and so one order of the sums.
    static void multiply(const Product& p) {
        constexpr auto places = std::make_integer_sequence<int, width>();
        constexpr std::int64_t row_bytes = columns * size;
        Vector factor[columns];
        for (int i = 0; i < columns; ++i) {
            factor[i] = Register<T, width>::spread(load<T>(p.b + i * size));
        }
        char copy[width * row_bytes] = {};
        for (std::int64_t first = 0; first < p.m; first += width) {
            const std::int64_t count = std::min(width, p.m - first);
            const char* rows = p.a + first * p.a_row;
            if (count < width || p.a_row != row_bytes) {
                for (std::int64_t r = 0; r < count; ++r) {
                    __builtin_memcpy(copy + r * row_bytes, rows + r * p.a_row, row_bytes);
                }
                rows = copy;
            }
            Vector x[columns];
            // One by one: a copy of all would be cut, and wait for its own stores.
            __builtin_memcpy(&x[0], rows, sizeof x[0]);
            __builtin_memcpy(&x[1], rows + sizeof x[0], sizeof x[1]);
            if constexpr (columns == 3) {
                __builtin_memcpy(&x[2], rows + 2 * sizeof x[0], sizeof x[2]);
            }
            Vector sum = column_of<0>(x, places) * factor[0];
            sum = multiply_add(column_of<1>(x, places), factor[1], sum);
            if constexpr (columns == 3) {
                sum = multiply_add(column_of<2>(x, places), factor[2], sum);
            }
            store_sums<T, width>(p, first, count, sum);
        }
    }
};

// Rows of one element.
template <class T> void single_elements(const Product& p) {
    const T factor = load<T>(p.b);
    for (std::int64_t row = 0; row < p.m; ++row) {
        store(p.c + row * p.c_row, load<T>(p.a + row * p.a_row) * factor);
    }
}

// Rows of so few elements that to join the sums takes longer than to make them.
inline constexpr std::int64_t most_narrow = 128;

// Of at most so many elements, at least one.
template <class T> void narrow_rows(const Product& p) {
    constexpr std::int64_t width = vector_bytes / sizeof(T);
    if (p.k == 1) return single_elements<T>(p);
    if (p.k == 2) return TinyRows<T, 2, width>::multiply(p);
    if (p.k == 3) return TinyRows<T, 3, width>::multiply(p);
    if constexpr (width > 8) {
        if (p.k % width == 0 || p.k > 2 * width) return NarrowRows<T, width>::multiply(p);
    }
    if constexpr (width >= 8) {
        if (p.k % 8 == 0 || p.k > 12) return NarrowRows<T, 8>::multiply(p);
    }
    NarrowRows<T, 4>::multiply(p);
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
