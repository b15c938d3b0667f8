// argmin and argmax over strided memory.
#pragma once

#include "array/strided.h"

namespace numen::cpu {

// out (any integer type) = position of the extremum along the one axis in `axes`, or, with all
// axes set, its flat position in C order. The first of equals wins; a NaN wins over numbers.
void search(bool is_max, const StridedView& out, const StridedView& in, std::uint64_t axes);

}  // namespace numen::cpu
