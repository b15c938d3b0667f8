// Products that have become subnormal: Intel's processors take 150 cycles for each multiplication
// of one, others no more than for any. A subnormal number is a whole number of the smallest ones,
// and a product of that number, rounded to a whole one, has the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace numen::cpu::NUMEN_ISA {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T> constexpr BitsOf<T> sign_bit = BitsOf<T>{1} << (8 * sizeof(T) - 1);

#if defined(__x86_64__)
inline const bool subnormals_are_slow = [] {
    __builtin_cpu_init();
    return !__builtin_cpu_is("amd");
}();
#else
inline constexpr bool subnormals_are_slow = false;
#endif

// Seen from the bits: a comparison would report a NaN.
template <class T> [[gnu::always_inline]] inline bool is_subnormal(T value) {
    constexpr auto least = std::bit_cast<BitsOf<T>>(std::numeric_limits<T>::min());
    const BitsOf<T> size = std::bit_cast<BitsOf<T>>(value) & ~sign_bit<T>;
    return size - 1 < least - 1;
}

// number * x to the nearest whole number, halves to the even one; `exact` becomes false if that
// is another number.
inline double rounded_product(double number, double x, bool& exact) {
    const double product = number * x, error = std::fma(number, x, -product);
    double whole = std::rint(product);
    const double rest = product - whole;
    // What lies on one side of a half by less than a double shows.
    if (rest == 0.5 && error > 0) whole += 1;
    if (rest == -0.5 && error < 0) whole -= 1;
    exact &= (rest == 0) & (error == 0);
    return whole;
}

// Multiplies the subnormal `product` by the elements from `at` on, at(i) being element i, while it
// stays subnormal; returns the first one that is left.
template <class T, class At>
[[gnu::noinline]] std::int64_t multiply_subnormal(T& product, std::int64_t i, std::int64_t count,
                                                  At&& at) {
    using Bits = BitsOf<T>;
    constexpr Bits sign = sign_bit<T>;
    constexpr double least_normal = static_cast<double>(Bits{1}
                                                        << (std::numeric_limits<T>::digits - 1));
    constexpr double moderate = 1e18;  // no intermediate product overflows
    const Bits bits = std::bit_cast<Bits>(product);
    double number = static_cast<double>(bits & ~sign);
    if ((bits & sign) != 0) number = -number;
    bool exact = true;
    for (; i < count; ++i) {
        const double x = at(i);
        if (!__builtin_isless(std::fabs(x), moderate)) break;
        if (std::fabs(number * x) >= least_normal / 2) break;
        number = rounded_product(number, x, exact);
        if (number == 0) {
            ++i;
            break;
        }
    }
    const Bits magnitude = static_cast<Bits>(std::fabs(number));
    product = std::bit_cast<T>(magnitude | (std::signbit(number) ? sign : Bits{0}));
    if (!exact) {  // what the hardware would have reported
        volatile T tiny = std::numeric_limits<T>::denorm_min();
        tiny = tiny * T(0.5);
    }
    return i;
}

}  // namespace numen::cpu::NUMEN_ISA
