// Sums of products of two vectors in a row, by threads where they are long.
#pragma once

#include <cstdint>

#include "numen/dtype.h"

namespace numen::cpu {

// One element at `out`; floating-point flags stay in the status register. Long vectors need a
// little memory: std::bad_alloc.
void dot(Dtype dtype, const char* a, const char* b, std::int64_t count, char* out);

}  // namespace numen::cpu
