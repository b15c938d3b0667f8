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
// handler runs once that has stopped.
bool wants_to_stop() { return is_starter_to_stop() || PyOS_InterruptOccurred() != 0; }

// Does Ctrl-C raise for certain? So does Python's own handler.
bool stops_for_good() {
    Ref signals(PyImport_ImportModule("signal"));
    Ref own(signals ? PyObject_GetAttrString(signals.get(), "default_int_handler") : nullptr);
    Ref handler(own ? PyObject_CallMethod(signals.get(), "getsignal", "i", SIGINT) : nullptr);
    PyErr_Clear();
    return handler && handler.get() == own.get();
}

}  // namespace

double max_locked_work = 50'000;

long long times_unlocked() { return count; }

Unlocked::Unlocked() { leave(); }
Unlocked::~Unlocked() { enter(); }

void prepare_waiting() { graph::set_lock({leave, enter, wants_to_stop, stops_for_good}); }

bool handle_interrupt() {
    stop_what_started();
    PyErr_SetInterrupt();
    return PyErr_CheckSignals() == 0;
}

}  // namespace numen::front
