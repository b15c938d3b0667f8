#include "front/call/reporting.h"

#include <cstring>

#include "front/module/modules.h"

namespace numen::front {
namespace {

thread_local HeldWarnings* innermost = nullptr;

bool is_mode(PyObject* modes, const char* key, const char* mode) {
    PyObject* found = PyDict_GetItemString(modes, key);
    return found != nullptr && PyUnicode_Check(found) &&
           PyUnicode_CompareWithASCIIString(found, mode) == 0;
}

// Keeps the warnings of some flags; false without an exception where none is to be kept, for
// an error state that does not warn is served at once.
bool keep_floating(HeldWarnings& held, Status status, const char* name) {
    Ref function(numpy_attribute("geterr"));
    Ref modes(function ? PyObject_CallNoArgs(function.get()) : nullptr);
    if (!modes) return false;
    bool others = false;
    const Status warns = warning_flags(modes.get(), others);
    if (others) return false;
    return for_floating_errors(status & warns, [&](const char* error) {
        Ref text(PyUnicode_FromFormat("%s encountered in %s", error, name));
        return text && held.keep(PyExc_RuntimeWarning, text.get(), PyEval_GetFrame());
    });
}

// warnings.warn of a composite's function counts its frames from that function.
PyFrameObject* frame_at(long level, Ref& owner) {
    PyFrameObject* frame = PyEval_GetFrame();
    for (; level > 1 && frame != nullptr; --level) {
        frame = PyFrame_GetBack(frame);
        owner = Ref(reinterpret_cast<PyObject*>(frame));
    }
    return frame;
}

}  // namespace

Status warning_flags(PyObject* modes, bool& others) {
    Status warns = status_ok;
    others = false;
    for (const auto& [key, flag] : {std::pair{"divide", status_divide},
                                    std::pair{"over", status_overflow},
                                    std::pair{"under", status_underflow},
                                    std::pair{"invalid", status_invalid}}) {
        const bool is_warned = is_mode(modes, key, "warn");
        if (is_warned) warns |= flag;
        others = others || (!is_warned && !is_mode(modes, key, "ignore"));
    }
    return warns;
}

bool report_floating(Status status, const char* name) {
    const int flags = static_cast<int>(status & status_floating_mask);
    if (flags == 0) return true;
    HeldWarnings* held = HeldWarnings::here();
    if (held != nullptr) {
        if (keep_floating(*held, status, name)) return true;
        if (PyErr_Occurred()) return false;
    }
    return PyUFunc_GiveFloatingpointErrors(name, flags) >= 0;
}

PyObject* composite_warn(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "warn: needs message, category, stacklevel");
        return nullptr;
    }
    const long level = PyLong_AsLong(args[2]);
    if (level == -1 && PyErr_Occurred()) return nullptr;
    Ref owner;
    PyFrameObject* frame = frame_at(level, owner);
    HeldWarnings at_once(true);
    HeldWarnings* held = &at_once;
    if (!held->keep(args[1], args[0], frame) || !held->give()) return nullptr;
    Py_RETURN_NONE;
}

HeldWarnings::HeldWarnings(bool holds) : outer_(innermost), holds_(holds) { innermost = this; }

HeldWarnings::~HeldWarnings() { innermost = outer_; }

HeldWarnings* HeldWarnings::here() {
    return innermost != nullptr && innermost->holds_ ? innermost : nullptr;
}

bool HeldWarnings::keep(PyObject* category, PyObject* message, PyFrameObject* frame) {
    Warning warning{Ref::share(category), Ref::share(message), {}, {}, {}, 1};
    if (frame == nullptr) {
        warning.file = Ref(PyUnicode_FromString("sys"));
    } else {
        Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
        Ref globals(PyFrame_GetGlobals(frame));
        warning.file = Ref::share(reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
        warning.line = PyFrame_GetLineNumber(frame);
        warning.module = Ref::share(PyDict_GetItemString(globals.get(), "__name__"));
        PyObject* registry = PyDict_GetItemString(globals.get(), "__warningregistry__");
        warning.registry = registry == nullptr ? Ref(PyDict_New()) : Ref::share(registry);
        if (!warning.registry) return false;
        if (registry == nullptr && PyDict_SetItemString(globals.get(), "__warningregistry__",
                                                        warning.registry.get()) < 0) {
            return false;
        }
    }
    if (!warning.file) return false;
    warnings_.push_back(std::move(warning));
    return true;
}

bool HeldWarnings::Warning::give() const {
    return PyErr_WarnExplicitObject(category.get(), message.get(), file.get(), line, module.get(),
                                    registry.get()) == 0;
}

bool HeldWarnings::give() {
    innermost = outer_;
    if (!warnings_.empty()) {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        if (HeldWarnings* outer = here()) {
            for (Warning& warning : warnings_) outer->warnings_.push_back(std::move(warning));
        } else {
            for (const Warning& warning : warnings_) {
                if (warning.give()) continue;
                Py_XDECREF(type);
                Py_XDECREF(value);
                Py_XDECREF(trace);
                return false;
            }
        }
        PyErr_Restore(type, value, trace);
    }
    return PyErr_Occurred() == nullptr;
}

}  // namespace numen::front
