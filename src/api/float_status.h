// Where the status bits of the engine's calls go.
#pragma once

#include "numen/float_status.h"
#include "ops/status.h"

namespace numen::api {

// Keeps the floating-point events of a call named `name`; throws FloatingPointError where a scope
// of this thread asks for that, and MemoryError where there was too little for the work.
void report(Status status, const char* name);

// While one is in scope, what happens in this thread's calls is neither kept nor thrown.
class IgnoreFloatEvents {
public:
    IgnoreFloatEvents() : before_(float_events()) {}
    ~IgnoreFloatEvents();

private:
    RaiseFloatErrors quiet_{FloatEvents::nothing};
    FloatEvents before_;
};

}  // namespace numen::api
