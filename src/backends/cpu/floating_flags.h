// Reads what arithmetic left in the floating-point status register.
//
// The register is cleared only where it was dirty: reading costs 1-2 ns, writing several times
// that. The inexact bit, set by almost everything, is neither looked at nor cleared.
#pragma once

#include "ops/status.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace numen::cpu {

#if defined(__x86_64__)

// MXCSR bits: invalid 1, divide 4, overflow 8, underflow 16.
inline constexpr unsigned watched_flags = 1 | 4 | 8 | 16;

inline void clear_floating_flags() {
    const unsigned state = _mm_getcsr();
    if (state & watched_flags) _mm_setcsr(state & ~watched_flags);
}

inline Status floating_flags() {
    const unsigned state = _mm_getcsr() & watched_flags;
    if (state == 0) [[likely]] return status_ok;
    return (state & 1 ? status_invalid : 0) | (state & 4 ? status_divide : 0) |
           (state & 8 ? status_overflow : 0) | (state & 16 ? status_underflow : 0);
}

inline void raise_floating_flags(Status status) {
    if (status == status_ok) return;
    _mm_setcsr(_mm_getcsr() | (status & status_invalid ? 1 : 0) | (status & status_divide ? 4 : 0) |
               (status & status_overflow ? 8 : 0) | (status & status_underflow ? 16 : 0));
}

#else

inline void clear_floating_flags() {
    if (std::fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT)) {
        std::feclearexcept(FE_ALL_EXCEPT & ~FE_INEXACT);
    }
}

inline Status floating_flags() {
    const int state = std::fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT);
    if (state == 0) return status_ok;
    return (state & FE_INVALID ? status_invalid : 0) | (state & FE_DIVBYZERO ? status_divide : 0) |
           (state & FE_OVERFLOW ? status_overflow : 0) |
           (state & FE_UNDERFLOW ? status_underflow : 0);
}

inline void raise_floating_flags(Status status) {
    if (status == status_ok) return;
    std::feraiseexcept((status & status_invalid ? FE_INVALID : 0) |
                       (status & status_divide ? FE_DIVBYZERO : 0) |
                       (status & status_overflow ? FE_OVERFLOW : 0) |
                       (status & status_underflow ? FE_UNDERFLOW : 0));
}

#endif

}  // namespace numen::cpu
