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

}  // namespace numen::cpu
