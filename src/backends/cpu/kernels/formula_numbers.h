// The functions that the formulas of elementwise.def name, for booleans, integers and real floats:
// NumPy's answers for signs, zeros, NaN and values that do not fit.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "backends/cpu/kernels/element.h"
#include "ops/status.h"

#define NUMEN_FORMULA [[gnu::always_inline]] inline

namespace numen::cpu::NUMEN_ISA::formulas {

template <class T>
concept Boolean = std::same_as<T, bool>;
template <class T>
concept Integer = std::integral<T> && !Boolean<T>;
template <class T>
concept Floating = std::floating_point<T>;
template <class T>
concept Real = std::integral<T> || std::floating_point<T>;

template <class First, class Second = First> struct Two {
    First first;
    Second second;
};

// A product, and one for all flags of a formula: the compiler makes no vector code of flags that
// are set by a condition, or one after the other.
NUMEN_FORMULA Status status_if(bool holds, Status status) {
    return static_cast<Status>(holds) * status;
}

template <Integer T> NUMEN_FORMULA auto unsigned_magnitude(T x) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<Unsigned>(x < 0 ? -static_cast<Unsigned>(x) : static_cast<Unsigned>(x));
}

// In the element's own type: of an int that is narrowed later g++ makes vectors of wider lanes.
template <class T> NUMEN_FORMULA T negated(T x) {
    if constexpr (Integer<T>) {
        return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(x));
    } else {
        return -x;
    }
}

template <Real T> NUMEN_FORMULA T magnitude(T x) {
    if constexpr (Floating<T>) {
        return std::fabs(x);
    } else if constexpr (std::is_signed_v<T>) {
        return static_cast<T>(unsigned_magnitude(x));
    } else {
        return x;
    }
}

template <Real T> NUMEN_FORMULA T conjugate(T x) { return x; }

template <Real T> NUMEN_FORMULA T sign(T x) {
    if constexpr (Floating<T>) {
        // NaN stays; -0.0 gives +0.0.
        return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    } else {
        return static_cast<T>(T{x > 0} - T{x < 0});
    }
}

// Division. Integers divided by zero give 0, the lowest number by -1 itself.

// Without branches, which numbers of either sign would mispredict and no vector has. Those of up to
// four bytes are divided as floating-point numbers: x / y lies at least 1/y below the next whole
// number, and both types have the digits that tell.

template <Integer T>
using DividedIn = std::conditional_t<sizeof(T) == 8, T, std::conditional_t<sizeof(T) == 4, double,
                                                                           float>>;

template <Integer T> NUMEN_FORMULA bool is_beyond(T x, T y) {  // the quotient
    if constexpr (std::is_unsigned_v<T>) return false;
    return (x == std::numeric_limits<T>::min()) & (y == static_cast<T>(-1));
}

template <Integer T, class In = DividedIn<T>> NUMEN_FORMULA Two<T> truncated(T x, T y) {
    const T by = (y == 0) | is_beyond(x, y) ? T{1} : y;
    const T quotient = static_cast<T>(static_cast<In>(x) / static_cast<In>(by));
    const T rest = static_cast<T>(x - quotient * by);
    return {y == 0 ? T{0} : quotient, y == 0 ? T{0} : rest};
}

template <Integer T, class In = DividedIn<T>> NUMEN_FORMULA Two<T> floored(T x, T y) {
    const Two<T> towards_zero = truncated<T, In>(x, y);
    if constexpr (std::is_unsigned_v<T>) {
        return towards_zero;
    } else {
        const T rest = towards_zero.second;
        const T turns = static_cast<T>((rest != 0) & ((rest ^ y) < 0));
        return {static_cast<T>(towards_zero.first - turns), static_cast<T>(rest + (y & -turns))};
    }
}

template <Integer T> NUMEN_FORMULA Status flag_of_divisor(T y) {
    return status_if(y == 0, status_divide);
}
template <Integer T> NUMEN_FORMULA Status flags_of_quotient(T x, T y) {
    return flag_of_divisor(y) | status_if(is_beyond(x, y), status_overflow);
}

template <Integer T> NUMEN_FORMULA T floor_divide(T x, T y, Status& flags) {
    flags |= flags_of_quotient(x, y);
    return floored(x, y).first;
}

template <Integer T> NUMEN_FORMULA T fmod(T x, T y, Status& flags) {
    flags |= flag_of_divisor(y);
    return truncated(x, y).second;
}

template <Integer T> NUMEN_FORMULA T remainder(T x, T y, Status& flags) {
    flags |= flag_of_divisor(y);
    return floored(x, y).second;
}

template <Integer T> NUMEN_FORMULA Two<T> divmod(T x, T y, Status& flags) {
    flags |= flags_of_quotient(x, y);
    return floored(x, y);
}

#if defined(__x86_64__)
// |x| is digits * 2^(exponent - 1075).
struct WholeDigits {
    std::uint64_t digits;
    int exponent;
};
inline WholeDigits whole_digits(double x) {
    constexpr std::uint64_t leading = std::uint64_t{1} << 52;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t below = bits & (leading - 1);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
    if (exponent == 0) return {below, 1};
    return {below | leading, exponent};
}

// As std::fmod, for finite numbers, y not zero, x at least as large: the library finds a quotient
// bit by bit, long division by this instruction 64 bits at once.
[[gnu::noinline]] inline double rest_of_long_quotient(double x, double y) {
    const auto [digits, exponent] = whole_digits(x);
    const auto [divisor, least] = whole_digits(y);
    std::uint64_t rest = digits % divisor;
    for (int places = exponent - least, some; places > 0 && rest != 0; places -= some) {
        some = std::min(places, 63);
        std::uint64_t quotient, low = rest << some, high = rest >> (64 - some);
        asm("divq %4" : "=a"(quotient), "=d"(rest) : "0"(low), "1"(high), "r"(divisor) : "cc");
    }
    // Both factors and the product are numbers: nothing is rounded.
    const double unit = least > 52 ? std::bit_cast<double>(std::uint64_t(least - 52) << 52)
                                   : std::bit_cast<double>(std::uint64_t{1} << (least - 1));
    return std::copysign(static_cast<double>(rest) * unit, x);
}
#endif

// The exponent as it stands in the bits.
template <Floating T> NUMEN_FORMULA int biased_exponent(T x) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    constexpr int places = std::numeric_limits<T>::digits - 1;
    return static_cast<int>(std::bit_cast<Bits>(x) >> places) &
           (2 * std::numeric_limits<T>::max_exponent - 1);
}

template <Floating T> NUMEN_FORMULA T rest_of(T x, T y) {
#if defined(__x86_64__)
    constexpr int few_bits = 16, largest = 2 * std::numeric_limits<T>::max_exponent - 1;
    const int exponent = biased_exponent(x);
    const bool is_long = exponent - biased_exponent(y) > few_bits;
    if (is_long && exponent < largest && y != 0) {
        return static_cast<T>(rest_of_long_quotient(x, y));
    }
#endif
    return std::fmod(x, y);
}

template <Floating T> NUMEN_FORMULA T fmod(T x, T y, Status&) { return rest_of(x, y); }

template <Floating T> NUMEN_FORMULA T remainder(T x, T y, Status&) {
    const T rest = rest_of(x, y);
    if (y == 0) return rest;
    if (rest == 0) return std::copysign(T{0}, y);
    return std::signbit(y) != std::signbit(rest) ? rest + y : rest;
}

// Out of line, so that no division that raises a flag is done before it is known to be wanted.
template <Floating T> [[gnu::noinline]] T ratio(T x, T y) { return x / y; }

template <Floating T> NUMEN_FORMULA Two<T> divmod(T x, T y, Status&) {
    T rest = rest_of(x, y);
    if (y == 0) return {ratio(x, y), rest};
    if (rest != rest) return {rest, rest};  // before comparisons that would raise a flag for it
    T quotient = (x - rest) / y;
    if (rest == 0) {
        rest = std::copysign(T{0}, y);
    } else if (std::signbit(y) != std::signbit(rest)) {
        rest += y;
        quotient -= 1;
    }
    if (quotient == 0) return {std::copysign(T{0}, ratio(x, y)), rest};
    // The division above may have rounded just below a whole number.
    const T whole = std::floor(quotient);
    return {quotient - whole > T{0.5} ? whole + 1 : whole, rest};
}

template <Floating T> NUMEN_FORMULA T floor_divide(T x, T y, Status& flags) {
    return y == 0 ? ratio(x, y) : divmod(x, y, flags).first;
}

template <Floating T> NUMEN_FORMULA T reciprocal(T x, Status&) { return 1 / x; }
template <Integer T> NUMEN_FORMULA T reciprocal(T x, Status& flags) {
    constexpr T of_zero =
        std::is_signed_v<T> && sizeof(T) >= 4 ? std::numeric_limits<T>::min() : T{0};
    flags |= status_if(x == 0, status_divide | status_invalid);  // of 1/0 and of its conversion
    const bool is_unit = (x == 1) | (std::is_signed_v<T> & (x == static_cast<T>(-1)));
    return x == 0 ? of_zero : is_unit ? x : T{0};
}

template <Integer T> NUMEN_FORMULA T power(T x, T y, Status& flags) {
    if constexpr (std::is_signed_v<T>) {
        if (y < 0) {
            flags |= status_negative_power;
            return 0;
        }
    }
    std::make_unsigned_t<T> base = static_cast<std::make_unsigned_t<T>>(x), result = 1;
    for (auto exponent = static_cast<std::make_unsigned_t<T>>(y); exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = static_cast<decltype(result)>(1u * result * base);
        base = static_cast<decltype(base)>(1u * base * base);
    }
    return static_cast<T>(result);
}
template <Floating T> NUMEN_FORMULA T power(T x, T y, Status&) { return std::pow(x, y); }

template <Integer T> NUMEN_FORMULA T gcd(T x, T y) {
    auto a = unsigned_magnitude(x), b = unsigned_magnitude(y);
    while (b != 0) a = static_cast<decltype(a)>(std::exchange(b, a % b));
    return static_cast<T>(a);
}
template <Integer T> NUMEN_FORMULA T lcm(T x, T y) {
    const auto a = unsigned_magnitude(x), b = unsigned_magnitude(y);
    const auto divisor = static_cast<std::make_unsigned_t<T>>(gcd(x, y));
    return divisor == 0 ? T{0} : static_cast<T>(1u * (a / divisor) * b);
}

// Comparisons, also of int64 with uint64.

template <Real T, Real U> NUMEN_FORMULA bool equal(T x, U y) {
    if constexpr (std::same_as<T, U>) {
        return x == y;
    } else {
        return std::cmp_equal(x, y);
    }
}
template <Real T, Real U> NUMEN_FORMULA bool less(T x, U y) {
    if constexpr (std::same_as<T, U>) {
        return x < y;
    } else {
        return std::cmp_less(x, y);
    }
}
template <Real T, Real U> NUMEN_FORMULA bool less_equal(T x, U y) {
    if constexpr (std::same_as<T, U>) {
        return x <= y;
    } else {
        return std::cmp_less_equal(x, y);
    }
}
template <Real T, Real U> NUMEN_FORMULA bool less(T x, U y, Status&) { return less(x, y); }
template <Real T, Real U> NUMEN_FORMULA bool less_equal(T x, U y, Status&) {
    return less_equal(x, y);
}
template <Real T> NUMEN_FORMULA bool is_nonzero(T x) { return x != 0; }

// The bitwise "or" keeps the loop free of branches, so that it becomes vector code.
template <Real T> NUMEN_FORMULA T maximum(T x, T y) { return (x >= y) | (x != x) ? x : y; }
template <Real T> NUMEN_FORMULA T minimum(T x, T y) { return (x <= y) | (x != x) ? x : y; }
template <Real T> NUMEN_FORMULA T larger(T x, T y) { return (x >= y) | (y != y) ? x : y; }
template <Real T> NUMEN_FORMULA T smaller(T x, T y) { return (x <= y) | (y != y) ? x : y; }

// Parts of floats.

template <Real T> NUMEN_FORMULA bool is_nan(T x) { return x != x; }
template <Real T> NUMEN_FORMULA bool is_finite(T x) {
    if constexpr (Floating<T>) {
        return std::fabs(x) <= std::numeric_limits<T>::max();
    } else {
        return true;
    }
}
template <Real T> NUMEN_FORMULA bool is_infinite(T x) {
    if constexpr (Floating<T>) {
        return std::fabs(x) > std::numeric_limits<T>::max();
    } else {
        return false;
    }
}
template <std::integral T> NUMEN_FORMULA T floor(T x) { return x; }
template <std::integral T> NUMEN_FORMULA T ceil(T x) { return x; }
template <std::integral T> NUMEN_FORMULA T trunc(T x) { return x; }
template <Floating T> NUMEN_FORMULA T floor(T x) { return std::floor(x); }
template <Floating T> NUMEN_FORMULA T ceil(T x) { return std::ceil(x); }
template <Floating T> NUMEN_FORMULA T trunc(T x) { return std::trunc(x); }
template <Floating T> NUMEN_FORMULA T rint(T x) { return std::rint(x); }
template <Floating T> NUMEN_FORMULA T copysign(T x, T y) { return std::copysign(x, y); }
template <Floating T> NUMEN_FORMULA T heaviside(T x, T y) {
    return x == 0 ? y : x < 0 ? T{0} : x > 0 ? T{1} : x;
}
// Of float32 in float64, which holds what is rounded once at the end.
template <Floating T, Integer U> NUMEN_FORMULA T ldexp(T x, U y) {
    constexpr U limit = sizeof(T) == 4 ? 300 : 5000;
    const auto places = y > limit ? limit : y < -limit ? static_cast<U>(-limit) : y;
    if constexpr (sizeof(T) == 4) {
        const std::int64_t exponent = std::int64_t{places} + 1023;
        return static_cast<T>(double{x} * std::bit_cast<double>(exponent << 52));
    } else {
        return std::ldexp(x, static_cast<int>(places));
    }
}

// Functions of real numbers that no vector code serves yet, or that serve single lanes.

template <Floating T> NUMEN_FORMULA T degrees_per_radian(T) {
    return static_cast<T>(180) / static_cast<T>(3.14159265358979323846);
}
template <Floating T> NUMEN_FORMULA T radians_per_degree(T) {
    return static_cast<T>(3.14159265358979323846) / static_cast<T>(180);
}
template <Floating T> NUMEN_FORMULA T sqrt(T x) { return std::sqrt(x); }
template <Floating T> NUMEN_FORMULA T cbrt(T x) { return std::cbrt(x); }
template <Floating T> NUMEN_FORMULA T exp(T x) { return std::exp(x); }
template <Floating T> NUMEN_FORMULA T exp2(T x) { return std::exp2(x); }
template <Floating T> NUMEN_FORMULA T expm1(T x) { return std::expm1(x); }
template <Floating T> NUMEN_FORMULA T hypot(T x, T y) { return std::hypot(x, y); }
template <Floating T> NUMEN_FORMULA T log(T x) { return std::log(x); }
template <Floating T> NUMEN_FORMULA T log10(T x) { return std::log10(x); }
template <Floating T> NUMEN_FORMULA T log1p(T x) { return std::log1p(x); }
template <Floating T> NUMEN_FORMULA T log2(T x) { return std::log2(x); }
template <Floating T> NUMEN_FORMULA T arccos(T x) { return std::acos(x); }
template <Floating T> NUMEN_FORMULA T arccosh(T x) { return std::acosh(x); }
template <Floating T> NUMEN_FORMULA T arcsin(T x) { return std::asin(x); }
template <Floating T> NUMEN_FORMULA T arcsinh(T x) { return std::asinh(x); }
template <Floating T> NUMEN_FORMULA T arctan(T x) { return std::atan(x); }
template <Floating T> NUMEN_FORMULA T arctan2(T x, T y) { return std::atan2(x, y); }
template <Floating T> NUMEN_FORMULA T arctanh(T x) { return std::atanh(x); }
template <Floating T> NUMEN_FORMULA T cos(T x) { return std::cos(x); }
template <Floating T> NUMEN_FORMULA T cosh(T x) { return std::cosh(x); }
template <Floating T> NUMEN_FORMULA T sin(T x) { return std::sin(x); }
template <Floating T> NUMEN_FORMULA T sinh(T x) { return std::sinh(x); }
template <Floating T> NUMEN_FORMULA T tan(T x) { return std::tan(x); }
template <Floating T> NUMEN_FORMULA T tanh(T x) { return std::tanh(x); }

template <Floating T> NUMEN_FORMULA T logaddexp(T x, T y) {
    if (x == y) return x + static_cast<T>(0.693147180559945309417);  // equal infinities too
    const T difference = x - y;
    if (difference > 0) return x + std::log1p(std::exp(-difference));
    return difference <= 0 ? y + std::log1p(std::exp(difference)) : difference;
}
template <Floating T> NUMEN_FORMULA T logaddexp2(T x, T y) {
    constexpr T log2_e = static_cast<T>(1.44269504088896340736);
    if (x == y) return x + 1;
    const T difference = x - y;
    if (difference > 0) return x + log2_e * std::log1p(std::exp2(-difference));
    return difference <= 0 ? y + log2_e * std::log1p(std::exp2(difference)) : difference;
}

}  // namespace numen::cpu::NUMEN_ISA::formulas
