// What a program makes Numen do, by the user's lines: for `numen run --profile`, --trace, --strict.
//
// Events are kept as totals by kind, name and line, and singly for a trace. The time of an event
// does not contain that of the events inside it, nor what the profile itself takes. Nothing is kept
// unless somebody watches: an event costs a look at one flag, and a call costs nothing
// (observed_calls.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "front/module/numpy_api.h"
#include "front/module/places.h"
#include "ops/operation.h"
#include "ops/reduction.h"

namespace numen::front {

extern bool is_watching;

enum class Event : unsigned char {
    native,    // a call that Numen computes, if it is none of the following
    record,    // a call that records its operation
    library,   // BLAS, LAPACK, a Fourier transform, a sort
    at_once,   // an operation on elements that is not recorded
    fallback,  // NumPy computes
    become,    // an array is handed to other code
    element,   // one element read or written
    garbage,   // Python's collector of cycles
};

// What the events inside an observed call say about it: that it ran an operation at once, recorded
// one, or called a library.
enum class CallKind : unsigned char {
    simple,     // one operation or function
    composite,  // made of several: those run at once and recorded are its own business
};

// An event from its construction until it goes out of scope. `name` and `detail` are kept as text.
//
// A library call or an operation at once inside an observed call is no event of its own: it says of
// what kind the call is.
class Observation {
public:
    Observation(Event kind, const char* name, const char* detail = "") : kind_(kind) {
        if (is_watching) [[unlikely]] start(name, detail);
    }
    // Their names are looked up only where somebody watches.
    Observation(Event kind, Op op, const char* detail) : kind_(kind) {
        if (is_watching) [[unlikely]] start(info(op).name.data(), detail);
    }
    Observation(Event kind, ReduceOp op) : kind_(kind) {
        if (is_watching) [[unlikely]] start(numen::name(op).data(), "");
    }
    // A call of Numen's by the program: observed_calls.h.
    Observation(CallKind call, const char* name) : kind_(Event::native), call_(call) {
        if (is_watching) [[unlikely]] start(name, "");
    }
    ~Observation() {
        if (is_open_) [[unlikely]] end();
    }
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;
    // False, with an exception set, where --strict refuses a fallback.
    bool is_permitted() const { return !is_refused_; }
    // It turned out to be none.
    void forget() {
        if (std::exchange(is_open_, false)) end(false);
    }

    // A call begins when it has said what it is given, and ends before it says what it gives.
    void begin();
    void finish();
    // What a call is given and gives, objects of any kind.
    void reads(PyObject* object);
    void writes(PyObject* object);
    // An array that the call changes.
    void changes(PyObject* object);
    // What the events inside it say about the open call of this thread, if there is one.
    static bool tell_call(Event kind, const char* detail = "");
    static bool tell_element(const char* name);
    static Ordinal place_of_call();

private:
    void start(const char* name, const char* detail);
    bool start_call();
    void open();
    void end(bool is_kept = true);
    void keep(double ended);

    Event kind_;
    CallKind call_ = CallKind::simple;
    bool is_open_ = false, is_refused_ = false, is_call_ = false;
    Ordinal name_, detail_;
    Place place_;
    double begun_, start_, inside_, ended_ = 0;
    double read_ = 0, written_ = 0, elements_ = 0;
    Observation* outer_ = nullptr;
};

// Whether the main thread is inside an event, for the thread that samples the rest (sampling.h).
extern std::atomic<bool> main_thread_is_inside;

void count_element(const char* name);

// collecting(phase, info): what gc.callbacks are told.
PyObject* collecting(PyObject* module, PyObject* const* args, Py_ssize_t count);

// watch(enabled, events, calls=True): begins anew, keeping up to so many single events; or ends.
// Without `calls`, functions and operators are no events: fallbacks and what runs inside them are.
PyObject* watch(PyObject* module, PyObject* const* args, Py_ssize_t count);
// watched(): a dict of all that was seen, as profile.py reads it.
PyObject* watched(PyObject* module, PyObject* ignored);
// set_refusal(function): function(name, file, line) before each fallback may raise; None: no more.
PyObject* set_refusal(PyObject* module, PyObject* function);

}  // namespace numen::front
