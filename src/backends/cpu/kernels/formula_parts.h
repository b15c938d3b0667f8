// The formulas that take floats apart or go to their neighbours, over their bits.
#pragma once

#include <bit>

#include "backends/cpu/kernels/formula_numbers.h"

namespace numen::cpu::NUMEN_ISA::formulas {

template <Floating T> struct Layout {
    using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    static constexpr int places = std::numeric_limits<T>::digits - 1;  // of the mantissa
    static constexpr Bits bias = std::numeric_limits<T>::max_exponent - 1;
    static constexpr Bits largest_exponent = 2 * bias + 1;             // of infinities and NaN
    static constexpr Bits sign = std::numeric_limits<Bits>::min();
};
template <Floating T> using BitsOf = typename Layout<T>::Bits;
template <Floating T> NUMEN_FORMULA BitsOf<T> bits_of(T x) { return std::bit_cast<BitsOf<T>>(x); }

template <Floating T> NUMEN_FORMULA bool signbit(T x) { return bits_of(x) < 0; }

template <Floating T> NUMEN_FORMULA Two<T, std::int32_t> frexp(T x) {
    using L = Layout<T>;
    using Bits = BitsOf<T>;
    constexpr int lift = L::places + 2;
    const bool is_small = std::fabs(x) < std::numeric_limits<T>::min();
    const Bits bits = bits_of(is_small ? x * static_cast<T>(Bits{1} << lift) : x);
    const Bits exponent = (bits >> L::places) & L::largest_exponent;
    const bool is_whole = (x == 0) | (exponent == L::largest_exponent);
    const Bits mantissa =
        (bits & ~(L::largest_exponent << L::places)) | ((L::bias - 1) << L::places);
    const Bits power = exponent - (L::bias - 1) - (is_small ? lift : 0);
    return {is_whole ? x : std::bit_cast<T>(mantissa),
            static_cast<std::int32_t>(is_whole ? 0 : power)};
}

template <Floating T> NUMEN_FORMULA Two<T> modf(T x) {
    const T whole = std::trunc(x);
    const T rest = std::fabs(x) > std::numeric_limits<T>::max() ? T{0} : x - whole;
    return {std::copysign(rest, x), whole};
}

// Of magnitudes the bits are in the order of the numbers. Flags: going to infinity overflows,
// arriving at a subnormal number or zero underflows.
template <Floating T> NUMEN_FORMULA T nextafter(T x, T y, Status& flags) {
    using L = Layout<T>;
    using Bits = BitsOf<T>;
    constexpr Bits infinity = L::largest_exponent << L::places;
    constexpr Bits least_normal = Bits{1} << L::places;
    const Bits bits = bits_of(x), size = bits & ~L::sign;
    const bool is_number = (x == x) & (y == y), moves = is_number & (x != y);
    const Bits away = bits + ((x < y) == (bits >= 0) ? 1 : -1);
    const Bits from_zero = (bits_of(y) & L::sign) | 1;
    const Bits next = size == 0 ? from_zero : away;
    const Bits next_size = next & ~L::sign;
    flags |= status_if(moves & (next_size == infinity) & (size < infinity), status_overflow) |
             status_if(moves & (next_size < least_normal), status_underflow);
    const T neighbour = moves ? std::bit_cast<T>(next) : y;
    return is_number ? neighbour : x + y;
}

// The distance to the next number away from zero, with the sign of x; above zero for both zeros.
template <Floating T> NUMEN_FORMULA T spacing(T x, Status& flags) {
    using L = Layout<T>;
    using Bits = BitsOf<T>;
    constexpr Bits infinity = L::largest_exponent << L::places;
    constexpr Bits least_normal = Bits{1} << L::places;
    const Bits bits = bits_of(x), size = bits & ~L::sign;
    flags |= status_if(size + 1 == infinity, status_overflow) |
             status_if((size != 0) & (size + 1 < least_normal), status_underflow);
    const T distance = std::bit_cast<T>(bits + 1) - x;
    const T finite = size == 0 ? std::numeric_limits<T>::denorm_min() : distance;
    return size < infinity ? finite : size > infinity ? x : std::numeric_limits<T>::quiet_NaN();
}

}  // namespace numen::cpu::NUMEN_ISA::formulas
