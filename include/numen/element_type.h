// Element types beyond their names: which C++ type is which, promotion, conversion.
#pragma once

#include <concepts>
#include <iosfwd>

#include "numen/dtype.h"
#include "numen/export.h"

namespace numen {

// C++ types that can be elements: bool, integers, _Float16, float, double and complex numbers of
// the last two. Integers count by size and sign: `long` and `long long` are both int64. Of the
// characters only signed char and unsigned char count.
template <class T>
concept ElementType =
    std::same_as<T, bool> || std::same_as<T, Half> || std::same_as<T, float> ||
    std::same_as<T, double> || std::same_as<T, Complex64> || std::same_as<T, Complex128> ||
    (std::integral<T> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
     !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t> &&
     sizeof(T) <= 8);

namespace internal {

template <ElementType T> constexpr Dtype find_dtype() {
    if constexpr (std::same_as<T, bool>) return Dtype::boolean;
    else if constexpr (std::same_as<T, Half>) return Dtype::float16;
    else if constexpr (std::same_as<T, float>) return Dtype::float32;
    else if constexpr (std::same_as<T, double>) return Dtype::float64;
    else if constexpr (std::same_as<T, Complex64>) return Dtype::complex64;
    else if constexpr (std::same_as<T, Complex128>) return Dtype::complex128;
    else {
        constexpr int size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return static_cast<Dtype>(1 + 2 * size + (std::unsigned_integral<T> ? 1 : 0));
    }
}

}  // namespace internal

// The element type that stores a C++ type: dtype_of<double> is Dtype::float64.
template <ElementType T> inline constexpr Dtype dtype_of = internal::find_dtype<T>();

// The type that holds the values of both, as np.result_type: int32 with float32 gives float64.
NUMEN_API Dtype result_type(Dtype a, Dtype b);

// Which conversions are allowed: `safe` keeps every value, `same_kind` may lose digits (float64 to
// float32, int64 to int8) but not the kind, `unsafe` allows all.
enum class Casting : std::uint8_t { safe, same_kind, unsafe };

// np.can_cast for types.
NUMEN_API bool can_cast(Dtype from, Dtype to, Casting casting = Casting::safe);

// Writes NumPy's name of the type.
NUMEN_API std::ostream& operator<<(std::ostream& stream, Dtype dtype);

}  // namespace numen
