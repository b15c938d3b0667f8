// Matrix products by our own loops, of any strides and element type.
#pragma once

#include <cstdint>

#include "numen/dtype.h"

namespace numen::cpu {

// c = a @ b with byte strides: c is m by n, a is m by k, b is k by n.
struct Product {
    char* c;
    const char* a;
    const char* b;
    std::int64_t m, n, k;
    std::int64_t c_row, c_column;
    std::int64_t a_row, a_column;
    std::int64_t b_row, b_column;
};
using ProductLoop = void (*)(const Product& product);

// `count` products of one shape, the operands of each a step from those of the one before.
// `is_vast`: they are part of more than a cache holds.
struct ProductBatch {
    Product first;
    std::int64_t count;
    std::int64_t c_step, a_step, b_step;
    bool is_vast = false;
};
using ProductBatchLoop = void (*)(const ProductBatch& batch);

// out = sum of a[i] * b[i] over contiguous vectors of one type, in the type's own arithmetic
// (halves in float32, booleans by or of and).
using DotLoop = void (*)(const void* a, const void* b, std::int64_t count, void* out);
// The same, bit for bit, of elements that lie apart.
using DotApartLoop = void (*)(const void* a, std::int64_t a_step, const void* b,
                              std::int64_t b_step, std::int64_t count, void* out);

// Whether a matrix with a vector, both in rows, is multiplied by whole registers, in stacks as
// alone: each way has an order of its sums.
inline bool fills_registers(const Product& p) {
    constexpr std::int64_t least_columns = 16, least_rows = 64;
    return p.k >= least_columns || p.m >= least_rows;
}

// A longer row's sum of complex numbers is made of blocks' sums.
inline constexpr std::int64_t longest_row = 4096;

// Whether it is a row by a matrix, all of which lie in one piece each.
inline bool is_flat_row(const Product& p, std::int64_t size) {
    return p.m == 1 && p.a_column == size && p.c_column == size && p.b_column == size &&
           p.b_row == p.n * size;
}

}  // namespace numen::cpu
