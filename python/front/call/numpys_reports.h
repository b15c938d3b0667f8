// NumPy's C code warns of the line that runs: within a composite that is Numen's.
#pragma once

#include "front/array/caller.h"
#include "front/array/state.h"
#include "front/call/reporting.h"

namespace numen::front {

// While it stands, NumPy's floating-point errors that would warn are told as those of Numen's own
// operations (reporting.h).
class NumpysReports {
public:
    NumpysReports();
    ~NumpysReports();
    NumpysReports(const NumpysReports&) = delete;
    NumpysReports& operator=(const NumpysReports&) = delete;

    bool is_ready() const { return is_ready_; }  // false: an exception is set

private:
    PyObject* before_ = nullptr;  // what gives the context its error state back
    bool is_ready_ = false;
};

// The result of NumPy's C code, whose warnings are about the user's line.
template <class Call> PyObject* with_numpys_reports(const Call& call) {
    if (!HeldWarnings::is_composite() || !numen_calls()) [[likely]] return call();
    HeldWarnings held(Told::held);
    const Ref result = [&] {
        const NumpysReports scope;
        const AsTheProgram as_the_program;
        return Ref(scope.is_ready() ? call() : nullptr);
    }();
    return held.give() ? Py_XNewRef(result.get()) : nullptr;
}

// The result of NumPy's C code, which meanwhile gets NumPy's own functions (caller.h), and takes
// memory of which nobody here is told.
template <class Call> PyObject* by_numpy(const Call& call) {
    release_pinned();
    return with_numpys_reports([&] {
        const AsTheProgram as_the_program;
        const NumpyServes numpy_serves;
        return call();
    });
}

}  // namespace numen::front
