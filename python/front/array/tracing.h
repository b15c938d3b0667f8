// tracemalloc sees the memory of arrays: under NumPy's domain, as if NumPy had allocated it.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// The block is given back; of use where NumPy has told tracemalloc of it, and we free it.
void forget_trace(const void* data);

// From now on the storage of arrays tells tracemalloc. numen.__init__ calls it when that module is
// imported, so that other programs pay nothing.
PyObject* trace_memory(PyObject*, PyObject*);

// Calls it if this process is being traced already; once, at import. False with an exception set.
bool prepare_tracing();

}  // namespace numen::front
