// What full reductions found out about a managed array, kept until somebody writes to it.
#pragma once

#include "backends/backend.h"
#include "front/array/object.h"

namespace numen::front {

// The full reduction of an array whose values lie there in C order; `out` receives one element of
// resolve_reduction's output type. Remembered are sum, mean, var, std, min and max of float32 and
// float64 in managed memory, where there are enough of them; of one view of it, the last that was
// asked for.
Status reduce_remembering(ArrayObject* a, ReduceOp op, void* out);

// Whether it remembers anything; for measurements.
void set_remembering(bool enabled);

}  // namespace numen::front
