// The vector functions behind C entry points numen_NAME_f64 and numen_NAME_f32, one shared library
// per instruction set, for measure_ulp.py and measure_speed.py.
#include "backends/cpu/vector_math/vector_math.h"

namespace vm = numen::cpu::NUMEN_ISA::vm;

#define NUMEN_UNARY_OF(NAME, SUFFIX, TYPE)                                                       \
    extern "C" void numen_##NAME##_##SUFFIX(const TYPE* in, TYPE* out, std::int64_t count) {     \
        vm::apply_unary<TYPE>(in, out, count, [](auto x) __attribute__((always_inline)) {        \
            return vm::NAME(x);                                                                  \
        });                                                                                      \
    }
#define NUMEN_BINARY_OF(NAME, SUFFIX, TYPE)                                                      \
    extern "C" void numen_##NAME##_##SUFFIX(const TYPE* a, const TYPE* b, TYPE* out,             \
                                            std::int64_t count) {                                \
        vm::apply_binary<TYPE>(a, b, out, count, [](auto x, auto y)                              \
            __attribute__((always_inline)) { return vm::NAME(x, y); });                          \
    }
#define NUMEN_UNARY(NAME)              \
    NUMEN_UNARY_OF(NAME, f64, double)  \
    NUMEN_UNARY_OF(NAME, f32, float)
#define NUMEN_BINARY(NAME)             \
    NUMEN_BINARY_OF(NAME, f64, double) \
    NUMEN_BINARY_OF(NAME, f32, float)

NUMEN_UNARY(exp)
NUMEN_UNARY(exp2)
NUMEN_UNARY(expm1)
NUMEN_UNARY(log)
NUMEN_UNARY(log2)
NUMEN_UNARY(log10)
NUMEN_UNARY(log1p)
NUMEN_UNARY(sin)
NUMEN_UNARY(cos)
NUMEN_UNARY(tan)
NUMEN_UNARY(sinh)
NUMEN_UNARY(cosh)
NUMEN_UNARY(tanh)
NUMEN_UNARY(arcsinh)
NUMEN_UNARY(arccosh)
NUMEN_UNARY(arctanh)
NUMEN_UNARY(arctan)
NUMEN_UNARY(arcsin)
NUMEN_UNARY(arccos)
NUMEN_UNARY(cbrt)
NUMEN_UNARY(erf)
NUMEN_BINARY(power)
NUMEN_BINARY(arctan2)
NUMEN_BINARY(hypot)
