// What the keywords of a ufunc call mean.
#pragma once

#include "front/call/keywords.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {

struct UFuncKeywords {
    Manner manner;
    PyObject* where = nullptr;  // borrowed; null where everything is computed
    bool has_out = false;
    bool leaves_gaps = false;  // where= without out=: what is not computed is not set
};
// Reads what follows the inputs: out by position, and all keywords.
Read read_keywords(const Arguments& arguments, UFuncKeywords& keywords);

// The operation where a mask is true; elsewhere `out` keeps its values, and a new result has none.
// Null with an exception set, or with `unsupported` set.
PyObject* masked_elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                             PyObject* where, bool& unsupported);

}  // namespace numen::front
