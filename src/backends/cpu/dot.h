// Sums of products of two vectors, by threads where they are long.
#pragma once

#include <cstdint>

#include "backends/cpu/vector_in_a_row.h"
#include "numen/dtype.h"

namespace numen::cpu {

// One element at `out`; floating-point flags stay in the status register. Long vectors need a
// little memory: std::bad_alloc.
void dot(Dtype dtype, const char* a, const char* b, std::int64_t count, char* out);

// The same of vectors of any steps, which pass through buffers: the result has the same bits.
void dot(Dtype dtype, Vector a, Vector b, std::int64_t count, char* out);

}  // namespace numen::cpu
