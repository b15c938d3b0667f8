// The user's own __array_function__, __array_ufunc__ and __array_wrap__: NumPy's C code calls them
// and names one of its functions. Where the user's module sees Numen's in its place, they are given
// Numen's, so that `function is np.sum` holds.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Does the module of this Python function see Numen's functions where NumPy has its own?
bool sees_numens(PyObject* function);

// Before sees_numens(), and before a program may exchange what sys.modules has as NumPy. False with
// an exception set.
bool find_numpy();

// What calls a function written in Python: the pointer that Python gives every one of them, whose
// name it exports in 3.11 and 3.12 alone.
extern vectorcallfunc python_vectorcall;
bool find_python_vectorcall();

// Calls of such functions, in the place of Python's own.
PyObject* call_handler(PyObject* function, PyObject* const* args, std::size_t nargsf,
                       PyObject* names);
PyObject* call_wrapper(PyObject* function, PyObject* const* args, std::size_t nargsf,
                       PyObject* names);

}  // namespace numen::front
