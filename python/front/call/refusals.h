// Errors in NumPy's own words: what Numen refuses, NumPy is asked to refuse.
//
// A list is not read again for that: another thread may change it meanwhile, which NumPy does not
// survive. NumPy gets dummies of the arrays that were made of the lists.
#pragma once

#include <span>

#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "ops/operation.h"

namespace numen::front {

// Raises what NumPy raises for such operands: calls NumPy's ufunc of that name on dummy operands of
// the same types and shapes that own no memory. Always returns null: with an exception set, or with
// `unsupported` set where NumPy accepts what we have no loop for.
PyObject* raise_as_numpy(Op op, std::span<const Operand> inputs, PyObject* out,
                         bool& unsupported);

// The same for a function of NumPy's with any arguments, of which some were read.
PyObject* refuse_as_numpy(const char* name, const Arguments& arguments,
                          std::span<const Operand> read, bool& accepted);

// An ndarray that NumPy's type and shape checks cannot tell from `a`, over one shared element.
PyObject* stand_in(ArrayObject* a);

}  // namespace numen::front
