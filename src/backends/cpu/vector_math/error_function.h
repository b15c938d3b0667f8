// erf: x + x p(x^2) up to 1, and 1 - exp(-x^2) g(t) beyond, where g is exp(x^2) erfc(x) as a
// polynomial in t = (x - 2)/(x + 2).
#pragma once

#include "backends/cpu/vector_math/exponential.h"

namespace numen::cpu::NUMEN_ISA::vm {

NUMEN_INLINE F64 erf(F64 x) {
    // erf(6) rounds to 1; NaN passes.
    const F64 a = at_most(absolute(x), 6.0);
    const F64 square = a * a;
    const F64 inner = multiply_add(polynomial(square, erf_inner), a, a);
    const F64 t = (a - 2.0) * reciprocal(a + 2.0);
    const F64 outer = 1.0 - exp(-square) * polynomial(t, erf_outer);
    return with_sign(a < 1.0 ? inner : outer, x);
}
NUMEN_INLINE F64 erf_short_result(F64 x) { return erf(x); }

NUMEN_SHORT_UNARY(erf)

}  // namespace numen::cpu::NUMEN_ISA::vm
