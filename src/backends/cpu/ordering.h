// What comes before what: NumPy's order of the elements of each type, NaN last.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "numen/dtype.h"

namespace numen::cpu {

// A boolean is the byte that it is stored in.
template <Dtype dtype>
using Sortable = std::conditional_t<dtype == Dtype::boolean, std::uint8_t, Element<dtype>>;

template <class T>
inline constexpr bool is_real_number = std::is_floating_point_v<T> || std::is_same_v<T, Half>;
template <class T>
inline constexpr bool is_complex_number =
    std::is_same_v<T, Complex64> || std::is_same_v<T, Complex128>;

// A number in the order of halves, all NaN the same one, without a conversion to float, which takes
// some ten operations where the processor has none.
inline int order_of(Half value) {
    const int bits = std::bit_cast<std::uint16_t>(value), size = bits & 0x7fff;
    return size > 0x7c00 ? 0x7fff : bits == size ? size : -size;
}

template <class T> inline bool is_not_a_number(T value) {
    if constexpr (std::is_same_v<T, Half>) {
        return order_of(value) == 0x7fff;
    } else if constexpr (is_complex_number<T>) {
        return value.real() != value.real() || value.imag() != value.imag();
    } else if constexpr (is_real_number<T>) {
        return value != value;
    } else {
        return false;
    }
}

// Strictly before. Complex numbers go by the real, then by the imaginary part; those with a NaN in
// the imaginary part, the real one or both come after all others, in this order.
template <class T> inline bool comes_before(T a, T b) {
    if constexpr (is_complex_number<T>) {
        const auto rank = [](T z) {
            return (z.real() != z.real() ? 2 : 0) + (z.imag() != z.imag() ? 1 : 0);
        };
        const int rank_a = rank(a), rank_b = rank(b);
        if (rank_a != rank_b) return rank_a < rank_b;
        if (rank_a < 2 && a.real() != b.real()) return a.real() < b.real();
        return a.imag() < b.imag();
    } else if constexpr (std::is_same_v<T, Half>) {
        return order_of(a) < order_of(b);
    } else if constexpr (is_real_number<T>) {
        return !(b <= a) & (a == a);  // without a branch
    } else {
        return a < b;
    }
}

// Calls function.template operator()<T>() with the sortable type of `dtype`.
template <class Function> decltype(auto) with_sortable(Dtype dtype, Function&& function) {
    switch (dtype) {
        case Dtype::boolean: return function.template operator()<std::uint8_t>();
        case Dtype::int8: return function.template operator()<std::int8_t>();
        case Dtype::uint8: return function.template operator()<std::uint8_t>();
        case Dtype::int16: return function.template operator()<std::int16_t>();
        case Dtype::uint16: return function.template operator()<std::uint16_t>();
        case Dtype::int32: return function.template operator()<std::int32_t>();
        case Dtype::uint32: return function.template operator()<std::uint32_t>();
        case Dtype::int64: return function.template operator()<std::int64_t>();
        case Dtype::uint64: return function.template operator()<std::uint64_t>();
        case Dtype::float16: return function.template operator()<Half>();
        case Dtype::float32: return function.template operator()<float>();
        case Dtype::float64: return function.template operator()<double>();
        case Dtype::complex64: return function.template operator()<Complex64>();
        default: return function.template operator()<Complex128>();
    }
}

}  // namespace numen::cpu
