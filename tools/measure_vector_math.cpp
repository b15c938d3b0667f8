// The vector functions behind C entry points numen_NAME_f64 and numen_NAME_f32, one shared library
// per instruction set, for measure_ulp.py and measure_speed.py.
#include "backends/cpu/vector_math/vector_math.h"

namespace vm = numen::cpu::NUMEN_ISA::vm;

#define NUMEN_UNARY_OF(NAME, FUNCTION, SUFFIX, TYPE)                                             \
    extern "C" void numen_##NAME##_##SUFFIX(const TYPE* in, TYPE* out, std::int64_t count) {     \
        vm::apply_unary<TYPE>(in, out, count, [](auto x) __attribute__((always_inline)) {        \
            return vm::FUNCTION(x);                                                              \
        });                                                                                      \
    }
#define NUMEN_UNARY(NAME, FUNCTION)               \
    NUMEN_UNARY_OF(NAME, FUNCTION, f64, double)   \
    NUMEN_UNARY_OF(NAME, FUNCTION, f32, float)

NUMEN_UNARY(exp, exp)
NUMEN_UNARY(sin, sin)
NUMEN_UNARY(cos, cos)
NUMEN_UNARY(log, log)
