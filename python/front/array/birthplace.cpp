#include "front/array/birthplace.h"

#include <unordered_map>

namespace numen::front {
namespace {

enum class Owner : signed char { unknown, user, library, display, caller };

// The code objects of a module share one file name object; the map owns the names it holds.
using Owners = std::unordered_map<PyObject*, Owner>;
constexpr std::size_t most_owners = 4096;

Owners& owners() {
    static auto* found = new Owners;  // never destroyed: the interpreter may be gone by then
    return *found;
}

void forget() {
    for (const auto& [name, owner] : owners()) Py_DECREF(name);
    owners().clear();
}

// hook.owner_of(filename) as an Owner; unknown with an exception set.
Owner judge(PyObject* filename) {
    static PyObject* judging = nullptr;
    if (judging == nullptr) {
        Ref hook(PyImport_ImportModule("numen.hook"));
        judging = hook ? PyObject_GetAttrString(hook.get(), "owner_of") : nullptr;
        if (judging == nullptr) return Owner::unknown;
    }
    Ref answer(PyObject_CallOneArg(judging, filename));
    if (!answer) return Owner::unknown;
    if (answer.get() == Py_None) return Owner::caller;
    const auto is = [&](const char* text) {
        return PyUnicode_CompareWithASCIIString(answer.get(), text) == 0;
    };
    return is("user") ? Owner::user : is("display") ? Owner::display : Owner::library;
}

Owner owner_of(PyObject* filename) {
    const auto known = owners().find(filename);
    if (known != owners().end()) return known->second;
    const Owner owner = judge(filename);
    if (owner == Owner::unknown) return owner;
    if (owners().size() >= most_owners) forget();
    owners().emplace(Py_NewRef(filename), owner);
    return owner;
}

// Code without a file: a notebook's cell or `-c` says by its name that it is the user's.
Owner owner_of_text(PyFrameObject* frame) {
    Ref globals(PyFrame_GetGlobals(frame));
    PyObject* name = globals ? PyDict_GetItemString(globals.get(), "__name__") : nullptr;
    const bool is_main = name != nullptr && PyUnicode_Check(name) &&
                         PyUnicode_CompareWithASCIIString(name, "__main__") == 0;
    return is_main ? Owner::user : Owner::caller;
}

Owner owner_of(PyFrameObject* frame) {
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
    PyObject* filename = reinterpret_cast<PyCodeObject*>(code.get())->co_filename;
    const bool has_file = PyUnicode_GET_LENGTH(filename) > 0 &&
                          PyUnicode_READ_CHAR(filename, 0) != '<';
    return has_file ? owner_of(filename) : owner_of_text(frame);
}

// Of the innermost frame that works for nobody else; unknown with an exception set, `caller` where
// there is none.
Owner innermost_owner() {
    Ref frame(reinterpret_cast<PyObject*>(PyThreadState_GetFrame(PyThreadState_Get())));
    while (frame) {
        auto* current = reinterpret_cast<PyFrameObject*>(frame.get());
        const Owner owner = owner_of(current);
        if (owner != Owner::caller) return owner;
        frame = Ref(reinterpret_cast<PyObject*>(PyFrame_GetBack(current)));
    }
    return Owner::caller;
}

}  // namespace

int born_in_library() {
    const Owner owner = innermost_owner();
    if (owner == Owner::unknown) return -1;
    return owner == Owner::library || owner == Owner::display;
}

bool is_read_for_display() {
    if (PyErr_Occurred()) return false;
    const Owner owner = innermost_owner();
    if (owner == Owner::unknown) PyErr_Clear();
    return owner == Owner::display;
}

PyFrameObject* user_frame() {
    Ref frame(reinterpret_cast<PyObject*>(PyThreadState_GetFrame(PyThreadState_Get())));
    while (frame) {
        auto* current = reinterpret_cast<PyFrameObject*>(frame.get());
        const Owner owner = owner_of(current);
        if (owner == Owner::user) return reinterpret_cast<PyFrameObject*>(frame.release());
        if (owner == Owner::unknown) PyErr_Clear();
        frame = Ref(reinterpret_cast<PyObject*>(PyFrame_GetBack(current)));
    }
    return nullptr;
}

PyObject* forget_birthplaces(PyObject*, PyObject*) {
    forget();
    Py_RETURN_NONE;
}

}  // namespace numen::front
