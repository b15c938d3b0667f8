// Whole numbers wrap, which C++ allows for unsigned ones only.
#pragma once

#include <type_traits>

namespace numen::cpu {

// A whole number as one that may be added, subtracted and multiplied, whatever it is: unsigned, and
// no narrower than an int, to which C++ would widen it and which overflows.
template <class T> inline auto wrapping(T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int)) {
        return static_cast<unsigned>(value);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<std::make_unsigned_t<T>>(value);
    } else {
        return value;
    }
}

}  // namespace numen::cpu
