#include "front/array/starting.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "backends/cpu/signals.h"
#include "front/array/state.h"
#include "graph/pending.h"
#include "graph/running.h"

namespace numen::front {
namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr npy_intp least_elements = npy_intp{1} << 20;
// So long after the last recording the program does something else.
constexpr auto patience = std::chrono::microseconds(1500);

// Without Python's lock: nothing here knows of arrays.
struct Starter {
    std::mutex mutex;
    std::condition_variable changed;
    std::thread thread;
    std::atomic<Time> recorded{Time{}};
    std::atomic<bool> is_armed{false};  // there is work that the thread waits for
    std::atomic<bool> is_stopping{false};  // what the thread computes or is about to
    std::atomic<bool> is_ending{false};

    // True once the program has recorded nothing for a while, false at the end of the process.
    bool wait() {
        std::unique_lock guard(mutex);
        for (;;) {
            changed.wait(guard, [&] { return is_ending || is_armed; });
            const Time due = recorded.load() + patience;
            changed.wait_until(guard, due, [&] { return is_ending.load(); });
            if (is_ending) return false;
            if (!is_armed) continue;  // Ctrl-C since
            if (recorded.load() + patience > std::chrono::steady_clock::now()) continue;
            is_armed = is_stopping = false;
            return true;
        }
    }

    void try_again() {
        recorded = std::chrono::steady_clock::now();
        const std::lock_guard guard(mutex);
        if (!is_stopping) is_armed = true;
    }

    // What another thread computes has all processors, and the results of both at once are more
    // memory than the program would have needed.
    void start_or_try_again() {
        if (graph::is_anything_claimed()) {
            try_again();
        } else {
            start_pending();
        }
    }

    void run() {
        while (wait()) {
            if (!graph::is_anything_pending()) continue;
            const PyGILState_STATE lock = PyGILState_Ensure();
            if (!is_stopping) start_or_try_again();  // else Ctrl-C came meanwhile
            PyGILState_Release(lock);
        }
    }

    void end() {
        {
            const std::lock_guard guard(mutex);
            is_ending = true;
        }
        changed.notify_one();
    }
};

Starter* starter = new Starter;  // a forked child's is a new one
thread_local bool is_starter = false;
bool is_enabled = true;

// Python takes no thread along into its end that may ask for its lock then.
PyObject* end_starter(PyObject*, PyObject*) {
    starter->end();
    if (starter->thread.joinable()) {
        PyThreadState* state = PyEval_SaveThread();
        starter->thread.join();
        PyEval_RestoreThread(state);
    }
    Py_RETURN_NONE;
}

PyMethodDef end_definition = {"end_starter", end_starter, METH_NOARGS,
                              "Recorded work does not start by itself any more."};

bool call_at_exit() {
    Ref atexit(PyImport_ImportModule("atexit"));
    Ref end(atexit ? PyCFunction_New(&end_definition, nullptr) : nullptr);
    Ref done(end ? PyObject_CallMethod(atexit.get(), "register", "O", end.get()) : nullptr);
    return static_cast<bool>(done);
}

// Where no thread can be started, work waits for an evaluation trigger.
void start_thread() {
    static bool is_prepared = false;
    if (!is_prepared) {
        is_prepared = true;
        pthread_atfork(nullptr, nullptr, [] { starter = new Starter; });
        if (!call_at_exit()) {
            forget_error();
            starter->is_ending = true;
        }
    }
    // Python code has run since the caller looked: another thread may have come first.
    if (starter->is_ending || starter->thread.joinable()) return;
    const cpu::WithoutSignals thread_gets_none;
    try {
        starter->thread = std::thread([] {
            is_starter = true;
            starter->run();
        });
    } catch (const std::system_error&) {
        starter->is_ending = true;
    }
}

}  // namespace

void start_if_nobody_looks(npy_intp elements) {
    if (elements < least_elements || !is_enabled) return;
    starter->recorded = std::chrono::steady_clock::now();
    if (starter->is_armed) return;
    if (!starter->thread.joinable()) start_thread();
    {
        const std::lock_guard guard(starter->mutex);
        starter->is_armed = true;
    }
    starter->changed.notify_one();
}

void set_starting(bool enabled) { is_enabled = enabled; }

// Nor does it start again before the program records more, even if it has while the work ran.
void stop_what_started() {
    const std::lock_guard guard(starter->mutex);
    starter->is_armed = false;
    starter->is_stopping = true;
}

bool is_starter_to_stop() {
    return is_starter && (starter->is_stopping || starter->is_ending);
}

}  // namespace numen::front
