// Two-argument operations folded along an axis, or applied at selected places.
#pragma once

#include "front/index.h"
#include "front/reductions.h"
#include "ops/operation.h"

namespace numen::front {

// The reduction that folding with `op` is, if there is one; false otherwise.
bool reduction_of(Op op, ReduceOp& reduction);

// op.reduce for the operations that are no reduction of their own: one axis, no out=, initial= or
// where=. Null with an exception set, or with `unsupported` set.
PyObject* fold(Op op, ArrayObject* a, const ReduceRequest& request, bool& unsupported);

// op.accumulate along one axis; dtype no_dtype: found as NumPy finds it.
PyObject* accumulate(Op op, ArrayObject* a, int axis, Dtype dtype, bool& unsupported);

// a[index] op= b, one element after the other; `b` null for operations of one argument. The loop
// reads and writes a's type.
PyObject* at_selected(ArrayObject* a, ParsedIndex& index, const LoopEntry& loop, Op op,
                      PyObject* b, bool& unsupported);

}  // namespace numen::front
