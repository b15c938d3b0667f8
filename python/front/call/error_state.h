// NumPy's error state: which floating-point errors warn (numpy.errstate, seterr).
#pragma once

#include "front/module/numpy_api.h"
#include "ops/status.h"

namespace numen::front {

struct ErrorState {
    Ref token;             // NumPy's object for the state, held so that its address stays its own
    Status warns = 0;      // the flags that warn
    bool at_once = false;  // some flag raises, calls, logs or prints
};

// The state in force, looked up again only when another is set; null with an exception set.
const ErrorState* error_state();

// The context variable that holds it, borrowed; null with an exception set.
PyObject* error_state_variable();

}  // namespace numen::front
