// Which precision a call of linear algebra works in.
#pragma once

#include "front/call/keywords.h"
#include "numen/precision.h"

namespace numen::front {

// Makes the context variable that numen.linalg.precision sets: true for native. False with an
// exception set.
bool prepare_precision();
extern PyObject* native_precision;  // the variable

// The arguments of a call without the keyword `precision`, and what that says.
class CallArguments {
public:
    explicit CallArguments(const Arguments& given);

    const Arguments& rest() const { return rest_; }
    bool has_precision() const { return precision_ != nullptr; }
    // The keyword, else the context. False: ValueError or TypeError is set.
    bool read(linalg::Precision& precision) const;
    // Takes out another keyword that NumPy does not know.
    void leave_out(const char* keyword);

private:
    PyObject* take_out(Py_ssize_t keyword);

    Arguments rest_;
    PyObject* precision_ = nullptr;  // borrowed
    static constexpr Py_ssize_t most = 16;
    PyObject* values_[most];
    Ref names_;
};

}  // namespace numen::front
