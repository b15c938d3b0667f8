// Where floating-point errors and composites' warnings are told to the program.
//
// A composite may warn and then find that NumPy has to serve the call, which warns again. So what
// is told while a composite runs is held back until it is known whose result counts. A warning is
// about the user's line, whichever of Numen's files computes for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "front/module/numpy_api.h"
#include "ops/status.h"

namespace numen::front {

// Warns or raises as the program's error state asks for the floating-point flags of `status`, met
// in the loop `name`; false with an exception set.
bool report_floating(Status status, const char* name);

// The scope of a computation whose result goes to an output afterwards, which runs no code of the
// program's. NumPy writes to an output before it reports: what the program would hear of is kept
// from it, and where anything was, NumPy serves the call.
class OutputErrors {
public:
    OutputErrors() : outer_(innermost_) { innermost_ = this; }
    ~OutputErrors() { innermost_ = outer_; }
    OutputErrors(const OutputErrors&) = delete;
    OutputErrors& operator=(const OutputErrors&) = delete;

    bool any() const { return any_; }
    // Is there such a scope in this thread? What is recorded would report after it.
    static bool is_open() { return innermost_ != nullptr; }
    // Keeps these flags back if there is such a scope in this thread and the error state counts
    // them.
    static bool keeps(Status flags);

private:
    static thread_local OutputErrors* innermost_ __attribute__((tls_model("initial-exec")));
    OutputErrors* outer_;
    bool any_ = false;
};

// Calls act(text) for each floating-point error in `status`, in the order and the words of NumPy;
// false once act gives false.
template <class Act> bool for_floating_errors(Status status, Act&& act) {
    for (const auto& [flag, text] : {std::pair{status_divide, "divide by zero"},
                                     std::pair{status_overflow, "overflow"},
                                     std::pair{status_underflow, "underflow"},
                                     std::pair{status_invalid, "invalid value"}}) {
        if ((status & flag) != 0 && !act(text)) return false;
    }
    return true;
}

// Warns the line of the program that called; false with an exception set.
bool warn_caller(PyObject* category, PyObject* message);
bool warn_caller(PyObject* category, const char* text);

// warn(message, category): warnings.warn, for composites.
PyObject* composite_warn(PyObject*, PyObject* const* args, Py_ssize_t count);

// clear_flags(), report_flags(name): tells what the code between the two left in the processor's
// flags, as NumPy does of a function that it calls for each element.
PyObject* clear_flags(PyObject*, PyObject*);
PyObject* report_flags(PyObject*, PyObject* name);

// When the warnings of a composite go out.
enum class Told : unsigned char {
    at_once,  // it calls what the user passed in
    held,     // when it is known that its result counts
    never,    // NumPy's function, whatever it meets, does not look
};

// The scope of one composite in this thread.
class HeldWarnings {
public:
    explicit HeldWarnings(Told told);
    ~HeldWarnings();
    HeldWarnings(const HeldWarnings&) = delete;
    HeldWarnings& operator=(const HeldWarnings&) = delete;

    // The composite's outcome counts, and not NumPy's: its warnings go out, or to the composite
    // that called it. An exception that is set stays so, unless a warning was turned into another;
    // false if one is.
    bool give();
    // Whether a composite runs in this thread, perhaps what the user passed in to it.
    static bool is_composite() { return innermost_ != nullptr; }
    static bool is_silent() { return is_composite() && innermost_->told_ == Told::never; }
    // The innermost composite of this thread, if it holds warnings back.
    static HeldWarnings* here();
    // Keeps a warning about the line that `frame` (borrowed, may be null) is at.
    bool keep(PyObject* category, PyObject* message, PyFrameObject* frame);

private:
    struct Warning {
        Ref category, message, file, module, registry;
        int line = 0;

        bool give() const;
    };

    static thread_local HeldWarnings* innermost_ __attribute__((tls_model("initial-exec")));
    std::vector<Warning> warnings_;
    HeldWarnings* outer_;
    Told told_;
};

}  // namespace numen::front
