// ufunc objects of the operation table: callable, with NumPy's attributes and methods.
#pragma once

#include "front/call/keywords.h"
#include "ops/operation.h"

namespace numen::front {

extern PyTypeObject UFunc;
extern PyTypeObject UFuncMeta;  // its type: pickle asks nobody about a class of `type` itself

struct UFuncObject {
    PyObject_HEAD
    vectorcallfunc vectorcall, observing;
    Op op;
    int inputs;
    PyObject* numpy;  // NumPy's ufunc of the same name
};
inline UFuncObject* as_ufunc(PyObject* o) { return reinterpret_cast<UFuncObject*>(o); }

// The ufunc's method of that name, computed by NumPy and counted.
PyObject* call_numpy_ufunc_method(PyObject* self, const char* method, const Arguments& arguments);

extern PyMethodDef ufunc_methods[];  // reduce, accumulate, outer, at, reduceat …

bool prepare_ufuncs();
// Puts one ufunc per operation, and its aliases, into the dictionary.
bool add_ufuncs(PyObject* functions);

}  // namespace numen::front
