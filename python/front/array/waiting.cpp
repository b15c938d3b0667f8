#include "front/array/waiting.h"

#include <cxxabi.h>
#include <signal.h>
#include <unistd.h>

#include "front/array/lock_counts.h"
#include "front/array/starting.h"
#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

thread_local PyThreadState* left = nullptr;

long long count = 0;  // under the lock

void leave() {
    ++count;
    left = PyEval_SaveThread();
}

// Python ends threads that come for its lock after its end by unwinding them, which no destructor
// may be: they stay here, as from Python 3.14 on.
void enter() {
    try {
        PyEval_RestoreThread(left);
    } catch (const abi::__forced_unwind&) {
        for (;;) pause();
    }
}

// Takes notice of Ctrl-C without running its handler, which may look at what is running: the
// handler runs once that has stopped. What is stopped here does not start by itself before.
bool wants_to_stop() {
    if (is_starter_to_stop()) return true;
    if (PyOS_InterruptOccurred() == 0) return false;
    stop_what_started();
    return true;
}

// Of Python's module _signal.
PyObject* handler_of = nullptr;
PyObject* own_handler = nullptr;

// Does Ctrl-C raise for certain? So does Python's own handler. It is asked while this thread claims
// what it computes: Python code that ran here could wait for that for ever.
bool stops_for_good() {
    Ref number(handler_of == nullptr ? nullptr : PyLong_FromLong(SIGINT));
    Ref handler(number ? PyObject_CallOneArg(handler_of, number.get()) : nullptr);
    forget_error();
    return handler && handler.get() == own_handler;
}

// What Python calls in its main thread, between two bytecodes; it takes the error over.
int raise(void* error) {
    const Ref owned(static_cast<PyObject*>(error));
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(owned.get())), owned.get());
    return -1;
}

bool is_main_thread() { return gettid() == getpid(); }

}  // namespace

// As a signal where that raises for certain, since a signal stops long work, too: SIGINT may be
// ignored, or have a handler of the program's, which has been called once.
void postpone_error() {
    const bool is_ctrl_c = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt);
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != nullptr) PyException_SetTraceback(value, trace);
    const Ref kind(type), place(trace);
    Ref error(value);
    if (is_main_thread()) {
        if (is_ctrl_c && stops_for_good()) return PyErr_SetInterrupt();
        if (Py_AddPendingCall(raise, error.get()) == 0) return static_cast<void>(error.release());
    }
    PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), kind.get());
}

double max_locked_work = 50'000;

long long times_unlocked() { return count; }

Unlocked::Unlocked() { leave(); }
Unlocked::~Unlocked() { enter(); }

bool has_other_threads() {
    const PyThreadState* own = PyThreadState_Get();
    return own->next != nullptr || own->prev != nullptr;
}

bool prepare_waiting() {
    Ref signals(PyImport_ImportModule("_signal"));
    handler_of = signals ? PyObject_GetAttrString(signals.get(), "getsignal") : nullptr;
    own_handler = handler_of ? PyObject_GetAttrString(signals.get(), "default_int_handler")
                             : nullptr;
    graph::set_lock({leave, enter, wants_to_stop, stops_for_good});
    return own_handler != nullptr;
}

bool handle_interrupt() {
    stop_what_started();
    PyErr_SetInterrupt();
    return PyErr_CheckSignals() == 0;
}

}  // namespace numen::front
