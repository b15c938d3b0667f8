// What a program makes Numen do, by the user's lines: for `numen run --profile`, --trace, --strict.
//
// Events are kept as totals by kind, name and line, and singly for a trace. The time of an event
// does not contain that of the events inside it. Nothing is kept unless somebody watches: then an
// event costs a look at one flag.
#pragma once

#include <cstdint>
#include <utility>

#include "front/module/numpy_api.h"
#include "ops/operation.h"
#include "ops/reduction.h"

namespace numen::front {

extern bool is_watching;

enum class Event : unsigned char {
    library,   // BLAS, LAPACK, a Fourier transform, a sort
    at_once,   // an operation on elements that is not recorded
    fallback,  // NumPy computes
    become,    // an array is handed to other code
    element,   // one element read or written: counted, not timed
};

// An event from its construction until it goes out of scope. `name` and `detail` are kept as text.
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

private:
    void start(const char* name, const char* detail);
    void end(bool is_kept = true);

    Event kind_;
    bool is_open_ = false, is_refused_ = false;
    std::uint32_t name_, detail_, place_;
    double start_, inside_;
};

void count_element(const char* name);

// watch(enabled, events): begins anew, keeping up to so many single events; or ends.
PyObject* watch(PyObject* module, PyObject* const* args, Py_ssize_t count);
// watched(): a dict of all that was seen, as profile.py reads it.
PyObject* watched(PyObject* module, PyObject* ignored);
// set_refusal(function): function(name, file, line) before each fallback may raise; None: no more.
PyObject* set_refusal(PyObject* module, PyObject* function);

}  // namespace numen::front
