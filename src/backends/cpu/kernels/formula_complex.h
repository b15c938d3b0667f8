// The functions that the formulas of elementwise.def name, for complex numbers. Transcendental
// ones are the C library's (C99 Annex G), which is what NumPy uses, infinities and all.
#pragma once

#include "backends/cpu/kernels/formula_numbers.h"

namespace numen::cpu::NUMEN_ISA {

template <class P> NUMEN_FORMULA Pair<P> operator+(Pair<P> x, Pair<P> y) {
    return {x.real + y.real, x.imag + y.imag};
}
template <class P> NUMEN_FORMULA Pair<P> operator-(Pair<P> x, Pair<P> y) {
    return {x.real - y.real, x.imag - y.imag};
}
template <class P> NUMEN_FORMULA Pair<P> operator-(Pair<P> x) { return {-x.real, -x.imag}; }

// A product that stays rounded: g++ 12 fuses alternating sums of products behind
// -ffp-contract=off.
template <class P> NUMEN_FORMULA P rounded_product(P x, P y) {
#if __has_builtin(__builtin_assoc_barrier)
    return __builtin_assoc_barrier(x * y);
#else
    return x * y;
#endif
}
// x*y + z, fused where the hardware can: the products of complex numbers are NumPy's bit by bit.
template <class P> NUMEN_FORMULA P fused(P x, P y, P z) {
#if defined(__FMA__) || defined(__aarch64__)
    return std::fma(x, y, z);
#else
    return x * y + z;
#endif
}

// No repair of infinities: NumPy multiplies plainly.
template <class P> NUMEN_FORMULA Pair<P> operator*(Pair<P> x, Pair<P> y) {
    return {fused<P>(x.real, y.real, -(x.imag * y.imag)),
            fused<P>(x.real, y.imag, x.imag * y.real)};
}
template <class P> NUMEN_FORMULA Pair<P> operator*(Pair<P> x, P y) {
    return {x.real * y, x.imag * y};
}
// R. Smith's algorithm (1962): scaled by the larger part of the divisor. Operands are selected
// before they are divided: a vectorised loop computes both sides of a branch, and a division that
// the branch excludes would leave its flags behind.
template <class P> NUMEN_FORMULA Pair<P> operator/(Pair<P> x, Pair<P> y) {
    const P real = std::fabs(y.real), imag = std::fabs(y.imag);
    const bool by_real = real >= imag, zero = real == 0 && imag == 0;
    const P large = zero ? P{1} : by_real ? y.real : y.imag;
    const P small = zero ? P{0} : by_real ? y.imag : y.real;
    const P p = zero ? P{0} : by_real ? x.real : x.imag;
    const P q = zero ? P{0} : by_real ? x.imag : x.real;
    // By zero the two divisions are those of the parts.
    const P first = (zero ? x.real : small) / (zero ? real : large);
    const P ratio = zero ? P{0} : first;
    const P second = (zero ? x.imag : P{1}) / (zero ? real : large + small * ratio);
    const P scale = zero ? P{1} : second;
    const P scaled = rounded_product<P>(p, ratio);
    const Pair<P> quotient = {(p + rounded_product<P>(q, ratio)) * scale,
                              (by_real ? q - scaled : scaled - q) * scale};
    const Pair<P> by_zero = {first, second};
    return zero ? by_zero : quotient;
}

namespace formulas {

template <class P> NUMEN_FORMULA bool is_nan(Pair<P> x) {
    return (x.real != x.real) | (x.imag != x.imag);
}
template <class P> NUMEN_FORMULA bool is_finite(Pair<P> x) {
    return is_finite(x.real) & is_finite(x.imag);
}
template <class P> NUMEN_FORMULA bool is_infinite(Pair<P> x) {
    return is_infinite(x.real) | is_infinite(x.imag);
}
template <class P> NUMEN_FORMULA bool is_nonzero(Pair<P> x) {
    return (x.real != 0) | (x.imag != 0);
}

// Lexicographic order; a NaN in an imaginary part makes real parts incomparable. NumPy warns where
// its comparisons meet a NaN: of the real parts, and of the imaginary ones if those are equal.
template <class P> NUMEN_FORMULA bool equal(Pair<P> x, Pair<P> y) {
    return (x.real == y.real) & (x.imag == y.imag);
}
template <class P> NUMEN_FORMULA bool less(Pair<P> x, Pair<P> y) {
    const bool ordered = (x.imag == x.imag) & (y.imag == y.imag);
    return ((x.real < y.real) & ordered) | ((x.real == y.real) & (x.imag < y.imag));
}
template <class P> NUMEN_FORMULA bool less_equal(Pair<P> x, Pair<P> y) {
    const bool ordered = (x.imag == x.imag) & (y.imag == y.imag);
    return ((x.real < y.real) & ordered) | ((x.real == y.real) & (x.imag <= y.imag));
}
template <class P> NUMEN_FORMULA Status order_status(Pair<P> x, Pair<P> y) {
    const bool meets_nan = (x.real != x.real) | (y.real != y.real) |
                           ((x.real == y.real) & ((x.imag != x.imag) | (y.imag != y.imag)));
    return meets_nan ? status_invalid : status_ok;
}
template <class P> NUMEN_FORMULA bool less(Pair<P> x, Pair<P> y, Status& flags) {
    flags |= order_status(x, y);
    return less(x, y);
}
template <class P> NUMEN_FORMULA bool less_equal(Pair<P> x, Pair<P> y, Status& flags) {
    flags |= order_status(x, y);
    return less_equal(x, y);
}
template <class P> NUMEN_FORMULA Pair<P> maximum(Pair<P> x, Pair<P> y) {
    return is_nan(x) | less_equal(y, x) ? x : y;
}
template <class P> NUMEN_FORMULA Pair<P> minimum(Pair<P> x, Pair<P> y) {
    return is_nan(x) | less_equal(x, y) ? x : y;
}
template <class P> NUMEN_FORMULA Pair<P> larger(Pair<P> x, Pair<P> y) {
    return is_nan(y) | less_equal(y, x) ? x : y;
}
template <class P> NUMEN_FORMULA Pair<P> smaller(Pair<P> x, Pair<P> y) {
    return is_nan(y) | less_equal(x, y) ? x : y;
}

template <class P> NUMEN_FORMULA P magnitude(Pair<P> x) { return std::hypot(x.real, x.imag); }
template <class P> NUMEN_FORMULA Pair<P> conjugate(Pair<P> x) { return {x.real, -x.imag}; }
template <class P> NUMEN_FORMULA Pair<P> rint(Pair<P> x) {
    return {std::rint(x.real), std::rint(x.imag)};
}

template <class P> NUMEN_FORMULA Pair<P> reciprocal(Pair<P> x, Status&) {
    if (std::fabs(x.imag) <= std::fabs(x.real)) {
        const P ratio = x.imag / x.real;
        const P scale = x.real + x.imag * ratio;
        return {1 / scale, -ratio / scale};
    }
    const P ratio = x.real / x.imag;
    const P scale = x.real * ratio + x.imag;
    return {ratio / scale, -1 / scale};
}

// x/|x|; of an infinite number the direction in which it is infinite.
template <class P> NUMEN_FORMULA Pair<P> sign(Pair<P> x) {
    // Only "==" of a NaN raises no "invalid"; nor does NumPy for a NaN beside infinity.
    constexpr P infinity = std::numeric_limits<P>::infinity();
    constexpr P nan = std::numeric_limits<P>::quiet_NaN();
    const bool real = std::fabs(x.real) == infinity, imag = std::fabs(x.imag) == infinity;
    if (real && imag) return {nan, nan};
    if (real) return {std::copysign(P{1}, x.real), 0};
    if (imag) return {0, std::copysign(P{1}, x.imag)};
    const P length = magnitude(x);
    if (length != length) return {length, length};
    if (length == infinity) return {0, std::copysign(P{1}, x.imag)};
    return length == 0 ? Pair<P>{0, 0} : Pair<P>{x.real / length, x.imag / length};
}

// C's own complex type: C++ has neither the functions for it nor a safe way to pass std::complex.
NUMEN_FORMULA __complex__ double to_library(Pair<double> x) {
    __complex__ double result;
    __real__ result = x.real;
    __imag__ result = x.imag;
    return result;
}
NUMEN_FORMULA __complex__ float to_library(Pair<float> x) {
    __complex__ float result;
    __real__ result = x.real;
    __imag__ result = x.imag;
    return result;
}
NUMEN_FORMULA Pair<double> from_library(__complex__ double x) { return {__real__ x, __imag__ x}; }
NUMEN_FORMULA Pair<float> from_library(__complex__ float x) { return {__real__ x, __imag__ x}; }

#define NUMEN_LIBRARY_FUNCTION(NAME, LIBRARY)                                 \
    NUMEN_FORMULA Pair<double> NAME(Pair<double> x) {                         \
        return from_library(__builtin_##LIBRARY(to_library(x)));                        \
    }                                                                         \
    NUMEN_FORMULA Pair<float> NAME(Pair<float> x) {                           \
        return from_library(__builtin_##LIBRARY##f(to_library(x)));                     \
    }
NUMEN_LIBRARY_FUNCTION(arccos, cacos)
NUMEN_LIBRARY_FUNCTION(arccosh, cacosh)
NUMEN_LIBRARY_FUNCTION(arcsin, casin)
NUMEN_LIBRARY_FUNCTION(arcsinh, casinh)
NUMEN_LIBRARY_FUNCTION(arctan, catan)
NUMEN_LIBRARY_FUNCTION(arctanh, catanh)
NUMEN_LIBRARY_FUNCTION(cos, ccos)
NUMEN_LIBRARY_FUNCTION(cosh, ccosh)
NUMEN_LIBRARY_FUNCTION(exp, cexp)
NUMEN_LIBRARY_FUNCTION(log, clog)
NUMEN_LIBRARY_FUNCTION(sin, csin)
NUMEN_LIBRARY_FUNCTION(sinh, csinh)
NUMEN_LIBRARY_FUNCTION(sqrt, csqrt)
NUMEN_LIBRARY_FUNCTION(tan, ctan)
NUMEN_LIBRARY_FUNCTION(tanh, ctanh)
#undef NUMEN_LIBRARY_FUNCTION

template <class P> NUMEN_FORMULA Pair<P> exp2(Pair<P> x) {
    return exp(x * static_cast<P>(0.693147180559945309417));
}
template <class P> NUMEN_FORMULA Pair<P> log2(Pair<P> x) {
    return log(x) * static_cast<P>(1.44269504088896340736);
}
template <class P> NUMEN_FORMULA Pair<P> log10(Pair<P> x) {
    return log(x) * static_cast<P>(0.434294481903251827651);
}
template <class P> NUMEN_FORMULA Pair<P> log1p(Pair<P> x) {
    const P real = x.real + 1;
    return {std::log(std::hypot(real, P{x.imag})), std::atan2(P{x.imag}, real)};
}
template <class P> NUMEN_FORMULA Pair<P> expm1(Pair<P> x) {
    const P half_sine = std::sin(x.imag / 2);
    return {std::expm1(P{x.real}) * std::cos(P{x.imag}) - 2 * half_sine * half_sine,
            std::exp(P{x.real}) * std::sin(P{x.imag})};
}

NUMEN_FORMULA Pair<double> library_power(Pair<double> x, Pair<double> y) {
    return from_library(__builtin_cpow(to_library(x), to_library(y)));
}
NUMEN_FORMULA Pair<float> library_power(Pair<float> x, Pair<float> y) {
    return from_library(__builtin_cpowf(to_library(x), to_library(y)));
}

template <class P> NUMEN_FORMULA Pair<P> plain_product(Pair<P> x, Pair<P> y) {
    return {rounded_product<P>(x.real, y.real) - rounded_product<P>(x.imag, y.imag),
            rounded_product<P>(x.real, y.imag) + rounded_product<P>(x.imag, y.real)};
}

template <class P> inline Pair<P> whole_power(Pair<P> x, int exponent) {
    if (exponent == 1) return x;
    if (exponent == 2) return plain_product(x, x);
    if (exponent == 3) return plain_product(x, plain_product(x, x));
    Pair<P> result{1, 0}, square = x;
    for (int rest = exponent < 0 ? -exponent : exponent; rest != 0; rest >>= 1) {
        if (rest & 1) result = plain_product(result, square);
        if (rest > 1) square = plain_product(square, square);
    }
    return exponent < 0 ? Pair<P>{1, 0} / result : result;
}

template <class P> inline Pair<P> power(Pair<P> x, Pair<P> y, Status&) {
    if (y.real == 0 && y.imag == 0) return {1, 0};
    if (x.real == 0 && x.imag == 0) {
        if (y.real > 0) return {0, 0};
        // NumPy: invalid, and both parts NaN; the division raises the flag.
        const volatile P zero = 0;
        const P nan = zero / zero;
        return {nan, nan};
    }
    if (y.imag == 0 && std::fabs(y.real) < 100 && y.real == std::trunc(y.real)) {
        return whole_power(x, static_cast<int>(y.real));
    }
    return library_power(x, y);
}

}  // namespace formulas
}  // namespace numen::cpu::NUMEN_ISA
