// Whole numbers wrap, which C++ allows for unsigned ones only.
#pragma once

#include <type_traits>

namespace numen::cpu {

// A whole number as one that may be added, subtracted and multiplied, whatever it is.
template <class T> inline auto wrapping(T value) {
    if constexpr (std::is_integral_v<T>) {
        static_assert(sizeof(T) >= sizeof(int), "narrower ones would become int, which overflows");
        return static_cast<std::make_unsigned_t<T>>(value);
    } else {
        return value;
    }
}

}  // namespace numen::cpu
