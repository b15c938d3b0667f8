// The functions on the bits of integers that the formulas of elementwise.def name.
#pragma once

#include "backends/cpu/kernels/formula_numbers.h"

namespace numen::cpu::NUMEN_ISA::formulas {

template <Boolean T> NUMEN_FORMULA bool invert(T x) { return x ^ true; }
template <Integer T> NUMEN_FORMULA T invert(T x) { return static_cast<T>(~x); }

// By sums of neighbouring bits, pairs and fours, which vectors of every width can make; then of the
// bytes.
template <Integer T> NUMEN_FORMULA std::uint8_t bitwise_count(T x) {
    using U = std::make_unsigned_t<T>;
    constexpr U each_byte = static_cast<U>(~U{0}) / 255;
    constexpr auto repeated = [](unsigned byte) { return static_cast<U>(each_byte * byte); };
    auto sums = static_cast<U>(unsigned_magnitude(x));
    sums = static_cast<U>(sums - (sums >> 1 & repeated(0x55)));
    sums = static_cast<U>((sums & repeated(0x33)) + (sums >> 2 & repeated(0x33)));
    sums = static_cast<U>((sums + (sums >> 4)) & repeated(0x0f));
    if constexpr (sizeof(T) >= 2) sums = static_cast<U>(sums + (sums >> 8));
    if constexpr (sizeof(T) >= 4) sums = static_cast<U>(sums + (sums >> 16));
    if constexpr (sizeof(T) >= 8) sums = static_cast<U>(sums + (sums >> 32));
    return static_cast<std::uint8_t>(sums);
}

template <Integer T> constexpr T width_of = static_cast<T>(8 * sizeof(T));

template <Integer T> NUMEN_FORMULA T left_shift(T x, T y) {
    const bool fits = static_cast<std::make_unsigned_t<T>>(y) < width_of<std::make_unsigned_t<T>>;
    const auto shifted = static_cast<std::make_unsigned_t<T>>(x) << (fits ? y : 0);
    return fits ? static_cast<T>(shifted) : T{0};
}
// In the forms that g++ makes vectors of: AVX2 shifts lanes of 32 bits by an amount of their own,
// and those of 64 bits without their sign.
template <Integer T> NUMEN_FORMULA T right_shift(T x, T y) {
    using U = std::make_unsigned_t<T>;
    constexpr int last = width_of<T> - 1;
    const U size = static_cast<U>(y);
    const bool fits = size <= last;
#if defined(__AVX2__)
    if constexpr (std::is_signed_v<T> && sizeof(T) < 4) {
        const std::uint32_t places = size < 31 ? size : 31;
        return static_cast<T>(std::int32_t{x} >> places);
    }
#endif
#if NUMEN_AVX2_ALONE
    if constexpr (std::is_signed_v<T> && sizeof(T) == 8) {
        const U places = fits ? size : last, sign = x < 0 ? ~U{0} : U{0};
        return static_cast<T>(((static_cast<U>(x) ^ sign) >> places) ^ sign);
    }
#endif
    if constexpr (std::is_signed_v<T>) return static_cast<T>(x >> (fits ? size : U{last}));
    const T shifted = static_cast<T>(x >> (fits ? size : U{0}));
    return fits ? shifted : T{0};
}

}  // namespace numen::cpu::NUMEN_ISA::formulas
