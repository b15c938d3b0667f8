#include "front/array/frame.h"

#include "front/array/call_sites.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "front/array/caller.h"

namespace numen::front {
namespace {

// The names that numen.call_sites finds at the call instructions of a code object, by offset:
// ".sum" for a method or an attribute, "isinstance" for a variable. The code objects are owned.
constexpr std::size_t most_codes = 1024;
using Names = std::unordered_map<int, std::string>;
using CallSites = std::unordered_map<PyObject*, Names>;

CallSites& call_sites() {
    static auto* found = new CallSites;  // never destroyed, as the owners
    return *found;
}

Names find_names(PyObject* code) {
    static PyObject* finder = nullptr;
    if (finder == nullptr) {
        Ref module(PyImport_ImportModule("numen.call_sites"));
        finder = module ? PyObject_GetAttrString(module.get(), "called_names") : nullptr;
    }
    Ref found(finder == nullptr ? nullptr : PyObject_CallOneArg(finder, code));
    Names names;
    PyObject *offset, *name;
    Py_ssize_t position = 0;
    while (found && PyDict_Next(found.get(), &position, &offset, &name)) {
        names.emplace(static_cast<int>(PyLong_AsLong(offset)), PyUnicode_AsUTF8(name));
    }
    return names;
}

const Names& names_in(PyObject* code) {
    CallSites& known = call_sites();
    const auto found = known.find(code);
    if (found != known.end()) return found->second;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    Names names = find_names(code);
    const bool came_to_no_end = is_interrupted();
    forget_error();
    PyErr_Restore(type, value, traceback);
    if (came_to_no_end) {
        static const Names unknown;
        return unknown;
    }
    if (known.size() >= most_codes) forget_call_sites();
    const auto [place, is_new] = known.emplace(code, std::move(names));
    if (is_new) Py_INCREF(code);  // finding them ran Python code, which may have come here
    return place->second;
}

// What the innermost frame calls; "" where that cannot be told.
const std::string& called_name(const Frame& frame) {
    static const std::string unknown;
    const Names& names = names_in(reinterpret_cast<PyObject*>(frame.code));
    const auto found = names.find(frame.offset());
    return found == names.end() ? unknown : found->second;
}

}  // namespace

constinit thread_local const void* IsinstanceRuns::frame_
    __attribute__((tls_model("initial-exec"))) = nullptr;

IsinstanceRuns::IsinstanceRuns() : before_(frame_) { frame_ = innermost_frame().record; }

bool is_importing() {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr) return false;
    if (PyUnicode_CompareWithASCIIString(frame.code->co_name, "<module>") != 0) return false;
    PyObject* name = PyDict_GetItemString(frame.globals, "__name__");
    return name != nullptr && PyUnicode_Check(name) &&
           PyUnicode_CompareWithASCIIString(name, "__main__") != 0;
}

const void* innermost_instruction() { return innermost_frame().instruction; }

void forget_call_sites() {
    const CallSites released = std::exchange(call_sites(), {});  // releasing may run Python code
    for (const auto& [code, names] : released) Py_DECREF(code);
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

bool user_reads_attribute() { return reads_attribute() && caller() != Caller::library; }

bool user_calls_reader() {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr || caller() == Caller::library) return false;
    const std::string& name = called_name(frame);
    return name == "getattr" || name == "hasattr" || name == "vars";
}

bool asks_isinstance() {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr) return false;
    if (is_isinstance(frame.opcode()) || frame.record == IsinstanceRuns::frame()) return true;
    const std::string& name = called_name(frame);
    return name == "isinstance" || name == "issubclass";
}

bool user_asks_isinstance() { return asks_isinstance() && caller() != Caller::library; }

}  // namespace numen::front
