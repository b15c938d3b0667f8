// Readies the types of object.h; once, at import.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

bool prepare_types();

// Methods that only managed arrays have, which are no ndarray to NumPy's C code.
bool add_managed_protocols();

// What an array that has just become exposed says it is an instance of: a class derived from
// numpy.ndarray, which is not its type and equals it.
extern PyTypeObject ClassOfExposed;

// Attribute access on a managed array: a name that only an ndarray knows exposes it.
PyObject* managed_getattro(PyObject* self, PyObject* name);

}  // namespace numen::front
