// Floating-point events: what happened, and whether to throw.
//
// NumPy warns of divisions by zero, overflow and invalid operations. Numen's C++ library prints
// nothing: each thread keeps the events of its own calls until they are taken, and throws where a
// scope asks for that. Results are NumPy's either way (infinities, NaN).
#pragma once

#include "numen/export.h"

namespace numen {

// Events, a bit each; they combine with |.
enum class FloatEvents : unsigned {
    nothing = 0,
    divide = 1,
    overflow = 2,
    underflow = 4,
    invalid = 8,
};

constexpr FloatEvents operator|(FloatEvents a, FloatEvents b) {
    return static_cast<FloatEvents>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr FloatEvents operator&(FloatEvents a, FloatEvents b) {
    return static_cast<FloatEvents>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

// The events that NumPy warns of.
inline constexpr FloatEvents usual_events =
    FloatEvents::divide | FloatEvents::overflow | FloatEvents::invalid;

// The events in this thread's calls since they were last taken.
NUMEN_API FloatEvents float_events();
// The same, and they are forgotten.
NUMEN_API FloatEvents take_float_events();

// While one is in scope, a call of this thread that meets one of the events throws
// FloatingPointError, as np.errstate(all="raise"). Scopes nest. A call that writes in place has
// written when it throws.
class NUMEN_API RaiseFloatErrors {
public:
    explicit RaiseFloatErrors(FloatEvents events = usual_events);
    ~RaiseFloatErrors();
    RaiseFloatErrors(const RaiseFloatErrors&) = delete;
    RaiseFloatErrors& operator=(const RaiseFloatErrors&) = delete;

private:
    FloatEvents before_;
};

}  // namespace numen
