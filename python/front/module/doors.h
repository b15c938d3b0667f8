// Doors: functions, methods and constructors of compiled libraries that take managed arrays.
//
// C code that asks for a numpy.ndarray by type refuses a managed array. So what an extension module
// defines is called through a door, which exposes the managed arrays among the arguments first. A
// door is put into the library's own objects, which keep their identity, and costs a few
// nanoseconds a call.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// open_doors(object) -> int: puts doors into a function, a type's methods and constructors, or all
// of a module's; how many. What has one, or cannot have one, is left as it is.
PyObject* open_doors(PyObject*, PyObject* object);

}  // namespace numen::front
