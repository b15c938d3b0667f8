#include "front/module/observer.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "front/array/caller.h"
#include "graph/watching.h"

namespace numen::front {

bool is_watching = false;

namespace {

// A name, a file or a place as a number; 0 is none.
using Number = std::uint32_t;

constexpr const char* kind_names[] = {"library", "at once", "fallback", "become", "element"};

template <class Value> struct Numbered {
    std::map<Value, Number> numbers;
    std::vector<const Value*> values;  // of number 1, 2 …

    Number number_of(const Value& value) {
        const auto [entry, is_new] = numbers.try_emplace(value, values.size() + 1);
        if (is_new) values.push_back(&entry->first);
        return entry->second;
    }
};

struct Totals {
    long long calls = 0;
    double seconds = 0;
};

// Which operations of which lines a program was made of: (place, name, weight) each.
using Steps = std::vector<std::tuple<Number, Number, int>>;

struct ProgramTotals : Totals {
    double read = 0, written = 0;
    int threads = 0;
    Number name = 0;  // of all its operations
};

struct Single {
    const char* kind;
    Number name, place, looker;
    double start, seconds;
    unsigned long thread;
};

// Operations at once that are shorter would fill a trace and show nothing.
constexpr double shortest_single = 1e-6;

struct Log {
    Numbered<std::string> names;
    Numbered<std::pair<std::string, int>> places;
    std::map<std::tuple<Event, Number, Number, Number>, Totals> events;
    std::map<std::pair<Number, Steps>, ProgramTotals> programs;  // by looker
    std::vector<Single> singles;
    std::size_t most_singles = 0, dropped = 0;
    double start = 0;

    void keep(const Single& single) {
        if (singles.size() < most_singles) {
            singles.push_back(single);
        } else if (most_singles > 0) {
            ++dropped;
        }
    }
};

// Outlives the interpreter, whose lock guards it.
Log& log() {
    static Log& kept = *new Log;
    return kept;
}

PyObject* refusal = nullptr;
thread_local double seconds_inside = 0;  // of the events that ended inside the open one
thread_local int open_fallbacks = 0;

Number number_of_place() {
    PyFrameObject* frame = user_frame();
    Ref owner(reinterpret_cast<PyObject*>(frame));
    if (!owner) return 0;
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
    const char* file =
        PyUnicode_AsUTF8(reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
    if (file == nullptr) return forget_error(), 0;
    return log().places.number_of({file, PyFrame_GetLineNumber(frame)});
}

bool refuses(const char* name, Number place) {
    if (refusal == nullptr) return false;
    static const std::pair<std::string, int> nowhere("", 0);
    const auto& [file, line] = place == 0 ? nowhere : *log().places.values[place - 1];
    Ref answer(PyObject_CallFunction(refusal, "ssi", name, file.c_str(), line));
    return !answer;
}

Steps steps_of(const graph::Execution& execution) {
    constexpr int function_weight = 8;  // as cpu/program.cpp shares work out
    Steps steps;
    for (const graph::Node* node : execution.group.members) {
        const bool is_function = node->loop != nullptr && node->loop->is_function;
        steps.emplace_back(node->place, log().names.number_of(std::string(graph::name_of(*node))),
                           is_function ? function_weight : 1);
    }
    return steps;
}

std::string summary_of(const Steps& steps) {
    std::string summary;
    for (const auto& [place, name, weight] : steps) {
        summary += (summary.empty() ? "" : " ") + *log().names.values[name - 1];
    }
    return summary;
}

void note_program(const graph::Execution& execution) {
    Log& kept = log();
    const Number looker = number_of_place();
    Steps steps = steps_of(execution);
    if (execution.reduction) {  // the line that looks asked for it
        steps.emplace_back(looker, kept.names.number_of(std::string(name(*execution.reduction))),
                           1);
    }
    ProgramTotals& totals = kept.programs[{looker, steps}];
    if (totals.calls++ == 0) totals.name = kept.names.number_of(summary_of(steps));
    totals.seconds += execution.seconds;
    totals.read += static_cast<double>(execution.traffic.read);
    totals.written += static_cast<double>(execution.traffic.written);
    totals.threads = std::max(totals.threads, execution.threads);
    seconds_inside += execution.seconds;
    kept.keep({"program", totals.name, std::get<0>(steps.back()), looker, execution.start,
               execution.seconds, PyThread_get_thread_native_id()});
}

constexpr graph::Watcher watcher{number_of_place, note_program};

PyObject* place_of(Number place) {
    if (place == 0) return Py_NewRef(Py_None);
    const auto& [file, line] = *log().places.values[place - 1];
    return Py_BuildValue("(si)", file.c_str(), line);
}

const char* name_of(Number name) { return log().names.values[name - 1]->c_str(); }

bool append(PyObject* list, PyObject* item) {
    Ref owned(item);
    return owned && PyList_Append(list, owned.get()) == 0;
}

// [(kind, name, detail, place, calls, seconds)]
PyObject* events_list() {
    Ref list(PyList_New(0));
    for (const auto& [key, totals] : log().events) {
        const auto& [kind, name, detail, place] = key;
        if (!list || !append(list.get(), Py_BuildValue("(sssNLd)", kind_names[int(kind)],
                                                       name_of(name), name_of(detail),
                                                       place_of(place), totals.calls,
                                                       totals.seconds))) {
            return nullptr;
        }
    }
    return list.release();
}

// [(looker, [(place, name, weight)], calls, seconds, bytes read, bytes written, threads)]
PyObject* programs_list() {
    Ref list(PyList_New(0));
    for (const auto& [key, totals] : log().programs) {
        Ref steps(PyList_New(0));
        for (const auto& [place, name, weight] : key.second) {
            PyObject* step = Py_BuildValue("(Nsi)", place_of(place), name_of(name), weight);
            if (!steps || !append(steps.get(), step)) return nullptr;
        }
        PyObject* row = Py_BuildValue("(NOLdddi)", place_of(key.first), steps.get(), totals.calls,
                                      totals.seconds, totals.read, totals.written, totals.threads);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

// [(kind, name, place, looker, start, seconds, thread)], starts in seconds since watching began.
PyObject* singles_list() {
    Ref list(PyList_New(0));
    for (const Single& single : log().singles) {
        PyObject* row = Py_BuildValue("(ssNNddk)", single.kind, name_of(single.name),
                                      place_of(single.place), place_of(single.looker),
                                      single.start - log().start, single.seconds, single.thread);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

}  // namespace

// What happens inside a fallback is the fallback's.
void Observation::start(const char* name, const char* detail) {
    const bool is_fallback = kind_ == Event::fallback;
    if (is_fallback && open_fallbacks++ > 0) {
        is_open_ = true;
        name_ = 0;
        return;
    }
    if (!is_fallback && open_fallbacks > 0) return;
    place_ = number_of_place();
    if (is_fallback && refuses(name, place_)) {
        --open_fallbacks;
        is_refused_ = true;
        return;
    }
    name_ = log().names.number_of(name);
    detail_ = log().names.number_of(detail);
    inside_ = std::exchange(seconds_inside, 0.0);
    is_open_ = true;
    start_ = graph::now();
}

void Observation::end(bool is_kept) {
    if (kind_ == Event::fallback) --open_fallbacks;
    if (name_ == 0) return;
    const double seconds = graph::now() - start_;
    if (!is_kept) return void(seconds_inside += inside_);
    Totals& totals = log().events[{kind_, name_, detail_, place_}];
    ++totals.calls;
    totals.seconds += std::max(seconds - seconds_inside, 0.0);
    seconds_inside = inside_ + seconds;
    if (kind_ == Event::at_once && seconds < shortest_single) return;
    log().keep({kind_names[int(kind_)], name_, place_, 0, start_, seconds,
                PyThread_get_thread_native_id()});
}

void count_element(const char* name) {
    Log& kept = log();
    const Number number = kept.names.number_of(name), none = kept.names.number_of("");
    ++kept.events[{Event::element, number, none, number_of_place()}].calls;
}

PyObject* watch(PyObject*, PyObject* const* args, Py_ssize_t count) {
    const int wanted = count == 2 ? PyObject_IsTrue(args[0]) : -1;
    const Py_ssize_t most = wanted < 0 ? -1 : PyNumber_AsSsize_t(args[1], nullptr);
    if (most < 0) {
        if (PyErr_Occurred()) return nullptr;
        PyErr_SetString(PyExc_TypeError, "watch: needs a truth value and a number of events");
        return nullptr;
    }
    if (wanted) {
        Log& kept = log();
        kept.events.clear();
        kept.programs.clear();
        kept.singles.clear();
        kept.most_singles = static_cast<std::size_t>(most);
        kept.dropped = 0;
        kept.start = graph::now();
    }
    is_watching = wanted != 0;
    graph::set_watcher(is_watching ? &watcher : nullptr);
    Py_RETURN_NONE;
}

PyObject* watched(PyObject*, PyObject*) {
    Ref events(events_list()), programs(programs_list()), singles(singles_list());
    if (!events || !programs || !singles) return nullptr;
    return Py_BuildValue("{s:d,s:O,s:O,s:O,s:n}", "seconds", graph::now() - log().start, "events",
                         events.get(), "programs", programs.get(), "singles", singles.get(),
                         "dropped", static_cast<Py_ssize_t>(log().dropped));
}

PyObject* set_refusal(PyObject*, PyObject* function) {
    Py_XSETREF(refusal, function == Py_None ? nullptr : Py_NewRef(function));
    Py_RETURN_NONE;
}

}  // namespace numen::front
