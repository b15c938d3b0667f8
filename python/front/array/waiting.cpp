#include "front/array/waiting.h"

#include "front/array/starting.h"
#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

thread_local PyThreadState* left = nullptr;

void leave() { left = PyEval_SaveThread(); }
void enter() { PyEval_RestoreThread(left); }

// Takes notice of Ctrl-C without running its handler, which may look at what is running: the handler
// runs once that has stopped.
bool wants_to_stop() { return is_starter_to_stop() || PyOS_InterruptOccurred() != 0; }

}  // namespace

void prepare_waiting() { graph::set_lock({leave, enter, wants_to_stop}); }

bool handle_interrupt() {
    stop_what_started();
    PyErr_SetInterrupt();
    return PyErr_CheckSignals() == 0;
}

}  // namespace numen::front
