// Readies the types of object.h; once, at import.
#pragma once

#include <string>

#include "front/module/numpy_api.h"

namespace numen::front {

bool prepare_types();

// Methods that only managed arrays have: NumPy finds an exposed array by its base class.
bool add_managed_protocols();

// numpy.ndarray(shape, dtype, …): tp_new of the exposed type.
PyObject* new_ndarray(PyTypeObject* type, PyObject* args, PyObject* kwargs);

// Attribute access on a managed array: a name that only an ndarray knows exposes it.
PyObject* managed_getattro(PyObject* self, PyObject* name);

}  // namespace numen::front
