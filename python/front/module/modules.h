// NumPy's own objects, looked up once.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// numpy.<name>, a new reference; dots reach into submodules ("linalg.norm").
PyObject* numpy_attribute(const char* name);

}  // namespace numen::front
