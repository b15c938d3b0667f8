// where(mask, a, b) as a loop, for work that is recorded.
#pragma once

#include "ops/operation.h"

namespace numen::backend {

// Reads booleans and two inputs of the type, and writes it; raises no flags.
const LoopEntry& select_loop(Dtype dtype);

}  // namespace numen::backend
