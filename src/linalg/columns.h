// Large matrices of real numbers in columns: where these lie, and how large their elements are.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "linalg/stack.h"

namespace numen::linalg {

// Columns that no two of a power of two apart fall onto the same place of the caches: at least so
// many rows, a multiple of 16.
inline Int padded(Int rows) {
    const Int whole = (rows + 15) / 16 * 16;
    return whole % 64 == 0 ? whole + 16 : whole;
}

template <class Real> Real greatest(const Real* numbers, Int count) {
    Real most = 0;
    for (Int i = 0; i < count; ++i) most = std::max(most, std::abs(numbers[i]));
    return most;
}

// The power of two that brings numbers of such a magnitude near to 1; 1 where they are near.
template <class Real> Real scale_of(Real most) {
    if (most == 0) return 1;
    constexpr int near = 20, most_exponent = std::numeric_limits<Real>::max_exponent - 2;
    const int exponent = std::ilogb(most);
    if (std::abs(exponent) <= near) return 1;
    return std::ldexp(Real(1), std::clamp(-exponent, -most_exponent, most_exponent));
}

}  // namespace numen::linalg
