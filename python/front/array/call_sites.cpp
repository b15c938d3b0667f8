#include "front/array/frame.h"

#include "front/array/call_sites.h"

#include <map>
#include <string>
#include <utility>

#include "front/array/caller.h"

namespace numen::front {
namespace {

// The name that numen.call_sites finds at each call instruction: ".sum" for a method or an
// attribute, "isinstance" for a variable, "" where it cannot tell. The code objects are owned.
constexpr std::size_t max_sites = 4096;
using CallSites = std::map<std::pair<PyObject*, int>, std::string>;

CallSites& call_sites() {
    static auto* found = new CallSites;  // never destroyed, as the owners
    return *found;
}

std::string find_called(const Frame& frame) {
    static PyObject* finder = nullptr;
    if (finder == nullptr) {
        Ref module(PyImport_ImportModule("numen.call_sites"));
        finder = module ? PyObject_GetAttrString(module.get(), "called_name") : nullptr;
    }
    auto* code = reinterpret_cast<PyObject*>(frame.code);
    Ref name(finder == nullptr ? nullptr
                               : PyObject_CallFunction(finder, "Oi", code, frame.offset()));
    const char* text = name ? PyUnicode_AsUTF8(name.get()) : nullptr;
    return text == nullptr ? "" : text;
}

// What the innermost frame calls.
const std::string& called_name(const Frame& frame) {
    CallSites& known = call_sites();
    const auto key = std::pair(reinterpret_cast<PyObject*>(frame.code), frame.offset());
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    std::string name = find_called(frame);
    PyErr_Restore(type, value, traceback);
    if (known.size() >= max_sites) forget_call_sites();
    const auto [place, is_new] = known.emplace(key, std::move(name));
    if (is_new) Py_INCREF(key.first);  // finding it ran Python code, which may have come here
    return place->second;
}

}  // namespace

void forget_call_sites() {
    const CallSites released = std::exchange(call_sites(), {});  // releasing may run Python code
    for (const auto& [place, name] : released) Py_DECREF(place.first);
}

bool is_called_by_user(const char* method) {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr || *method == '\0') return false;
    const std::string& name = called_name(frame);
    return name.size() > 1 && name[0] == '.' && name.compare(1, std::string::npos, method) == 0;
}

bool reads_attribute() {
    const Frame frame = innermost_frame();
    return frame.code != nullptr && is_attribute[frame.opcode()];
}

bool user_asks_isinstance() {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr || caller() == Caller::library) return false;
    if (is_isinstance(frame.opcode())) return true;
    const std::string& name = called_name(frame);
    return name == "isinstance" || name == "issubclass";
}

}  // namespace numen::front
