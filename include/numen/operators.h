// The operators of arrays: each is the elementwise function named beside it.
//
// One operand at least is an array. Comparisons give boolean arrays, so `if (a == b)` is for arrays
// of one element: `array_equal(a, b)`, `all(a == b)` and `any(a == b)` ask about whole arrays.
#pragma once

#include "numen/array.h"
#include "numen/elementwise.h"

namespace numen {

#define NUMEN_BINARY_OPERATOR(SYMBOL, FUNCTION)                                                 \
    inline Array operator SYMBOL(const Array& a, const Array& b) { return FUNCTION(a, b); }     \
    inline Array operator SYMBOL(const Array& a, const Scalar& b) { return FUNCTION(a, b); }    \
    inline Array operator SYMBOL(const Scalar& a, const Array& b) { return FUNCTION(a, b); }

NUMEN_BINARY_OPERATOR(+, add)
NUMEN_BINARY_OPERATOR(-, subtract)
NUMEN_BINARY_OPERATOR(*, multiply)
NUMEN_BINARY_OPERATOR(/, divide)
NUMEN_BINARY_OPERATOR(%, remainder)
NUMEN_BINARY_OPERATOR(&, bitwise_and)
NUMEN_BINARY_OPERATOR(|, bitwise_or)
NUMEN_BINARY_OPERATOR(^, bitwise_xor)
NUMEN_BINARY_OPERATOR(<<, left_shift)
NUMEN_BINARY_OPERATOR(>>, right_shift)
NUMEN_BINARY_OPERATOR(==, equal)
NUMEN_BINARY_OPERATOR(!=, not_equal)
NUMEN_BINARY_OPERATOR(<, less)
NUMEN_BINARY_OPERATOR(<=, less_equal)
NUMEN_BINARY_OPERATOR(>, greater)
NUMEN_BINARY_OPERATOR(>=, greater_equal)

#undef NUMEN_BINARY_OPERATOR

// Each element with its sign turned, and each as it is.
inline Array operator-(const Array& a) { return negative(a); }
inline Array operator+(const Array& a) { return positive(a); }
// Every bit turned; of booleans the opposite.
inline Array operator~(const Array& a) { return invert(a); }

}  // namespace numen
