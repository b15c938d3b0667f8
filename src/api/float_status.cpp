#include "api/float_status.h"

#include "api/message.h"
#include "numen/errors.h"

namespace numen {
namespace {

static_assert(static_cast<Status>(FloatEvents::divide) == status_divide &&
              static_cast<Status>(FloatEvents::overflow) == status_overflow &&
              static_cast<Status>(FloatEvents::underflow) == status_underflow &&
              static_cast<Status>(FloatEvents::invalid) == status_invalid);

thread_local Status seen = status_ok;
thread_local Status thrown = status_ok;

const char* description(Status status) {
    if (status & status_divide) return "divide by zero";
    if (status & status_overflow) return "overflow";
    return status & status_underflow ? "underflow" : "invalid value";
}

}  // namespace

FloatEvents float_events() { return static_cast<FloatEvents>(seen); }

FloatEvents take_float_events() {
    const FloatEvents events = float_events();
    seen = status_ok;
    return events;
}

RaiseFloatErrors::RaiseFloatErrors(FloatEvents events)
    : before_(static_cast<FloatEvents>(thrown)) {
    thrown = static_cast<Status>(events);
}

RaiseFloatErrors::~RaiseFloatErrors() { thrown = static_cast<Status>(before_); }

namespace api {

void report(Status status, const char* name) {
    if (status & status_no_memory) [[unlikely]] {
        throw MemoryError(message(name, ": not enough memory"));
    }
    status &= status_floating_mask;
    if (status == status_ok) [[likely]] return;
    seen |= status;
    if ((status & thrown) == 0) return;
    throw FloatingPointError(message(description(status & thrown), " encountered in ", name));
}

IgnoreFloatEvents::~IgnoreFloatEvents() { seen = static_cast<Status>(before_); }

}  // namespace api
}  // namespace numen
