// The functions of numen/elementwise.h, one for each row of the table.
#include "numen/elementwise.h"

#include "api/elementwise_call.h"

namespace numen {

#define NUMEN_PARAMETERS_1 const Operand& x
#define NUMEN_PARAMETERS_2 const Operand& x, const Operand& y
#define NUMEN_ARGUMENTS_1 x
#define NUMEN_ARGUMENTS_2 x, y

#define NUMEN_DEFINE_1(NAME, PARAMETERS, ARGUMENTS)                                         \
    Array NAME(PARAMETERS) { return api::elementwise(Op::NAME, ARGUMENTS); }                \
    void NAME(PARAMETERS, const Out& out) {                                                 \
        api::elementwise_into(Op::NAME, ARGUMENTS, out.array);                              \
    }
#define NUMEN_DEFINE_2(NAME, PARAMETERS, ARGUMENTS)                                         \
    std::pair<Array, Array> NAME(PARAMETERS) { return api::elementwise_pair(Op::NAME, ARGUMENTS); }
#define NUMEN_DEFINE(NAME, OUTPUTS, PARAMETERS, ARGUMENTS) \
    NUMEN_DEFINE_##OUTPUTS(NAME, PARAMETERS, ARGUMENTS)
#define NUMEN_COMMA(...) __VA_ARGS__

#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, ...)                          \
    NUMEN_DEFINE_##OUTPUTS(NAME, NUMEN_COMMA(NUMEN_PARAMETERS_##INPUTS),       \
                           NUMEN_COMMA(NUMEN_ARGUMENTS_##INPUTS))
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE

#define NUMEN_IN_PLACE(SYMBOL, NAME)                      \
    Array& Array::operator SYMBOL(const Operand& b) {     \
        api::elementwise_into(Op::NAME, *this, b, *this); \
        return *this;                                     \
    }
NUMEN_IN_PLACE(+=, add)
NUMEN_IN_PLACE(-=, subtract)
NUMEN_IN_PLACE(*=, multiply)
NUMEN_IN_PLACE(/=, divide)
NUMEN_IN_PLACE(%=, remainder)
NUMEN_IN_PLACE(&=, bitwise_and)
NUMEN_IN_PLACE(|=, bitwise_or)
NUMEN_IN_PLACE(^=, bitwise_xor)
NUMEN_IN_PLACE(<<=, left_shift)
NUMEN_IN_PLACE(>>=, right_shift)

}  // namespace numen
