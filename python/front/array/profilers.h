// Whether a profiler or debugger watches this thread: cProfile, line_profiler, sys.settrace …
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// The part of the answer that is asked of Python.
bool is_monitored();

// Then operations run at once, so that each is charged to the line that asks for it.
inline bool is_profiled() {
    const PyThreadState* thread = PyThreadState_Get();
    if (thread->c_profilefunc != nullptr || thread->c_tracefunc != nullptr) return true;
#if PY_VERSION_HEX >= 0x030C0000
    return is_monitored();
#else
    return false;
#endif
}

}  // namespace numen::front
