// The reader of elementwise.def that turns each row into a type: its facts as constants and its
// formula as a function over scalars, or over the vectors of vector_math where those functions
// exist for everything the formula names.
#pragma once

#include "backends/cpu/kernels/formula_bits.h"
#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/formula_numbers.h"
#include "backends/cpu/kernels/formula_parts.h"
#include "backends/cpu/vector_math/vector_math.h"
#include "ops/signature.h"

namespace numen::cpu::NUMEN_ISA::formulas {

NUMEN_INLINE vm::F64 power(vm::F64 x, vm::F64 y, Status&) { return vm::power(x, y); }
NUMEN_INLINE vm::F32 power(vm::F32 x, vm::F32 y, Status&) { return vm::power(x, y); }

}  // namespace numen::cpu::NUMEN_ISA::formulas

namespace numen::cpu::NUMEN_ISA::rows {

using namespace formulas;
using namespace vm;

#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, FAMILY, RESOLVER, ULP, FLAGS, HELP, ...)   \
    struct NAME##_row {                                                                    \
        static constexpr int inputs = INPUTS;                                              \
        static constexpr int outputs = OUTPUTS;                                            \
        static constexpr Family loops = family::FAMILY;                                    \
        static constexpr Resolver resolver = Resolver::RESOLVER;                           \
        static constexpr FlagPolicy policy = FlagPolicy::FLAGS;                            \
        template <class T, class U>                                                        \
        [[gnu::always_inline]] static inline auto apply([[maybe_unused]] T x,              \
                                                        [[maybe_unused]] U y,              \
                                                        [[maybe_unused]] Status& flags)    \
            -> decltype(__VA_ARGS__) {                                                     \
            return __VA_ARGS__;                                                            \
        }                                                                                  \
    };
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE

}  // namespace numen::cpu::NUMEN_ISA::rows
