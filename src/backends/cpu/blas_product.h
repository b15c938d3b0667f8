// Matrix products by OpenBLAS: operands of any layout, and A @ A.T as a symmetric product.
#pragma once

#include "backends/cpu/matrix_product.h"
#include "numen/dtype.h"
#include "ops/status.h"

namespace numen::cpu {

// Multiplications that a product takes, and of real numbers.
double work_of(const Product& p);
double real_work_of(Dtype dtype, const Product& p);

// Whether OpenBLAS takes less time than our loops.
bool wants_blas(Dtype dtype, const Product& p);

// On the calling thread. Throws std::bad_alloc.
void multiply_by_blas(Dtype dtype, const Product& p);

// Whether p is a matrix by its own transpose.
bool is_symmetric(const Product& p);

// Such a product, half of it computed, on all threads. Throws std::bad_alloc.
Status multiply_symmetric(Dtype dtype, const Product& p);

}  // namespace numen::cpu
