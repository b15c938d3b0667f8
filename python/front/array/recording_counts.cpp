#include "front/array/recording_counts.h"

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <string>
#include <tuple>

#include "front/call/later_reports.h"
#include "graph/evaluate.h"

namespace numen::front {
namespace {

constexpr const char* reasons[] = {"small", "several results", "foreign memory",
                                   "error state", "library", "profiler", "alone"};

struct AtOnceCount {
    long long operations = 0, elements = 0;
};

struct Counts {
    std::map<std::tuple<std::string, std::size_t, std::size_t>, long long> looks;
    std::array<AtOnceCount, std::size(reasons)> at_once{};
};

bool enabled = false;

Counts& counts() {
    static Counts kept;
    return kept;
}

// The name of a source file without its folder and ending.
std::string stem(const char* path) {
    const char* slash = std::strrchr(path, '/');
    std::string name = slash == nullptr ? path : slash + 1;
    return name.substr(0, name.find('.'));
}

PyObject* looks_as_dict() {
    Ref looks(PyDict_New());
    for (const auto& [key, times] : counts().looks) {
        const auto& [looker, operations, elements] = key;
        Ref name(Py_BuildValue("(snn)", looker.c_str(), static_cast<Py_ssize_t>(operations),
                               static_cast<Py_ssize_t>(elements)));
        Ref count(PyLong_FromLongLong(times));
        if (!name || !count || PyDict_SetItem(looks.get(), name.get(), count.get()) < 0) {
            return nullptr;
        }
    }
    return looks.release();
}

PyObject* at_once_as_dict() {
    Ref found(PyDict_New());
    for (std::size_t i = 0; i < std::size(reasons); ++i) {
        const AtOnceCount& count = counts().at_once[i];
        Ref pair(Py_BuildValue("(LL)", count.operations, count.elements));
        if (!pair || PyDict_SetItemString(found.get(), reasons[i], pair.get()) < 0) return nullptr;
    }
    return found.release();
}

}  // namespace

const char* text(AtOnce reason) { return reasons[static_cast<std::size_t>(reason)]; }

bool counts_recording() { return enabled; }

void count_at_once(AtOnce reason, npy_intp elements) {
    if (!enabled) return;
    AtOnceCount& count = counts().at_once[static_cast<std::size_t>(reason)];
    ++count.operations;
    count.elements += elements;
}

void count_look(Buffer* buffer, const std::source_location& looker) {
    if (!enabled || !buffer->awaits_values()) return;
    const graph::Pending work = graph::pending_work(buffer);
    ++counts().looks[{stem(looker.file_name()), work.operations, std::bit_floor(work.elements)}];
}

PyObject* count_recording(PyObject*, PyObject* object) {
    const int wanted = PyObject_IsTrue(object);
    if (wanted < 0) return nullptr;
    enabled = wanted != 0;
    counts() = {};
    if (!remember_filters(false)) return nullptr;
    graph::set_deferral(enabled);
    Py_RETURN_NONE;
}

PyObject* recording_counts(PyObject*, PyObject*) {
    Ref looks(looks_as_dict()), at_once(at_once_as_dict());
    return looks && at_once ? PyTuple_Pack(2, looks.get(), at_once.get()) : nullptr;
}

}  // namespace numen::front
