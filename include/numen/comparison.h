// Questions about two whole arrays.
#pragma once

#include "numen/array.h"

namespace numen {

// How near two numbers have to be: |a - b| <= atol + rtol |b|.
struct Tolerance {
    double rtol = 1e-5;
    double atol = 1e-8;
    bool equal_nan = false;  // does a NaN agree with a NaN?
};

// Do both have one shape and equal elements (of types promoted to one)? NaN equals nothing.
NUMEN_API bool array_equal(const Array& a, const Array& b);
// Which elements are near; infinities agree with themselves. Operands are broadcast.
NUMEN_API Array isclose(const Operand& a, const Operand& b, const Tolerance& tolerance = {});
// Are all elements near?
NUMEN_API bool allclose(const Operand& a, const Operand& b, const Tolerance& tolerance = {});

}  // namespace numen
