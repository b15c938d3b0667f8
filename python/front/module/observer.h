// Who is told about fallbacks and becomes: `numen run --profile`, --strict and the tests.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// One observed event; tells the observer's `end` when it goes out of scope.
class Observation {
public:
    Observation(const char* kind, const char* name) : kind_(kind), name_(name) {}
    ~Observation();
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;
    // Calls the observer's `begin`; false if it raised (that is how --strict refuses).
    bool begin();

private:
    const char* kind_;
    const char* name_;
    bool begun_ = false;
    double start_ = 0;
};

// set_observer(begin, end): begin(kind, name), end(kind, name, seconds); None switches off.
PyObject* set_observer(PyObject* module, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
