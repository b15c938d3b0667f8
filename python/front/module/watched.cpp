// watched(): what was observed, as lists for numen.profile_report and numen.trace.
#include "backends/cpu/watched_pieces.h"
#include "front/module/observer_log.h"
#include "front/module/sampling.h"
#include "graph/watching.h"

namespace numen::front {
namespace {

bool append(PyObject* list, PyObject* item) {
    Ref owned(item);
    return owned && PyList_Append(list, owned.get()) == 0;
}

// [(kind, name, detail, place, calls, seconds, bytes read, bytes written, elements, runs)]
PyObject* events_list() {
    Ref list(PyList_New(0));
    for (const auto& [key, totals] : event_log().events) {
        PyObject* row = Py_BuildValue(
            "(sssNLddddL)", kind_name(key.kind), name_of(key.name), name_of(key.detail),
            place_of(key.place), totals.calls, totals.seconds, totals.read, totals.written,
            totals.elements, totals.runs);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

// [(looker, [(place, name, weight)], calls, seconds, bytes read, bytes written, threads)]
PyObject* programs_list() {
    Ref list(PyList_New(0));
    for (const auto& [key, totals] : event_log().programs) {
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

// [(kind, name, place, looker, start, seconds, bytes read, bytes written, thread)], starts in
// seconds since watching began.
PyObject* singles_list() {
    Ref list(PyList_New(0));
    const double start = event_log().start;
    for (const Single& single : event_log().singles) {
        PyObject* row = Py_BuildValue("(ssNNddddk)", single.kind, name_of(single.name),
                                      place_of(single.place), place_of(single.looker),
                                      single.start - start, single.seconds, single.read,
                                      single.written, single.thread);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

// [(start, seconds, thread)] of the pieces that large operations are cut into.
PyObject* pieces_list() {
    Ref list(PyList_New(0));
    const double start = event_log().start;
    for (const cpu::Piece& piece : cpu::watched_pieces()) {
        PyObject* row = Py_BuildValue("(ddk)", piece.start - start, piece.seconds, piece.thread);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

// [(recorded, computed, thread, thread)]
PyObject* arrows_list() {
    Ref list(PyList_New(0));
    const double start = event_log().start;
    for (const Arrow& arrow : event_log().arrows) {
        PyObject* row = Py_BuildValue("(ddkk)", arrow.start - start, arrow.end - start, arrow.from,
                                      arrow.to);
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

// [(line that made an array, line that was given it)]
PyObject* flows_list() {
    Ref list(PyList_New(0));
    for (const auto& [from, to] : event_log().flows) {
        PyObject* row = Py_BuildValue("(NN)", place_of(from), place_of(to));
        if (!list || !append(list.get(), row)) return nullptr;
    }
    return list.release();
}

PyObject* elsewhere_dict() {
    Ref found(PyDict_New());
    for (const auto& [kind, seconds] : event_log().elsewhere) {
        Ref value(PyFloat_FromDouble(seconds));
        if (!found || !value || PyDict_SetItemString(found.get(), kind.data(), value.get()) < 0) {
            return nullptr;
        }
    }
    return found.release();
}

// A collection of cycles is an event, and would be kept in the middle of reading the others.
class WithoutCollections {
  public:
    WithoutCollections() : was_enabled_(PyGC_Disable() != 0) {}
    ~WithoutCollections() {
        if (was_enabled_) PyGC_Enable();
    }
    WithoutCollections(const WithoutCollections&) = delete;
    WithoutCollections& operator=(const WithoutCollections&) = delete;

  private:
    bool was_enabled_;
};

}  // namespace

PyObject* watched(PyObject*, PyObject*) {
    const WithoutCollections no_collections;
    const double seconds = graph::now() - event_log().start;
    Ref found(Py_BuildValue("{s:d,s:d,s:n}", "seconds", seconds, "own", event_log().own_seconds,
                            "dropped", static_cast<Py_ssize_t>(event_log().dropped)));
    if (!found) return nullptr;
    const std::pair<const char*, PyObject* (*)()> parts[] = {
        {"events", events_list},   {"programs", programs_list}, {"singles", singles_list},
        {"arrows", arrows_list},   {"pieces", pieces_list},     {"flows", flows_list},
        {"elsewhere", elsewhere_dict}, {"samples", samples_list}};
    for (const auto& [name, list] : parts) {
        Ref part(list());
        if (!part || PyDict_SetItemString(found.get(), name, part.get()) < 0) return nullptr;
    }
    return found.release();
}

}  // namespace numen::front
