#include "front/array/frame.h"

#include "front/array/caller.h"

#include <array>
#include <cstdint>
#include <unordered_map>

#include "front/array/call_sites.h"
#include "front/array/hot_state.h"
#include "front/array/object.h"
#include "front/module/importing.h"

namespace numen::front {

HotState hot_state;
#if PY_VERSION_HEX < 0x030C0000
[[maybe_unused]] static const bool has_thread_state = [] {
    hot_state.thread_state = numen_place_of_thread_state();
    return true;
}();
#endif

namespace {

enum class Owner : signed char { unknown, user, library, display, numen, caller };

bool is_library(Owner owner) { return owner == Owner::library || owner == Owner::display; }

// The code objects of a module share one file name object; the map owns the names it holds.
using Owners = std::unordered_map<PyObject*, Owner>;
constexpr std::size_t max_owners = 4096;

Owners& owners() {
    static auto* found = new Owners;  // never destroyed: the interpreter may be gone by then
    return *found;
}

// What the frames of a file and module are. The name object is owned; the module's dictionary is
// compared by its address alone. Aligned to lie in one line of the cache.
struct alignas(32) Judged {
    PyObject* filename = nullptr;
    PyObject* globals = nullptr;
    Owner owner = Owner::unknown;

    bool is_for(const Frame& frame) const {
        return filename == frame.filename() && globals == frame.globals;
    }
};
// Many more than programs have, because two at one place drive each other out.
std::array<Judged, 2048> judged;

void set_latest(const Judged& entry) {
    hot_state.filename = entry.filename;
    hot_state.globals = entry.globals;
    hot_state.is_library = is_library(entry.owner);
}

Judged& judged_place(const Frame& frame) {
    const auto hash = (reinterpret_cast<std::uintptr_t>(frame.filename()) >> 4) ^
                      (reinterpret_cast<std::uintptr_t>(frame.globals) >> 6);
    return judged[hash % judged.size()];
}

void forget() {
    forget_call_sites();
    forget_imports();
    set_latest({});
    for (Judged& entry : judged) {
        Py_CLEAR(entry.filename);
        entry.globals = nullptr;
    }
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
    return is("user")      ? Owner::user
           : is("numen")   ? Owner::numen
           : is("display") ? Owner::display
                           : Owner::library;
}

Owner owner_of(PyObject* filename) {
    const auto known = owners().find(filename);
    if (known != owners().end()) return known->second;
    const Owner owner = judge(filename);
    if (owner == Owner::unknown) return owner;
    if (owners().size() >= max_owners) forget();
    if (owners().emplace(filename, owner).second) Py_INCREF(filename);
    return owner;
}

bool has_file(const Frame& frame) {
    PyObject* name = frame.filename();
    return PyUnicode_GET_LENGTH(name) > 0 && PyUnicode_READ_CHAR(name, 0) != '<';
}

bool is_text(PyObject* object, const char* wanted) {
    return object != nullptr && PyUnicode_Check(object) &&
           PyUnicode_CompareWithASCIIString(object, wanted) == 0;
}

bool is_timed(const Frame& frame) { return is_text(frame.filename(), "<timeit-src>"); }

// Is the frame of a module that has the name of the main one?
bool is_main(const Frame& frame) {
    static PyObject* const attribute = PyUnicode_InternFromString("__name__");
    PyObject* name = PyDict_GetItemWithError(frame.globals, attribute);
    if (name == nullptr) forget_error();  // other keys of the program's may have refused to compare
    return is_text(name, "__main__");
}

// Code without a file: a notebook's cell, `-c` and timeit's statement are the user's, the rest is
// part of whoever runs it.
Owner owner_of_text(const Frame& frame) {
    return is_main(frame) || is_timed(frame) ? Owner::user : Owner::caller;
}

// Is the frame of a file, or of a text whose module nobody replaces? Where the dictionary of any
// other text was, the next one may come to lie.
bool is_lasting(const Frame& frame) {
    if (has_file(frame) || is_timed(frame)) return true;
    static PyObject* const name = PyUnicode_InternFromString("__main__");
    const Ref main(PyImport_GetModule(name));  // which does not make one where there is none
    if (!main) forget_error();
    return main && PyModule_Check(main.get()) && PyModule_GetDict(main.get()) == frame.globals;
}

// Whose the frame's own code is, whatever runs further out; unknown where nobody can say. The
// exception that may be set is left as it is.
Owner owner_of(const Frame& frame) {
    Judged& entry = judged_place(frame);
    if (entry.is_for(frame)) return entry.owner;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const Owner owner = has_file(frame) ? owner_of(frame.filename()) : owner_of_text(frame);
    if (owner == Owner::unknown) {
        forget_error();
    } else if (is_lasting(frame)) {
        if (hot_state.filename == entry.filename) set_latest({});  // its name may be freed
        Py_XSETREF(entry.filename, Py_NewRef(frame.filename()));
        entry.globals = frame.globals;
        entry.owner = owner;
    }
    PyErr_Restore(type, value, traceback);
    return owner;
}

Owner owner_of(PyFrameObject* frame) { return owner_of(frame_of(frame->f_frame)); }

// The owner of the innermost code that works for nobody else, from `frame` outwards; `caller` where
// there is none. The standard library works for its callers, and so does text, but one that the
// standard library calls on a thread of its own is a library's: the user's has a file as a rule.
// The outermost frame of the main thread, which is the program's, is of `__main__`.
Owner owner_outwards(Frame frame, bool numen_works_for_callers) {
    bool is_in_text = false;
    for (; frame.code != nullptr; frame = frame_outside(frame)) {
        const Owner owner = owner_of(frame);
        const bool goes_on = owner == Owner::unknown || owner == Owner::caller ||
                             (owner == Owner::numen && numen_works_for_callers);
        if (!goes_on) return owner;
        if (!has_file(frame)) {
            is_in_text = true;
        } else if (is_in_text && frame_outside(frame).code == nullptr && !is_main(frame)) {
            return Owner::library;
        }
    }
    return Owner::caller;
}

}  // namespace

constinit thread_local const char* ForCode::method_ __attribute__((tls_model("initial-exec"))) =
    nullptr;
constinit thread_local const void* NumpyServes::frame_
    __attribute__((tls_model("initial-exec"))) = nullptr;

NumpyServes::NumpyServes() : before_(frame_) {
    frame_ = innermost_frame().record;
    ++hot_state.numpy_serves;
}
NumpyServes::~NumpyServes() {
    frame_ = before_;
    --hot_state.numpy_serves;
}

namespace {

// The user's or a library's code, or Numen's own. Numen's composites are as the user's code: what
// they compute, Numen computes.
Owner judgement(const Frame& innermost) {
    const Owner owner = owner_outwards(innermost, false);
    const Judged& entry = judged_place(innermost);
    const bool is_its_own = owner != Owner::caller && entry.owner == owner;
    if (is_its_own && entry.is_for(innermost)) set_latest(entry);
    return owner == Owner::caller ? Owner::user : owner;
}

}  // namespace

Caller caller() {
    const Frame frame = innermost_frame();
    if (frame.code == nullptr || frame.record == NumpyServes::frame()) [[unlikely]] {
        return Caller::library;
    }
    if (is_library(judgement(frame))) return Caller::library;
    return is_expression[frame.opcode()] ? Caller::expression : Caller::c_code;
}

Serving serving(PyObject* left, PyObject* right) {
    const Caller who = caller();
    if (!hot_state.serves_foreign && !is_made_here(left) && !is_made_here(right)) {
        return Serving::numpys;
    }
    if (who == Caller::expression) return Serving::ours;
    const bool is_numpys = who == Caller::library && !is_managed(left) && !is_managed(right);
    return is_numpys ? Serving::numpys : Serving::ours_for_code;
}

Author author_of(PyObject* function) {
    auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GET_CODE(function));
    const Owner owner = owner_of(Frame{code, PyFunction_GET_GLOBALS(function)});
    return owner == Owner::user                                ? Author::user
           : owner == Owner::caller || owner == Owner::unknown ? Author::nobody
                                                               : Author::library;
}

bool numen_calls() {
    const Frame frame = innermost_frame();
    return frame.code != nullptr && judgement(frame) == Owner::numen;
}

AsTheProgram::AsTheProgram() {
    if (!numen_calls()) [[likely]] return;
    Frame frame = innermost_frame();
    do {
        frame = frame_outside(frame);
        if (frame.code == nullptr) return;
    } while (judgement(frame) == Owner::numen);
    before_ = innermost_place();
    innermost_place() = const_cast<_PyInterpreterFrame*>(frame.record);
}

AsTheProgram::~AsTheProgram() {
    if (before_ != nullptr) innermost_place() = static_cast<_PyInterpreterFrame*>(before_);
}

PyObject* as_the_program(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count < 1) {
        PyErr_SetString(PyExc_TypeError, "as_the_program: needs a function");
        return nullptr;
    }
    const AsTheProgram as_the_program;
    return PyObject_Vectorcall(args[0], args + 1, static_cast<std::size_t>(count - 1), nullptr);
}

bool born_in_library() {
    if (ForCode::method() != nullptr && !is_called_by_user(ForCode::method())) return true;
    const Frame frame = innermost_frame();
    return frame.code == nullptr || is_library(owner_outwards(frame, true));
}

bool is_read_for_display() {
    return owner_outwards(innermost_frame(), true) == Owner::display;
}

#if PY_VERSION_HEX >= 0x030E0000
bool is_in_variable(PyObject* o) {
    const _PyInterpreterFrame* frame = innermost_record();
    if (frame == nullptr) return false;
    const _PyStackRef* stack = frame->localsplus + code_of(frame)->co_nlocalsplus;
    for (const _PyStackRef* held = frame->localsplus; held < frame->stackpointer; ++held) {
        if (object_of(*held) == o && (held < stack || is_lent(*held))) return true;
    }
    return false;
}
#endif

UserLine user_line() {
    bool is_innermost = true;
    for (Frame frame = innermost_frame(); frame.code != nullptr; frame = frame_outside(frame)) {
        if (owner_of(frame) == Owner::user) return {frame.code, frame.offset(), is_innermost};
        is_innermost = false;
    }
    return {};
}

namespace {

// What importlib's function imports; null where the frame is of another one.
PyObject* imported_by(const Frame& frame) {
    if (!is_text(frame.code->co_name, "_find_and_load") || frame.code->co_argcount == 0) {
        return nullptr;
    }
#if PY_VERSION_HEX >= 0x030E0000
    PyObject* name = object_of(frame.record->localsplus[0]);
#else
    PyObject* name = frame.record->localsplus[0];
#endif
    return name != nullptr && PyUnicode_Check(name) ? name : nullptr;
}

}  // namespace

// The code that runs is the innermost that works for nobody else: a library's, Numen's or the
// user's. The standard library's and NumPy's are named only where the user's code calls them. A
// function that is just being entered has taken none of the time.
SampledPlace sampled_place(PyObject* numpys_folder) {
    SampledPlace found;
    PyObject *imported = nullptr, *helper = nullptr;
    Frame frame = innermost_frame();
    if (frame.code != nullptr && frame.opcode() == RESUME) frame = frame_outside(frame);
    for (; frame.code != nullptr; frame = frame_outside(frame)) {
        const Owner owner = owner_of(frame);
        if (owner == Owner::user) break;
        if (PyObject* name = imported_by(frame)) imported = name;
        const bool is_helper = owner == Owner::caller || owner == Owner::unknown ||
                               PyUnicode_Tailmatch(frame.filename(), numpys_folder, 0,
                                                   PY_SSIZE_T_MAX, -1) == 1;
        if (is_helper && helper == nullptr && has_file(frame)) helper = frame.filename();
        if (!is_helper && found.label == nullptr) found.label = frame.filename();
    }
    found.is_importing = imported != nullptr;
    if (found.is_importing) {
        found.label = imported;
    } else if (found.label == nullptr) {
        found.label = helper;
    }
    if (frame.code != nullptr) found.line = {frame.code, frame.offset(), found.label == nullptr};
    return found;
}

PyFrameObject* frame_outside_numen() {
    PyFrameObject* innermost = PyThreadState_GetFrame(PyThreadState_Get());
    Ref frame = Ref::share(reinterpret_cast<PyObject*>(innermost));
    Ref own(reinterpret_cast<PyObject*>(innermost));
    while (frame) {
        auto* current = reinterpret_cast<PyFrameObject*>(frame.get());
        const Owner owner = owner_of(current);
        if (owner != Owner::numen) return reinterpret_cast<PyFrameObject*>(frame.release());
        frame = Ref(reinterpret_cast<PyObject*>(PyFrame_GetBack(current)));
    }
    return reinterpret_cast<PyFrameObject*>(own.release());
}

CallingLine line_outside_numen() {
    const Frame innermost = innermost_frame();
    Frame frame = innermost;
    while (frame.code != nullptr && owner_of(frame) == Owner::numen) frame = frame_outside(frame);
    if (frame.code == nullptr) frame = innermost;
    if (frame.code == nullptr) return {};
    return {frame.code, frame.globals, frame.offset()};
}

PyObject* forget_callers(PyObject*, PyObject*) {
    forget();
    Py_RETURN_NONE;
}

}  // namespace numen::front
