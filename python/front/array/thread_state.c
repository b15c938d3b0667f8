/* Where CPython 3.11 keeps the current thread state, which operators look at before anything else:
   asked by a call it takes as long as all else that they ask of their caller. In C, because
   CPython's internal header has C's atomics. Later versions keep it in thread-local memory of their
   own. */
#define Py_BUILD_CORE 1
#include <Python.h>

#if PY_VERSION_HEX < 0x030C0000
#include <internal/pycore_runtime.h>

__attribute__((visibility("hidden"))) PyThreadState* volatile* numen_place_of_thread_state(void);

PyThreadState* volatile* numen_place_of_thread_state(void) {
    return (PyThreadState* volatile*)&_PyRuntime.gilstate.tstate_current;
}
#endif
