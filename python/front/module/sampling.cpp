#include "front/module/sampling.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>

#include "backends/cpu/signals.h"
#include "front/array/caller.h"
#include "front/module/observer_log.h"
#include "graph/watching.h"

#if PY_VERSION_HEX < 0x030D0000
extern "C" void numen_wake_thread(PyThreadState* main_thread);
#endif

namespace numen::front {
namespace {

PyThreadState* main_thread = nullptr;  // the program's

void ask_for(int (*call)(void*), std::atomic<bool>& is_asked) {
    if (is_asked.exchange(true)) return;
    if (Py_AddPendingCall(call, nullptr) != 0) is_asked = false;
#if PY_VERSION_HEX < 0x030D0000
    numen_wake_thread(main_thread);
#endif
}

// Whether it is an import, its label, the user's code and offset, and whether the interpreter was
// held up there. The objects are owned.
using Key = std::tuple<bool, PyObject*, PyCodeObject*, int, bool>;
struct Sampled {
    double seconds = 0;
    long long samples = 0;
};
std::map<Key, Sampled>& sampled() {
    static auto& kept = *new std::map<Key, Sampled>;  // never destroyed
    return kept;
}

PyObject* numpys_folder = nullptr;
double accounted = 0;  // seconds of the main thread that were charged to samples before
std::atomic<bool> is_asked{false};
std::atomic<double> asked_at{0};
// From a request to the sample passes less where Python code runs: more is one instruction, which
// as a rule is a call of C code.
constexpr double longest_wait = 50e-6;

// Charges what passed since the last sample to where the thread is.
void take_sample(double asked) {
    const double inside = accounted_seconds();
    if (inside < 0) return;
    const double begun = graph::now();
    const double passed = begun - event_log().start - inside;
    const SampledPlace found = sampled_place(numpys_folder);
    const Key key{found.is_importing, found.label, found.line.code, found.line.offset,
                  begun - asked > longest_wait};
    auto [entry, is_new] = sampled().try_emplace(key);
    if (is_new) {
        Py_XINCREF(found.label);
        Py_XINCREF(found.line.code);
    }
    entry->second.seconds += passed - accounted;
    ++entry->second.samples;
    accounted = passed;
    account_own(graph::now() - begun);
}

int take_pending_sample(void*) {
    is_asked = false;
    if (numpys_folder != nullptr && is_watching) take_sample(asked_at);
    return 0;
}

// Asks until it is destroyed, at intervals that no loop of the program keeps step with.
class Asking {
  public:
    Asking() {
        const cpu::WithoutSignals no_signals;
        thread_ = std::thread([this] { run(); });
    }
    ~Asking() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }

  private:
    void run() {
        using std::chrono::microseconds;
        constexpr unsigned shortest = 1000, range = 2048;
        unsigned random = 1;
        std::unique_lock lock(mutex_);
        while (true) {
            random = random * 1664525 + 1013904223;
            const microseconds pause(shortest + (random >> 16) % range);
            if (over_.wait_for(lock, pause, [this] { return is_over_; })) return;
            // What a thread does inside an event is the event's.
            if (main_thread_is_inside) continue;
            if (!is_asked) asked_at = graph::now();
            ask_for(take_pending_sample, is_asked);
        }
    }

    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::thread thread_;
};
Asking* asking = nullptr;

}  // namespace

PyObject* sample(PyObject*, PyObject* folder) {
    Asking* const ending = std::exchange(asking, nullptr);
    delete ending;  // which waits for the thread
    if (ending != nullptr) take_sample(graph::now());
    Py_XSETREF(numpys_folder, folder == Py_None ? nullptr : Py_NewRef(folder));
    if (numpys_folder == nullptr) Py_RETURN_NONE;
    if (!PyUnicode_Check(folder)) {
        PyErr_SetString(PyExc_TypeError, "sample: needs the folder of NumPy, or None");
        Py_CLEAR(numpys_folder);
        return nullptr;
    }
    for (const auto& [key, totals] : sampled()) {
        Py_XDECREF(std::get<1>(key));
        Py_XDECREF(std::get<2>(key));
    }
    sampled().clear();
    accounted = 0;
    main_thread = PyThreadState_Get();
    asking = new Asking;
    Py_RETURN_NONE;
}

PyObject* samples_list() {
    Ref list(PyList_New(0));
    for (const auto& [key, totals] : sampled()) {
        const auto& [is_importing, label, code, offset, is_held_up] = key;
        const auto or_none = [](auto* object) {
            return object == nullptr ? Py_None : reinterpret_cast<PyObject*>(object);
        };
        const auto truth = [](bool value) { return value ? Py_True : Py_False; };
        Ref row(Py_BuildValue("(OOOidLO)", truth(is_importing), or_none(label), or_none(code),
                              offset, totals.seconds, totals.samples, truth(is_held_up)));
        if (!list || !row || PyList_Append(list.get(), row.get()) < 0) return nullptr;
    }
    return list.release();
}

}  // namespace numen::front
