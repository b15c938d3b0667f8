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
    Array NAME(PARAMETERS, const Out& out) {                                                \
        api::elementwise_into(Op::NAME, ARGUMENTS, out.array);                              \
        return out.array;                                                                   \
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

Array& Array::operator+=(const Operand& b) { return add(*this, b, Out(*this)), *this; }
Array& Array::operator-=(const Operand& b) { return subtract(*this, b, Out(*this)), *this; }
Array& Array::operator*=(const Operand& b) { return multiply(*this, b, Out(*this)), *this; }
Array& Array::operator/=(const Operand& b) { return divide(*this, b, Out(*this)), *this; }
Array& Array::operator%=(const Operand& b) { return remainder(*this, b, Out(*this)), *this; }
Array& Array::operator&=(const Operand& b) { return bitwise_and(*this, b, Out(*this)), *this; }
Array& Array::operator|=(const Operand& b) { return bitwise_or(*this, b, Out(*this)), *this; }
Array& Array::operator^=(const Operand& b) { return bitwise_xor(*this, b, Out(*this)), *this; }
Array& Array::operator<<=(const Operand& b) { return left_shift(*this, b, Out(*this)), *this; }
Array& Array::operator>>=(const Operand& b) { return right_shift(*this, b, Out(*this)), *this; }

}  // namespace numen
