// Where floating-point errors and composites' warnings are told to the program.
//
// A composite may warn and then find that NumPy has to serve the call, which warns again. So what
// is told while a composite runs is held back until it is known whose result counts.
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

// The flags of which geterr()'s dictionary `modes` wants warnings; `others` where it wants anything
// else but silence.
Status warning_flags(PyObject* modes, bool& others);

// warn(message, category, stacklevel): warnings.warn, for composites.
PyObject* composite_warn(PyObject*, PyObject* const* args, Py_ssize_t count);

// The scope of one composite in this thread. Without `holds` (the composite calls what the user
// passed in) warnings go out at once.
class HeldWarnings {
public:
    explicit HeldWarnings(bool holds);
    ~HeldWarnings();
    HeldWarnings(const HeldWarnings&) = delete;
    HeldWarnings& operator=(const HeldWarnings&) = delete;

    // The composite's outcome counts, and not NumPy's: its warnings go out, or to the composite
    // that called it. An exception that is set stays so, unless a warning was turned into another;
    // false if one is.
    bool give();
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

    std::vector<Warning> warnings_;
    HeldWarnings* outer_;
    bool holds_;
};

}  // namespace numen::front
