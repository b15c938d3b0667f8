// Products of few rows by few columns that are long sums: X.T @ X of many samples.
#pragma once

#include "backends/cpu/matrix_product.h"
#include "ops/status.h"

namespace numen::cpu {

// A product for BLAS whose inner axis is many times as long as the others, as sums over parts of
// that axis, joined in an order of their own. False if it is of another kind. Throws
// std::bad_alloc.
bool multiply_long(Dtype dtype, const Product& p, Status& status);

}  // namespace numen::cpu
