// The class that type(x) gives for a managed array, as the program sees it: numpy.ndarray's in all
// that it answers, though not to C code, which asks for its place among Python's types.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// The metaclass of Managed and ClassOfExposed.
extern PyTypeObject ManagedMeta;
bool prepare_meta();

// numpy.ndarray, or one of the two types that answer for it.
bool is_array_type(PyObject* object);
// numpy.ndarray where the object is one of the two, else the object itself; borrowed.
PyObject* as_numpys_class(PyObject* object);
// The same, and `type` where the object is the metaclass of the two.
PyObject* as_pythons_class(PyObject* object);

}  // namespace numen::front
