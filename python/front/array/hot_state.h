// What is read whenever an operator, a method or the deallocator of numpy.ndarray is called, by
// whoever it is: in one line of the cache, because in between libraries run so much else that each
// line has to come from further away again.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

struct alignas(64) HotState {
    // The file and module of the frame that was judged last, and what they are (caller.h).
    PyObject* filename = nullptr;  // borrowed from caller.cpp's table, for comparison alone
    PyObject* globals = nullptr;
    bool is_library = false;
    // Off in tests, whose references NumPy computes: is_made_here.
    bool serves_foreign = true;
    bool registers_arrays = false;  // debug.h
    int numpy_serves = 0;           // how many NumpyServes there are, in all threads
    PyObject* memory_handler = nullptr;   // the capsule of ours (memory_handler.h)
    destructor numpys_dealloc = nullptr;   // NumPy's own deallocator
#if PY_VERSION_HEX < 0x030C0000
    PyThreadState* volatile* thread_state = nullptr;  // where CPython keeps the running one
#endif
};
extern HotState hot_state;

}  // namespace numen::front
