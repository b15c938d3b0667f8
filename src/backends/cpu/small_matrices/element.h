// What a lane of a pack holds: a real number (F64) or a complex one (Pair), and the few operations
// that the algorithms of both are written in.
#pragma once

#include <limits>

#include "backends/cpu/small_matrices/transpose.h"

namespace numen::cpu::NUMEN_ISA {

struct Pair {
    F64 re, im;
};

template <class E> inline constexpr int parts = sizeof(E) / sizeof(F64);

NUMEN_INLINE void set(F64& to, F64 value) { to = value; }
NUMEN_INLINE void set(Pair& to, F64 value) { to = {value, F64{}}; }

NUMEN_INLINE F64 select(I64 mask, F64 x, F64 y) { return mask != 0 ? x : y; }
NUMEN_INLINE Pair select(I64 mask, Pair x, Pair y) {
    return {select(mask, x.re, y.re), select(mask, x.im, y.im)};
}

NUMEN_INLINE F64 times(F64 x, F64 y) { return x * y; }
NUMEN_INLINE Pair times(Pair x, Pair y) {
    return {vm::multiply_add(-x.im, y.im, x.re * y.re), vm::multiply_add(x.im, y.re, x.re * y.im)};
}
NUMEN_INLINE Pair times(Pair x, F64 y) { return {x.re * y, x.im * y}; }

// z - x y, and with the conjugate of y.
NUMEN_INLINE F64 minus_product(F64 x, F64 y, F64 z) { return vm::multiply_add(-x, y, z); }
NUMEN_INLINE Pair minus_product(Pair x, Pair y, Pair z) {
    return {vm::multiply_add(x.im, y.im, vm::multiply_add(-x.re, y.re, z.re)),
            vm::multiply_add(-x.im, y.re, vm::multiply_add(-x.re, y.im, z.im))};
}
NUMEN_INLINE F64 conjugate(F64 x) { return x; }
NUMEN_INLINE Pair conjugate(Pair x) { return {x.re, -x.im}; }
NUMEN_INLINE F64 real_part(F64 x) { return x; }
NUMEN_INLINE F64 real_part(Pair x) { return x.re; }
NUMEN_INLINE F64 squared_size(F64 x) { return x * x; }
NUMEN_INLINE F64 squared_size(Pair x) { return vm::multiply_add(x.re, x.re, x.im * x.im); }

NUMEN_INLINE F64 negative(F64 x) { return -x; }
NUMEN_INLINE Pair negative(Pair x) { return {-x.re, -x.im}; }

// What pivots are compared by, as in LAPACK.
NUMEN_INLINE F64 size_of(F64 x) { return vm::absolute(x); }
NUMEN_INLINE F64 size_of(Pair x) { return vm::absolute(x.re) + vm::absolute(x.im); }

// Sizes whose reciprocals do not overflow.
inline constexpr double least_inverted = std::numeric_limits<double>::min();
template <class E> NUMEN_INLINE I64 has_no_inverse(E x) { return size_of(x) < least_inverted; }

// Of x = m 2^e, with m in [1, 2), the exponent e; -1023 for 0 and subnormal numbers.
NUMEN_INLINE I64 exponent_of(F64 x) {
    const auto magnitude = reinterpret_cast<vm::U64>(vm::absolute(x));
    return reinterpret_cast<I64>(magnitude >> 52) - 1023;
}

NUMEN_INLINE F64 inverse_of(F64 x) { return 1.0 / x; }
// With an error of a few units in the last place, for numbers far from the limits of float64.
NUMEN_INLINE F64 quick_inverse_of(F64 x) { return vm::reciprocal(x); }
// Scaled by a power of two: squares of large or small parts would overflow or vanish.
NUMEN_INLINE Pair inverse_of(Pair x) {
    const I64 exponent = exponent_of(size_of(x));
    const I64 low = exponent < -1000 ? I64{} - 1000 : exponent;
    const F64 scale = vm::power_of_two(-(low > 1000 ? I64{} + 1000 : low));
    const Pair y = times(x, scale);
    const F64 factor = 1.0 / squared_size(y);
    return {y.re * factor * scale, -y.im * factor * scale};
}

NUMEN_INLINE Pair quick_inverse_of(Pair x) { return inverse_of(x); }

}  // namespace numen::cpu::NUMEN_ISA
