// Stacks of tiny products: the sizes are known to the compiler, and nothing is decided per matrix.
#pragma once

#include <type_traits>
#include <utility>

#include "backends/cpu/kernels/fetching.h"
#include "backends/cpu/kernels/past_caches.h"
#include "backends/cpu/kernels/vector_product.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t most_unrolled = 8;

template <class T, class Sum_> void dot(const void* left, const void* right, std::int64_t count,
                                        void* out);

// Each matrix of `inner` columns with a vector, sums from the first column on.
template <class T, std::int64_t inner> void tiny_by_vector(const ProductBatch& batch) {
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        T factor[inner];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < inner; ++j) factor[j] = load<T>(p.b + j * p.b_row);
        const char* row = p.a;
        char* out = p.c;
        for (std::int64_t i = 0; i < p.m; ++i, row += p.a_row, out += p.c_row) {
            T sum = 0;
#pragma GCC unroll 8
            for (std::int64_t j = 0; j < inner; ++j) {
                sum = multiply_add(load<T>(row + j * sizeof(T)), factor[j], sum);
            }
            store(out, sum);
        }
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

// Fetches the operands, and the memory of the result, of a product to come: from and to memory
// those of order 8 take half the time.
template <std::int64_t bytes>
[[gnu::always_inline]] inline void fetch_product(const ProductBatch& batch, const Product& p) {
    const std::int64_t ahead = matrices_ahead(bytes);
    fetch<bytes>(p.a + ahead * batch.a_step);
    fetch<bytes>(p.b + ahead * batch.b_step);
    if (!batch.is_vast) fetch<bytes>(p.c + ahead * batch.c_step);
}

// Each matrix of `order` columns with a square one.
template <class T, std::int64_t order> void tiny_by_square(const ProductBatch& batch) {
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product<sizeof(T) * order * order>(batch, p);
        T square[order][order];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < order; ++j) {
            __builtin_memcpy(square[j], p.b + j * p.b_row, sizeof(square[j]));
        }
        const char* row = p.a;
        char* out = p.c;
        for (std::int64_t i = 0; i < p.m; ++i, row += p.a_row, out += p.c_row) {
            T sum[order] = {};
#pragma GCC unroll 8
            for (std::int64_t j = 0; j < order; ++j) {
                const T factor = load<T>(row + j * sizeof(T));
#pragma GCC unroll 8
                for (std::int64_t k = 0; k < order; ++k) {
                    sum[k] = multiply_add(factor, square[j][k], sum[k]);
                }
            }
            __builtin_memcpy(out, sum, sizeof(sum));
        }
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

// A row of a with the lines of a square, each in a register.
template <class T, std::int64_t order, class Line>
[[gnu::always_inline]] inline Line tiny_row(const char* row, const Line (&square)[order]) {
    Line sum{};
#pragma GCC unroll 8
    for (std::int64_t j = 0; j < order; ++j) {
        const T factor = load<T>(row + j * sizeof(T));
        sum = multiply_add(Line(factor - Line{}), square[j], sum);
    }
    return sum;
}

// Each matrix with a square one, whose rows are registers.
template <class T, std::int64_t order> void lines_by_square(const ProductBatch& batch) {
    using Line = typename Register<T, order>::type;
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product<sizeof(Line) * order>(batch, p);
        Line square[order];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < order; ++j) {
            __builtin_memcpy(&square[j], p.b + j * p.b_row, sizeof(Line));
        }
        const char* row = p.a;
        char* out = p.c;
        for (std::int64_t i = 0; i < p.m; ++i, row += p.a_row, out += p.c_row) {
            const Line sum = tiny_row<T>(row, square);
            __builtin_memcpy(out, &sum, sizeof sum);
        }
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

// A row of a, in a register.
template <class T, std::int64_t order_> struct SingleRow {
    static constexpr std::int64_t order = order_;
    using Unit = typename Register<T, order>::type;
    [[gnu::always_inline]] static Unit line(const char* from) {
        Unit line;
        __builtin_memcpy(&line, from, sizeof line);
        return line;
    }
    [[gnu::always_inline]] static Unit product(const char* row, const Unit (&square)[order]) {
        return tiny_row<T>(row, square);
    }
};

// Two rows of a in one register.
template <class T, std::int64_t order_> struct RowPair {
    static constexpr std::int64_t order = order_;
    static constexpr int width = order;
    using Line = typename Register<T, order>::type;
    using Unit = typename Register<T, 2 * order>::type;
    static constexpr std::make_integer_sequence<int, 2 * order> all{};

    // The line twice.
    [[gnu::always_inline]] static Unit line(const char* from) { return repeated(from, all); }
    [[gnu::always_inline]] static Unit product(const char* rows, const Unit (&square)[order]) {
        Unit a;
        __builtin_memcpy(&a, rows, sizeof a);
        return product(a, square, std::make_integer_sequence<int, order>{});
    }

  private:
    template <int... e>
    [[gnu::always_inline]] static Unit repeated(const char* from,
                                                std::integer_sequence<int, e...>) {
        Line line;
        __builtin_memcpy(&line, from, sizeof line);
        return __builtin_shufflevector(line, line, (e % width)...);
    }
    // Element j of either row in all places of its half.
    template <int j, int... e>
    [[gnu::always_inline]] static Unit spread(Unit a, std::integer_sequence<int, e...>) {
        return __builtin_shufflevector(a, a, (e / width * width + j)...);
    }
    template <int... j>
    [[gnu::always_inline]] static Unit product(Unit a, const Unit (&square)[order],
                                               std::integer_sequence<int, j...>) {
        Unit sum{};
        ((sum = multiply_add(spread<j>(a, all), square[j], sum)), ...);
        return sum;
    }
};

// Dense squares, a unit of one or two rows at a time: of two the same sums, bit for bit, by half
// the multiplications. `past_caches`: units are lines of memory, and so is where results begin.
template <class T, class Rows, bool past_caches> void dense_squares(const ProductBatch& batch) {
    using Unit = typename Rows::Unit;
    constexpr std::int64_t row = Rows::order * sizeof(T), matrix = Rows::order * row;
    const std::int64_t a_step = batch.a_step, b_step = batch.b_step, c_step = batch.c_step;
    const std::int64_t ahead = matrices_ahead(matrix);
    const char *a = batch.first.a, *next_a = a + ahead * a_step;
    const char *b = batch.first.b, *next_b = b + ahead * b_step;
    char *c = batch.first.c, *next_c = c + ahead * c_step;
    for (std::int64_t left = batch.count; left > 0; --left) {
        fetch<matrix>(next_a);
        fetch<matrix>(next_b);
        if constexpr (!past_caches) fetch<matrix>(next_c);
        Unit square[Rows::order];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < Rows::order; ++j) square[j] = Rows::line(b + j * row);
#pragma GCC unroll 8
        for (std::int64_t i = 0; i < matrix; i += sizeof(Unit)) {
            alignas(line_bytes) const Unit sum = Rows::product(a + i, square);
            if constexpr (past_caches) {
                write_lines(reinterpret_cast<const char*>(&sum), c + i, sizeof sum);
            } else {
                __builtin_memcpy(c + i, &sum, sizeof sum);
            }
        }
        a += a_step, next_a += a_step;
        b += b_step, next_b += b_step;
        c += c_step, next_c += c_step;
    }
}

// Dense squares of order 3, in registers of four: the fourth element repeats the third, so that it
// raises no flag of its own. Nothing beyond the nine elements is read or written.
template <class T> void threes_by_threes(const ProductBatch& batch) {
    using Line = typename Register<T, 4>::type;
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product<9 * sizeof(T)>(batch, p);
        Line square[3];
        __builtin_memcpy(&square[0], p.b, sizeof(Line));
        __builtin_memcpy(&square[1], p.b + 3 * sizeof(T), sizeof(Line));
        __builtin_memcpy(&square[2], p.b + 5 * sizeof(T), sizeof(Line));
        square[0] = __builtin_shufflevector(square[0], square[0], 0, 1, 2, 2);
        square[1] = __builtin_shufflevector(square[1], square[1], 0, 1, 2, 2);
        square[2] = __builtin_shufflevector(square[2], square[2], 1, 2, 3, 3);
        const Line first = tiny_row<T>(p.a, square);
        const Line second = tiny_row<T>(p.a + 3 * sizeof(T), square);
        const Line third = tiny_row<T>(p.a + 6 * sizeof(T), square);
        const Line last = __builtin_shufflevector(second, third, 2, 4, 5, 6);
        __builtin_memcpy(p.c, &first, sizeof first);
        __builtin_memcpy(p.c + 3 * sizeof(T), &second, sizeof second);
        __builtin_memcpy(p.c + 5 * sizeof(T), &last, sizeof last);
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

template <class T, std::int64_t order> bool are_dense_squares(const ProductBatch& batch) {
    constexpr std::int64_t row = order * sizeof(T);
    const Product& p = batch.first;
    return p.m == order && p.a_row == row && p.b_row == row && p.c_row == row;
}

// Rows two at a time where a register holds two.
template <class T, std::int64_t order>
using Rows = std::conditional_t<2 * order * sizeof(T) <= vector_bytes, RowPair<T, order>,
                                SingleRow<T, order>>;

// By registers where rows fill one or half of one, or nearly; else by loops that the compiler
// unrolls.
template <class T, std::int64_t order> void by_square(const ProductBatch& batch) {
    if constexpr (std::is_floating_point_v<T>) {
        const bool is_dense = are_dense_squares<T, order>(batch);
        if constexpr (order == 3) {
            if (is_dense) return threes_by_threes<T>(batch);
        } else if constexpr (order == 2 || order == 4 || order == 8) {
            if (is_dense) return dense_squares<T, Rows<T, order>, false>(batch);
            return lines_by_square<T, order>(batch);
        }
    }
    tiny_by_square<T, order>(batch);
}

// Results whose units are lines of memory, written by streaming stores from registers. False, and
// nothing done, if the products are of another kind.
template <class T, std::int64_t order> bool by_lines_past_caches(const ProductBatch& batch) {
    if constexpr (!std::is_floating_point_v<T>) {
        return false;
    } else if constexpr (sizeof(typename Rows<T, order>::Unit) != line_bytes) {
        return false;
    } else {
        const Product& p = batch.first;
        constexpr std::int64_t size = sizeof(T);
        const bool is_packed = p.a_column == size && p.b_column == size && p.c_column == size;
        const bool is_dense = p.n == order && p.k == order && is_packed &&
                              are_dense_squares<T, order>(batch) &&
                              batch.c_step == order * order * size;
        if (!is_dense || reinterpret_cast<std::uintptr_t>(p.c) % line_bytes != 0) return false;
        dense_squares<T, Rows<T, order>, true>(batch);
        end_writing();
        return true;
    }
}

template <class T, std::int64_t size>
bool run_small(const ProductBatch& batch, bool is_vector) {
    if constexpr (size > most_unrolled) {
        return false;
    } else {
        if (batch.first.k != size) return run_small<T, size + 1>(batch, is_vector);
        is_vector ? tiny_by_vector<T, size>(batch) : by_square<T, size>(batch);
        return true;
    }
}

// False if the products are of another kind.
template <class T> bool small_products(const ProductBatch& batch) {
    constexpr std::int64_t size = sizeof(T);
    const Product& p = batch.first;
    const bool side_by_side = batch.c_step == size && batch.a_step == size && batch.b_step == size;
    if (p.m == 1 && p.n == 1 && side_by_side) {
        columns_by_columns<T>(p, batch.count);
        return true;
    }
    if (p.a_column != size) return false;
    const bool is_vector = p.n == 1;
    const bool is_square = p.n == p.k && p.b_column == size && p.c_column == size;
    // Of order 7 the compiler's loops take twice as long as tiles.
    const bool is_tiny = p.k <= 6 || p.k == 8;
    const bool takes_rows = is_vector && p.b_row == size && p.m > 1 && fills_registers(p);
    if (!takes_rows && (is_vector || (is_square && is_tiny))) {
        if (p.k > 0 && run_small<T, 1>(batch, is_vector)) return true;
    }
    if (!takes_rows && (!is_vector || p.m > 1 || p.b_row != size)) return false;
    Product one = p;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        if (p.m == 1) {
            dot<T, T>(one.a, one.b, p.k, one.c);
        } else {
            rows_by_vector<T>(one);
        }
        one.c += batch.c_step;
        one.a += batch.a_step;
        one.b += batch.b_step;
    }
    return true;
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
