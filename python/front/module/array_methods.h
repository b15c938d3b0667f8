// Methods of classes that NumPy calls: what their __array__ gives has to be an ndarray, and the
// user's __array_function__ and the like are told Numen's functions (user_handlers.h).
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// From now on functions that C code finds as one of these methods do so. False with an exception
// set.
bool open_array_methods();

// The same for an object that NumPy is about to be given, whose methods C code may find without
// binding a function.
void open_methods_of_class_of(PyObject* object);

}  // namespace numen::front
