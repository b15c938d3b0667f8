// Running a program as the interpreter runs it: with no Python code further out.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// run_outermost(code, globals) runs a module's code, run_outermost(function, *arguments) calls,
// while the frames of the callers are out of sight, for sys._getframe, inspect, warnings,
// debuggers, tracers and other threads.
PyObject* run_outermost(PyObject*, PyObject* const* args, Py_ssize_t count);

// run_as_file(text, filename, globals): runs the bytes of a script as the interpreter reads a file,
// whose complaints about encodings and null bytes are others than those of compile().
PyObject* run_as_file(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
