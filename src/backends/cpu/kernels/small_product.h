// Stacks of tiny products: the sizes are known to the compiler, and nothing is decided per matrix.
#pragma once

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

// Each matrix of `order` columns with a square one.
template <class T, std::int64_t order> void tiny_by_square(const ProductBatch& batch) {
    Product p = batch.first;
    for (std::int64_t index = 0; index < batch.count; ++index) {
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

template <class T, std::int64_t size>
bool run_small(const ProductBatch& batch, bool is_vector) {
    if constexpr (size > most_unrolled) {
        return false;
    } else {
        if (batch.first.k != size) return run_small<T, size + 1>(batch, is_vector);
        is_vector ? tiny_by_vector<T, size>(batch) : tiny_by_square<T, size>(batch);
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
    if (is_vector || is_square) {
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
