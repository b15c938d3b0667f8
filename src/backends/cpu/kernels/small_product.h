// Stacks of tiny products: the sizes are known to the compiler, and nothing is decided per matrix.
#pragma once

#include <utility>

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

// Asks for the matrices of a stack some 1.5 KB ahead: the processor foresees one stream in order,
// not three (products of order 8 from and to memory: half the time).
[[gnu::always_inline]] inline void fetch_product(const ProductBatch& batch, const Product& p,
                                                 std::int64_t bytes) {
    const std::int64_t ahead = 1536 / bytes + 1;
    for (std::int64_t line = 0; line < bytes; line += 64) {
        __builtin_prefetch(p.a + ahead * batch.a_step + line);
        __builtin_prefetch(p.b + ahead * batch.b_step + line);
        if (!batch.is_vast) __builtin_prefetch(p.c + ahead * batch.c_step + line, 1);
    }
}

// Each matrix of `order` columns with a square one.
template <class T, std::int64_t order> void tiny_by_square(const ProductBatch& batch) {
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product(batch, p, sizeof(T) * order * order);
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
        fetch_product(batch, p, sizeof(Line) * order);
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

// Two rows of a in one register.
template <class T, std::int64_t order> struct RowPair {
    using Line = typename Register<T, order>::type;
    using Pair = typename Register<T, 2 * order>::type;
    static constexpr int width = order;

    // The line twice.
    template <int... e>
    [[gnu::always_inline]] static Pair repeated(const char* from,
                                                std::integer_sequence<int, e...>) {
        Line line;
        __builtin_memcpy(&line, from, sizeof line);
        return __builtin_shufflevector(line, line, (e % width)...);
    }
    // Element j of either row in all places of its half.
    template <int j, int... e>
    [[gnu::always_inline]] static Pair spread(Pair a, std::integer_sequence<int, e...>) {
        return __builtin_shufflevector(a, a, (e / width * width + j)...);
    }
    template <int... j>
    [[gnu::always_inline]] static Pair product(Pair a, const Pair (&square)[order],
                                               std::integer_sequence<int, j...>) {
        constexpr std::make_integer_sequence<int, 2 * order> all{};
        Pair sum{};
        ((sum = multiply_add(spread<j>(a, all), square[j], sum)), ...);
        return sum;
    }
};

// Dense squares whose rows fill half a register, two at a time: the same sums, bit for bit, by half
// the multiplications.
template <class T, std::int64_t order> void pairs_by_square(const ProductBatch& batch) {
    using Rows = RowPair<T, order>;
    using Pair = typename Rows::Pair;
    constexpr std::int64_t row = order * sizeof(T);
    constexpr std::make_integer_sequence<int, 2 * order> all{};
    constexpr std::make_integer_sequence<int, order> lines{};
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product(batch, p, row * order);
        Pair square[order];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < order; ++j) square[j] = Rows::repeated(p.b + j * row, all);
#pragma GCC unroll 8
        for (std::int64_t i = 0; i < order * row; i += 2 * row) {
            Pair a;
            __builtin_memcpy(&a, p.a + i, sizeof a);
            const Pair sum = Rows::product(a, square, lines);
            __builtin_memcpy(p.c + i, &sum, sizeof sum);
        }
        p.c += batch.c_step;
        p.a += batch.a_step;
        p.b += batch.b_step;
    }
}

// Dense squares of order 3, in registers of four: the fourth element repeats the third, so that it
// raises no flag of its own. Nothing beyond the nine elements is read or written.
template <class T> void threes_by_threes(const ProductBatch& batch) {
    using Line = typename Register<T, 4>::type;
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
        fetch_product(batch, p, 9 * sizeof(T));
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

// By registers where rows fill one or half of one, or nearly; else by loops that the compiler
// unrolls.
template <class T, std::int64_t order> void by_square(const ProductBatch& batch) {
    if constexpr (std::is_floating_point_v<T>) {
        constexpr std::int64_t row = order * sizeof(T);
        const Product& p = batch.first;
        const bool is_dense = p.m == order && p.a_row == row && p.b_row == row && p.c_row == row;
        if constexpr (order == 3) {
            if (is_dense) return threes_by_threes<T>(batch);
        } else if constexpr (order == 2 || order == 4 || order == 8) {
            if constexpr (2 * row <= vector_bytes) {
                if (is_dense) return pairs_by_square<T, order>(batch);
            }
            return lines_by_square<T, order>(batch);
        }
    }
    tiny_by_square<T, order>(batch);
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
    if (is_vector || (is_square && is_tiny)) {
        if (p.k > 0 && run_small<T, 1>(batch, is_vector)) return true;
    }
    if (!is_vector || p.b_row != size) return false;
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
