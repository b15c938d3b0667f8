// The judge of the elementwise kernels: every row of elementwise.def, one element after the other.
#pragma once

#include <cstdint>

#include "ops/operation.h"

namespace numen::reference {

// Runs the row over `count` elements that lie one behind the other in every operand: first the
// inputs of type `dtype` (ldexp's exponents are int32), then the outputs of the types that the
// row's loop for `dtype` writes. Transcendental functions of floats are computed in long double and
// rounded once. Returns status bits found from values, or -1 if the row has no loop for the type.
std::int64_t elementwise(Op op, Dtype dtype, const void* const* inputs, void* const* outputs,
                         std::int64_t count);

}  // namespace numen::reference
