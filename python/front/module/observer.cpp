#include "front/module/observer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "backends/cpu/watched_pieces.h"
#include "front/array/object.h"
#include "front/module/flows.h"
#include "front/module/observed_calls.h"
#include "front/module/observer_log.h"
#include "graph/watching.h"

namespace numen::front {

bool is_watching = false;
std::atomic<bool> main_thread_is_inside{false};

namespace {

// Events that are shorter would fill a trace and show nothing.
constexpr double shortest_single = 1e-6;

PyObject* refusal = nullptr;
unsigned long main_thread = 0;

// What a thread is in the middle of.
struct Thread {
    double seconds_inside = 0;  // of the events that ended inside the open one
    int open_events = 0, open_fallbacks = 0;
    Observation* call = nullptr;  // the innermost that is open
    double collection_begun = 0;
    long long changes = 0;  // calls that made or changed an array
    bool is_main = false;
};
thread_local Thread thread;

void enter() {
    thread.is_main = PyThread_get_thread_ident() == main_thread;
    if (thread.open_events++ == 0 && thread.is_main) main_thread_is_inside = true;
}

void leave() {
    if (--thread.open_events == 0 && thread.is_main) main_thread_is_inside = false;
}

void note_elsewhere(const char* kind, double seconds) {
    if (!thread.is_main) event_log().elsewhere[kind] += seconds;
}

bool refuses(const char* name, Ordinal place) {
    if (refusal == nullptr) return false;
    const auto [file, line] = file_and_line(place);
    Ref answer(PyObject_CallFunction(refusal, "ssi", name, file.c_str(), line));
    return !answer;
}

}  // namespace

Log& event_log() {
    static Log& kept = *new Log;
    return kept;
}

const char* kind_name(Event kind) {
    constexpr const char* names[] = {"native", "record", "library", "at once", "fallback",
                                     "become", "element", "garbage"};
    return names[static_cast<int>(kind)];
}

double accounted_seconds() { return thread.open_events > 0 ? -1 : thread.seconds_inside; }

void account_own(double seconds) {
    thread.seconds_inside += seconds;
    if (thread.is_main) event_log().own_seconds += seconds;
}

// What happens inside a fallback is the fallback's.
void Observation::start(const char* name, const char* detail) {
    if (kind_ == Event::fallback && thread.open_fallbacks++ > 0) {
        is_open_ = true;
        name_ = 0;
        return;
    }
    if (kind_ != Event::fallback && thread.open_fallbacks > 0) return;
    const bool is_inner = kind_ == Event::library || kind_ == Event::at_once;
    if (is_inner && tell_call(kind_, detail)) return;
    begun_ = graph::now();
    const Place place = innermost_place_of_user();
    // What a function of Numen's calls is its own business; what the program's code calls that it
    // was given is not.
    if (kind_ == Event::native && thread.call != nullptr && !place.is_innermost) return;
    place_ = place;
    if (kind_ == Event::fallback && refuses(name, place_.number)) {
        --thread.open_fallbacks;
        is_refused_ = true;
        return;
    }
    name_ = number_of_name(name);
    detail_ = number_of_name(detail);
    if (kind_ == Event::native) {
        is_call_ = true;
        outer_ = std::exchange(thread.call, this);
    }
    open();
}

void Observation::open() {
    enter();
    inside_ = std::exchange(thread.seconds_inside, 0.0);
    is_open_ = true;
    if (kind_ != Event::native) begin();
}

void Observation::begin() {
    if (is_open_) start_ = graph::now();
}

void Observation::finish() {
    if (is_open_ && ended_ == 0) ended_ = graph::now();
}

void Observation::end(bool is_kept) {
    if (kind_ == Event::fallback) --thread.open_fallbacks;
    if (name_ == 0) return;
    finish();
    if (is_call_) thread.call = outer_;
    if (!is_kept) {
        thread.seconds_inside += inside_;
        return leave();
    }
    keep(ended_);
    // Half of a reading of the clock lies before the moment that it gives, half after.
    const double clock = event_log().clock_seconds, done = graph::now();
    if (thread.is_main) {
        event_log().own_seconds += (start_ - begun_) + (done - ended_) + 2 * clock;
    }
    thread.seconds_inside = inside_ + (done - begun_) + clock;
    leave();
}

void Observation::keep(double ended) {
    Log& kept = event_log();
    Totals& totals = kept.events[{kind_, name_, detail_, place_.number}];
    const double seconds =
        std::max(ended - start_ - thread.seconds_inside - kept.clock_seconds, 0.0);
    ++totals.calls;
    totals.seconds += seconds;
    totals.read += read_;
    totals.written += written_;
    totals.elements = std::max(totals.elements, elements_);
    if (std::exchange(totals.changes_before, thread.changes) != thread.changes) ++totals.runs;
    note_elsewhere(kind_name(kind_), seconds);
    if (kept.most_singles == 0) return;
    const bool is_frequent =
        kind_ == Event::at_once || kind_ == Event::native || kind_ == Event::element;
    if (is_frequent && ended - start_ < shortest_single) return;
    kept.keep({kind_name(kind_), name_, place_.number, 0, start_, ended - start_, read_, written_,
               PyThread_get_thread_native_id()});
}

namespace {

double element_count(const PyArrayObject_fields& fields) {
    double count = 1;
    for (int axis = 0; axis < fields.nd; ++axis) {
        count *= static_cast<double>(fields.dimensions[axis]);
    }
    return count;
}

}  // namespace

void Observation::reads(PyObject* object) {
    if (!is_open_ || object == nullptr) return;
    if (PyList_CheckExact(object) || PyTuple_CheckExact(object)) {
        constexpr Py_ssize_t max_items = 16;  // a list of numbers says nothing
        const Py_ssize_t count = std::min(PySequence_Fast_GET_SIZE(object), max_items);
        for (Py_ssize_t i = 0; i < count; ++i) {
            PyObject* item = PySequence_Fast_GET_ITEM(object, i);
            if (is_ours(item)) reads(item);
        }
    }
    if (!is_ours(object)) return;
    const PyArrayObject_fields& fields = as_array(object)->f;
    const double count = element_count(fields);
    read_ += count * static_cast<double>(PyDataType_ELSIZE(fields.descr));
    elements_ = std::max(elements_, count);
    note_given(object, place_);
}

// Of a view no element is read or written.
void Observation::writes(PyObject* object) {
    if (!is_open_ || object == nullptr || !is_ours(object)) return;
    const PyArrayObject_fields& fields = as_array(object)->f;
    if (fields.base != nullptr && is_ours(fields.base)) {
        note_made(object, place_);
        read_ = 0;
    } else {
        changes(object);
        written_ += element_count(fields) * static_cast<double>(PyDataType_ELSIZE(fields.descr));
    }
}

void Observation::changes(PyObject* object) {
    if (!is_open_ || !is_ours(object)) return;
    note_made(object, place_);
    if (kind_ != Event::element) ++thread.changes;
}

bool Observation::tell_call(Event kind, const char* detail) {
    Observation* call = thread.call;
    if (call == nullptr) return false;
    if (kind == Event::library) {
        call->kind_ = kind;
    } else if (call->call_ == CallKind::simple && call->kind_ == Event::native) {
        call->kind_ = kind;
        call->detail_ = number_of_name(detail);
    }
    return true;
}

bool Observation::tell_element(const char* name) {
    Observation* call = thread.call;
    if (call == nullptr || call->call_ != CallKind::simple) return false;
    call->kind_ = Event::element;
    call->name_ = number_of_name(name);
    call->read_ = 0;
    return true;
}

Ordinal Observation::place_of_call() {
    return thread.call != nullptr ? thread.call->place_.number : innermost_place_of_user().number;
}

void count_element(const char* name) {
    if (Observation::tell_element(name)) return;
    const Ordinal none = number_of_name("");
    ++event_log().events[{Event::element, number_of_name(name), none,
                          innermost_place_of_user().number}].calls;
}

PyObject* collecting(PyObject*, PyObject* const* args, Py_ssize_t count) {
    const char* phase = count > 0 ? PyUnicode_AsUTF8(args[0]) : nullptr;
    if (phase == nullptr) return nullptr;
    if (!is_watching || thread.open_fallbacks > 0) Py_RETURN_NONE;
    if (std::strcmp(phase, "start") == 0) {
        enter();
        thread.collection_begun = graph::now();
    } else if (thread.collection_begun > 0) {
        const double seconds = graph::now() - std::exchange(thread.collection_begun, 0.0);
        const Ordinal none = number_of_name("");
        Totals& totals = event_log().events[{Event::garbage, number_of_name("collections"), none,
                                             innermost_place_of_user().number}];
        ++totals.calls;
        totals.seconds += seconds;
        note_elsewhere(kind_name(Event::garbage), seconds);
        thread.seconds_inside += seconds;
        leave();
    }
    Py_RETURN_NONE;
}

namespace {

Steps steps_of(const graph::Execution& execution) {
    constexpr int function_weight = 8;  // as cpu/program.cpp shares work out
    Steps steps;
    for (const graph::Node* node : execution.group.members) {
        const bool is_function = node->loop != nullptr && node->loop->is_function;
        steps.emplace_back(node->place,
                           number_of_name(std::string(graph::name_of(*node)).c_str()),
                           is_function ? function_weight : 1);
    }
    return steps;
}

std::string summary_of(const Steps& steps) {
    std::string summary;
    for (const auto& [place, name, weight] : steps) {
        summary += (summary.empty() ? "" : " ") + std::string(name_of(name));
    }
    return summary;
}

std::uint32_t note_recording(const graph::Node& node) {
    Log& kept = event_log();
    const bool runs_now = node.serial == ~std::uint64_t{0};  // evaluate_into
    if (!runs_now && kept.singles.size() < kept.most_singles) {
        kept.recorded[node.serial] = {graph::now(), PyThread_get_thread_native_id()};
    }
    if (!runs_now) Observation::tell_call(Event::record);
    return Observation::place_of_call();
}

void keep_arrows(const graph::Execution& execution, unsigned long native_thread) {
    Log& kept = event_log();
    for (const graph::Node* node : execution.group.members) {
        const auto found = kept.recorded.find(node->serial);
        if (found == kept.recorded.end()) continue;
        const auto [when, where] = found->second;
        kept.arrows.push_back({when, execution.start, where, native_thread});
        kept.recorded.erase(found);
    }
}

void note_program(const graph::Execution& execution) {
    thread.is_main = PyThread_get_thread_ident() == main_thread;
    Log& kept = event_log();
    const double begun = graph::now();
    const Ordinal looker = Observation::place_of_call();
    Steps steps = steps_of(execution);
    if (execution.reduction) {  // the line that looks asked for it
        steps.emplace_back(looker,
                           number_of_name(std::string(name(*execution.reduction)).c_str()), 1);
    }
    ProgramTotals& totals = kept.programs[{looker, steps}];
    if (totals.calls++ == 0) totals.name = number_of_name(summary_of(steps).c_str());
    const double read = static_cast<double>(execution.traffic.read);
    const double written = static_cast<double>(execution.traffic.written);
    totals.seconds += execution.seconds;
    totals.read += read;
    totals.written += written;
    totals.threads = std::max(totals.threads, execution.threads);
    note_elsewhere("program", execution.seconds);
    thread.seconds_inside += execution.seconds;
    if (kept.most_singles > 0) {
        const unsigned long native_thread = PyThread_get_thread_native_id();
        keep_arrows(execution, native_thread);
        kept.keep({"program", totals.name, std::get<0>(steps.back()), looker, execution.start,
                   execution.seconds, read, written, native_thread});
    }
    account_own(graph::now() - begun);
}

constexpr graph::Watcher watcher{note_recording, note_program};

void begin_anew(std::size_t most_singles) {
    Log& kept = event_log();
    kept = Log();
    kept.most_singles = most_singles;
    main_thread = PyThread_get_thread_ident();
    thread = Thread();
    thread.is_main = true;
    main_thread_is_inside = false;
    kept.clock_seconds = 1;
    for (int i = 0; i < 100; ++i) {
        const double before = graph::now();
        kept.clock_seconds = std::min(kept.clock_seconds, graph::now() - before);
    }
    kept.start = graph::now();
}

}  // namespace

PyObject* watch(PyObject*, PyObject* const* args, Py_ssize_t count) {
    const int wanted = count == 2 || count == 3 ? PyObject_IsTrue(args[0]) : -1;
    const int of_calls = count == 3 ? PyObject_IsTrue(args[2]) : 1;
    const Py_ssize_t most = wanted < 0 ? -1 : PyNumber_AsSsize_t(args[1], nullptr);
    if (most < 0) {
        if (PyErr_Occurred()) return nullptr;
        PyErr_SetString(PyExc_TypeError, "watch: needs a truth value and a number of events");
        return nullptr;
    }
    if (wanted) begin_anew(static_cast<std::size_t>(most));
    is_watching = wanted != 0;
    observe_calls(is_watching && of_calls == 1);
    if (!is_watching) forget_places();
    graph::set_watcher(is_watching ? &watcher : nullptr);
    cpu::watch_pieces(is_watching ? static_cast<std::size_t>(most) : 0);
    Py_RETURN_NONE;
}

PyObject* set_refusal(PyObject*, PyObject* function) {
    Py_XSETREF(refusal, function == Py_None ? nullptr : Py_NewRef(function));
    Py_RETURN_NONE;
}

}  // namespace numen::front
