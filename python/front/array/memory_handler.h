// NumPy's memory handlers: ours, by which NumPy gives memory of ours back, and NumPy's own.
//
// C code may give two arrays each other's memory, but not their handlers: f2py's intent(inplace)
// does. So neither handler of an array says who made its memory; storage::kind_of does.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// NumPy's own, which lives as long as the process; null where it cannot be had.
PyDataMem_Handler* numpys_handler();

// Makes the capsule of ours, hot_state.memory_handler.
bool prepare_memory_handler();

}  // namespace numen::front
