// One C++ number as an operand.
//
// As with Python's numbers in NumPy (NEP 50), a C++ number beside an array takes the array's type
// where its kind allows: float32 times 2.0 is float32, int8 plus 1 is int8, int8 plus 0.5 is
// float64. A number with a type of its own is an array of dimension zero: `array(2.0f)`.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>

#include "numen/element_type.h"

namespace numen {

// Any C++ number that can stand beside an array: what ElementType holds.
template <class T>
concept Number = ElementType<T>;

// A number and its kind: boolean, integer, real or complex. Made by conversion; a program does
// not name it.
class Scalar {
public:
    // What a number is; a later kind beside an earlier one wins.
    enum class Kind : std::uint8_t { boolean, integer, real, complex };

    // Any number by itself.
    template <Number T> constexpr Scalar(T value) {
        if constexpr (std::same_as<T, bool>) {
            kind_ = Kind::boolean;
            integer_ = value;
        } else if constexpr (std::integral<T>) {
            kind_ = Kind::integer;
            integer_ = static_cast<std::int64_t>(value);
            is_large_ = std::unsigned_integral<T> && integer_ < 0;
        } else if constexpr (std::same_as<T, Complex64> || std::same_as<T, Complex128>) {
            kind_ = Kind::complex;
            real_ = value.real();
            imaginary_ = value.imag();
        } else {
            kind_ = Kind::real;
            real_ = static_cast<double>(value);
        }
    }

    constexpr Kind kind() const { return kind_; }
    // The value of a boolean or an integer; one beyond int64 has wrapped and is_large() is true.
    constexpr std::int64_t integer() const { return integer_; }
    constexpr bool is_large() const { return is_large_; }
    // The value of a real or complex number.
    constexpr double real() const { return real_; }
    constexpr double imaginary() const { return imaginary_; }

private:
    Kind kind_;
    bool is_large_ = false;
    std::int64_t integer_ = 0;
    double real_ = 0, imaginary_ = 0;
};

}  // namespace numen
