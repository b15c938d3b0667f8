// Matrix products of booleans: the or of ands.
#pragma once

#include "backends/cpu/matrix_product.h"

namespace numen::cpu {

// Operands of any steps, on the calling thread. An element of the result is done with its first
// product that is true. Needs a bit for each element of b: std::bad_alloc.
void multiply_truths(const Product& p);

// Words that are joined where no element is done early.
double truth_work(const Product& p);

}  // namespace numen::cpu
