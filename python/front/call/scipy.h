// SciPy's own objects, looked up when first needed: nothing here imports SciPy before that.
#pragma once

#include "front/call/keywords.h"

namespace numen::front {

// The object of that whole name ("scipy.linalg.solve"), a new reference; null with an exception
// set.
PyObject* scipy_attribute(const char* name);

// ScipyFunction(name): the function of that name, which serves what Numen does not and refuses what
// it refuses. Only what it serves counts as a fallback.
extern PyTypeObject ScipyFunction;
// SciPy's own function, borrowed, imported when first asked for; null with an exception set.
PyObject* scipys_function(PyObject* function);

// numen.Handover, an exception: the call is SciPy's, to serve or to refuse.
extern PyObject* handover_type;
// Raises it; always null.
PyObject* hand_over_to_scipy();

bool prepare_scipy();

}  // namespace numen::front
