// Calling a C method by its definition, whatever its calling convention.
#pragma once

#include <functional>

#include "front/module/numpy_api.h"

namespace numen::front {

// Arguments as the vectorcall protocol hands them over. TypeError where the convention has no place
// for them.
PyObject* call_definition(PyMethodDef* definition, PyObject* self, PyObject* const* args,
                          Py_ssize_t count, PyObject* names);

// The definition of NumPy's own method of ndarray, which is there as long as NumPy is; null with an
// exception set.
PyMethodDef* numpy_method(const char* name);

// Counts and shows the observers a call of NumPy's own method of that name ("ndarray.sum"), unless
// fallbacks are errors.
PyObject* call_method_fallback(const char* name, const std::function<PyObject*()>& call);

}  // namespace numen::front
