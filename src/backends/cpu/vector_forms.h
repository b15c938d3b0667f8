// Which operations are one or a few vector instructions, and which.
#pragma once

#include <optional>

#include "backends/cpu/assembler.h"
#include "ops/operation.h"

namespace numen::cpu {

// An operation on vectors of one element type.
struct VectorForm {
    enum class Kind : std::uint8_t {
        plain,     // to = x OPERATION y
        swapped,   // commutes: where both are NaN the loops give the second operand's
        unary,     // to = OPERATION x
        twice,     // to = x OPERATION x
        constant,  // to = x OPERATION constant
        inverted,  // to = constant OPERATION x
        chosen,    // to = x where it compares so with y, or is NaN, else y
    };
    Kind kind = Kind::plain;
    VectorOperation operation{};
    int which = 0;  // of the constants, or the comparison's number
};

enum VectorConstant : int { sign_bit, all_but_sign, one };
// The constant of a float type of that size, as it lies in memory.
const char* vector_constant(int which, bool is_wide);

// Nothing where the instruction set has none.
std::optional<VectorForm> vector_form(Op op, Dtype dtype, bool has_avx512);

// The parts of `chosen`.
VectorOperation comparison(bool is_wide);
VectorOperation blend(bool is_wide, bool has_avx512);
VectorOperation either(bool is_wide);

// The parts of a quotient by a number that serves all elements, with AVX-512: to -= a * b,
// to += a * b, to = b, and, for three registers, what the byte behind says of their bits.
VectorOperation product_taken_off(bool is_wide);
VectorOperation product_added(bool is_wide);
VectorOperation copy_of(bool is_wide);
VectorOperation bits_of_three(bool is_wide);
inline constexpr int second_or_third_of_first = 0xec;  // second | (first & third)
inline constexpr int is_at_least = 0x1d, is_at_most = 0x12, is_unordered = 0x03;  // quiet

}  // namespace numen::cpu
