// Element types of arrays: their names, sizes, families and C++ types.
//
// The order of the enumerators is the order in which NumPy lists its numeric types, so that a
// promotion table indexed by Dtype reads like NumPy's own.
#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

namespace numen {

enum class Dtype : std::uint8_t {
    boolean,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    float32,
    float64,
    complex64,
    complex128,
};

inline constexpr int dtype_count = 14;
inline constexpr Dtype no_dtype = static_cast<Dtype>(255);

// A half-precision number: storage only; arithmetic on it runs in float32.
using Half = _Float16;
using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

// Bytes of one element, by type.
inline constexpr std::uint8_t itemsizes[dtype_count] = {1, 1, 1, 2, 2, 4, 4,
                                                        8, 8, 2, 4, 8, 8, 16};
constexpr int itemsize(Dtype dtype) { return itemsizes[static_cast<int>(dtype)]; }

constexpr bool is_boolean(Dtype dtype) { return dtype == Dtype::boolean; }
constexpr bool is_floating(Dtype dtype) {
    return dtype >= Dtype::float16 && dtype <= Dtype::float64;
}
constexpr bool is_complex(Dtype dtype) {
    return dtype == Dtype::complex64 || dtype == Dtype::complex128;
}
constexpr bool is_integer(Dtype dtype) {
    return dtype >= Dtype::int8 && dtype <= Dtype::uint64;
}
constexpr bool is_signed_integer(Dtype dtype) {
    return is_integer(dtype) && (static_cast<int>(dtype) & 1) == 1;
}
constexpr bool is_unsigned_integer(Dtype dtype) {
    return is_integer(dtype) && (static_cast<int>(dtype) & 1) == 0;
}

// NumPy's name of the type: "bool", "int8", … "complex128".
std::string_view name(Dtype dtype);

// The C++ type that stores one element.
template <Dtype> struct element_of;
template <> struct element_of<Dtype::boolean> { using type = bool; };
template <> struct element_of<Dtype::int8> { using type = std::int8_t; };
template <> struct element_of<Dtype::uint8> { using type = std::uint8_t; };
template <> struct element_of<Dtype::int16> { using type = std::int16_t; };
template <> struct element_of<Dtype::uint16> { using type = std::uint16_t; };
template <> struct element_of<Dtype::int32> { using type = std::int32_t; };
template <> struct element_of<Dtype::uint32> { using type = std::uint32_t; };
template <> struct element_of<Dtype::int64> { using type = std::int64_t; };
template <> struct element_of<Dtype::uint64> { using type = std::uint64_t; };
template <> struct element_of<Dtype::float16> { using type = Half; };
template <> struct element_of<Dtype::float32> { using type = float; };
template <> struct element_of<Dtype::float64> { using type = double; };
template <> struct element_of<Dtype::complex64> { using type = Complex64; };
template <> struct element_of<Dtype::complex128> { using type = Complex128; };
template <Dtype dtype> using Element = typename element_of<dtype>::type;

}  // namespace numen
