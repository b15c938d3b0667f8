#include "front/call/reporting.h"

#include "backends/cpu/floating_flags.h"
#include "front/array/caller.h"
#include "front/call/error_state.h"

namespace numen::front {
namespace {

// keep(held, frame) keeps warnings at the line that the user called; they go out, or wait for the
// composite that runs.
template <class Keep> bool warn_caller(Keep&& keep) {
    Ref owner(reinterpret_cast<PyObject*>(frame_outside_numen()));
    HeldWarnings told(Told::held);
    return keep(told, reinterpret_cast<PyFrameObject*>(owner.get())) && told.give();
}

// Keeps the warnings of some flags at the line of `frame`.
bool keep_floating(HeldWarnings& held, Status flags, const char* name, PyFrameObject* frame) {
    return for_floating_errors(flags, [&](const char* error) {
        Ref text(PyUnicode_FromFormat("%s encountered in %s", error, name));
        return text && held.keep(PyExc_RuntimeWarning, text.get(), frame);
    });
}

bool tell_floating(Status flags, const char* name) {
    // By NumPy where an error state does not only warn, or its own warning names the same line.
    if (HeldWarnings::is_composite() || numen_calls()) {
        const ErrorState* state = error_state();
        if (state == nullptr) return false;
        if (!state->at_once) {
            return warn_caller([&](HeldWarnings& held, PyFrameObject* frame) {
                return keep_floating(held, flags & state->warns, name, frame);
            });
        }
    }
    return PyUFunc_GiveFloatingpointErrors(name, static_cast<int>(flags)) >= 0;
}

}  // namespace

bool report_floating(Status status, const char* name) {
    const Status flags = status & status_floating_mask;
    if (flags == 0 || HeldWarnings::is_silent() || OutputErrors::keeps(flags)) return true;
    if (!tell_floating(flags, name)) return false;
    // NumPy leaves the processor's flags raised: those of a function that was called for each
    // element are told once more in the name of the whole (vectorize, frompyfunc).
    cpu::clear_floating_flags();
    cpu::raise_floating_flags(flags);
    return true;
}

thread_local OutputErrors* OutputErrors::innermost_ = nullptr;

bool OutputErrors::keeps(Status flags) {
    if (innermost_ == nullptr) return false;
    const ErrorState* state = error_state();
    if (state == nullptr) forget_error();
    innermost_->any_ |= state == nullptr || state->at_once || (flags & state->warns) != 0;
    return true;
}

PyObject* clear_flags(PyObject*, PyObject*) {
    cpu::clear_floating_flags();
    Py_RETURN_NONE;
}

PyObject* report_flags(PyObject*, PyObject* name) {
    const Status flags = cpu::floating_flags();
    const char* text = PyUnicode_AsUTF8(name);
    if (text == nullptr || !report_floating(flags, text)) return nullptr;
    Py_RETURN_NONE;
}

bool warn_caller(PyObject* category, PyObject* message) {
    return warn_caller([&](HeldWarnings& held, PyFrameObject* frame) {
        return held.keep(category, message, frame);
    });
}

bool warn_caller(PyObject* category, const char* text) {
    Ref message(PyUnicode_FromString(text));
    return message && warn_caller(category, message.get());
}

PyObject* composite_warn(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "warn: needs message, category");
        return nullptr;
    }
    if (!warn_caller(args[1], args[0])) return nullptr;
    Py_RETURN_NONE;
}

thread_local HeldWarnings* HeldWarnings::innermost_ = nullptr;

HeldWarnings::HeldWarnings(Told told) : outer_(innermost_), told_(told) { innermost_ = this; }

HeldWarnings::~HeldWarnings() { innermost_ = outer_; }

HeldWarnings* HeldWarnings::here() {
    return is_composite() && innermost_->told_ == Told::held ? innermost_ : nullptr;
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
    innermost_ = outer_;
    if (!warnings_.empty() && !is_silent()) {
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
