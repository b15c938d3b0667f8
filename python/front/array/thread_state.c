/* What CPython's internal headers know and C++ cannot read, because they have C's atomics. */
#define Py_BUILD_CORE 1
#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000
#include <internal/pycore_interp.h>

/* Makes the interpreter look for pending calls. Before 3.13 Py_AddPendingCall does so only on the
   thread that is to run them. */
__attribute__((visibility("hidden"))) void numen_wake_interpreter(PyInterpreterState* interpreter);

void numen_wake_interpreter(PyInterpreterState* interpreter) {
    _Py_atomic_store_relaxed(&interpreter->ceval.eval_breaker, 1);
}
#endif

#if PY_VERSION_HEX < 0x030C0000
#include <internal/pycore_runtime.h>

/* Where CPython 3.11 keeps the current thread state, which operators look at before anything else:
   asked by a call it takes as long as all else that they ask of their caller. Later versions keep
   it in thread-local memory of their own. */
__attribute__((visibility("hidden"))) PyThreadState* volatile* numen_place_of_thread_state(void);

PyThreadState* volatile* numen_place_of_thread_state(void) {
    return (PyThreadState* volatile*)&_PyRuntime.gilstate.tstate_current;
}
#endif
