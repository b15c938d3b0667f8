// NumPy's own objects, looked up once.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// numpy.<name>, a new reference; dots reach into submodules ("linalg.norm"). It may run Python
// code, which leaves Python's lock: no initialiser of a static variable calls it. A second thread
// would wait there for the first, which waits for the lock that the second holds.
PyObject* numpy_attribute(const char* name);

}  // namespace numen::front
