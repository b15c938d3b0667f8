// A row by a matrix of many rows: too much to wait for on one thread, and no job for BLAS.
#pragma once

#include "backends/cpu/matrix_product.h"
#include "ops/status.h"

namespace numen::cpu {

// Multiplications of a piece of a product with a vector, which waits for memory.
inline constexpr std::int64_t vector_piece_work = 1 << 16;

// to += from, of floating-point numbers that lie one after the other.
void add_elements(Dtype dtype, char* to, const char* from, std::int64_t count);

// c' = b' a'.
Product turned(const Product& p);

// A row by a matrix that lies in rows, float32 or float64: the weighted sums of pieces of the rows,
// joined in an order of their own. False if it is of another kind, or has too few rows for that.
bool multiply_row(Dtype dtype, const Product& p, Status& status);

}  // namespace numen::cpu
