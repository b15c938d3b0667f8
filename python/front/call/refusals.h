// Errors in NumPy's own words: what Numen refuses, NumPy is asked to refuse.
#pragma once

#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "ops/operation.h"

namespace numen::front {

// Raises what NumPy raises for such operands: calls NumPy's ufunc of that name on stand-ins of
// the same types and shapes that own no memory. Always returns null: with an exception set, or with
// `unsupported` set where NumPy accepts what we have no loop for.
PyObject* raise_as_numpy(Op op, PyObject* const* inputs, int count, PyObject* out,
                         bool& unsupported);

// The same for a function of NumPy's with any arguments.
PyObject* refuse_as_numpy(const char* name, const Arguments& arguments, bool& accepted);

// An ndarray that NumPy's type and shape checks cannot tell from `a`, over one shared element.
PyObject* stand_in(ArrayObject* a);

}  // namespace numen::front
