// Where the main thread is while Numen does nothing for it, by samples: Python, libraries, imports.
//
// A thread asks for a sample every few milliseconds; the main thread takes it itself, at the next
// place where CPython looks for signals, so that nobody waits for the interpreter's lock. What
// passed since the last sample less what events account for is charged to the place where the
// thread is found: calls of C code that take long keep their whole time, whatever locks they hold.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// sample(folder): begins, with the folder of NumPy; sample(None): ends, after a last one.
PyObject* sample(PyObject* module, PyObject* folder);

// [(is_importing, label, code, offset, seconds, samples, is_held_up)]: `label` is the name of the
// module that is imported or the file whose code runs; `code` and `offset` are the user's line, or
// None; a single instruction, a call of C code as a rule, holds up the interpreter.
PyObject* samples_list();

}  // namespace numen::front
