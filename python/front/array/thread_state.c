/* What CPython's internal headers know and C++ cannot read, because they have C's atomics. */
#define Py_BUILD_CORE 1
#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000
#include <internal/pycore_interp.h>
#include <internal/pycore_runtime.h>

/* Whether the thread has the interpreter's lock, or had it last. */
static int has_lock(PyThreadState* thread) {
#if PY_VERSION_HEX < 0x030C0000
    return (PyThreadState*)_Py_atomic_load(&_PyRuntime.gilstate.tstate_current) == thread;
#else
    return (PyThreadState*)_Py_atomic_load(&thread->interp->ceval.gil->last_holder) == thread;
#endif
}

/* Makes the main thread look for pending calls, of which before 3.13 Py_AddPendingCall tells the
   thread that calls it alone. Other threads may not run them: one that is told, and traced, asks
   again and again without end. Who takes the lock later is told by the interpreter. */
__attribute__((visibility("hidden"))) void numen_wake_thread(PyThreadState* main_thread);

void numen_wake_thread(PyThreadState* main_thread) {
    if (!has_lock(main_thread)) return;
    _Py_atomic_store(&main_thread->interp->ceval.eval_breaker, 1);
    /* Another may have taken the lock, and looked, before that. Should it have been asked for the
       lock as well, it is asked again after five milliseconds. */
    if (!has_lock(main_thread)) _Py_atomic_store(&main_thread->interp->ceval.eval_breaker, 0);
}
#endif

#if PY_VERSION_HEX < 0x030C0000
/* Where CPython 3.11 keeps the current thread state, which operators look at before anything else:
   asked by a call it takes as long as all else that they ask of their caller. Later versions keep
   it in thread-local memory of their own. */
__attribute__((visibility("hidden"))) PyThreadState* volatile* numen_place_of_thread_state(void);

PyThreadState* volatile* numen_place_of_thread_state(void) {
    return (PyThreadState* volatile*)&_PyRuntime.gilstate.tstate_current;
}
#endif
