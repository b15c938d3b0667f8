// Unaligned element access and value conversion for the kernels of one instruction set.
#pragma once

#include <cstdint>
#include <type_traits>

#include "numen/dtype.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

// Is this set AVX2 without AVX-512? Kernels make by hand what it lacks and the next set has.
#if defined(__AVX2__) && !defined(__AVX512F__)
#define NUMEN_AVX2_ALONE 1
#else
#define NUMEN_AVX2_ALONE 0
#endif

namespace numen::cpu::NUMEN_ISA {

// An element at any address: packed, so that the compiler assumes no alignment.
template <class T> struct [[gnu::packed, gnu::may_alias]] Cell {
    T value;
};

// std::complex is not trivial enough for a packed struct on every compiler, so the kernels see
// complex numbers as two packed parts.
template <class Part> struct [[gnu::packed, gnu::may_alias]] Pair {
    Part real;
    Part imag;
};

template <class T> struct is_pair : std::false_type {};
template <class Part> struct is_pair<Pair<Part>> : std::true_type {};

// A boolean of arrays: any non-zero byte is true.
struct Truth {
    std::uint8_t byte;
};

// The kernels' own type of an element.
template <Dtype dtype> struct kernel_element { using type = Element<dtype>; };
template <> struct kernel_element<Dtype::boolean> { using type = Truth; };
template <> struct kernel_element<Dtype::complex64> { using type = Pair<float>; };
template <> struct kernel_element<Dtype::complex128> { using type = Pair<double>; };
template <Dtype dtype> using KernelElement = typename kernel_element<dtype>::type;

template <class T> [[gnu::always_inline]] inline T load(const char* at) {
    return reinterpret_cast<const Cell<T>*>(at)->value;
}
template <class T> [[gnu::always_inline]] inline void store(char* at, T value) {
    reinterpret_cast<Cell<T>*>(at)->value = value;
}

template <class T> [[gnu::always_inline]] inline bool is_true(T value) {
    if constexpr (std::is_same_v<T, Truth>) {
        return value.byte != 0;
    } else if constexpr (is_pair<T>::value) {
        return (value.real != 0) | (value.imag != 0);
    } else if constexpr (std::is_same_v<T, Half>) {
        std::uint16_t bits;
        __builtin_memcpy(&bits, &value, 2);
        return (bits & 0x7fff) != 0;
    } else {
        return value != 0;
    }
}

// The processor's own conversion. What its instruction answers for NaN and for values out of range
// is what NumPy shows; C++ leaves it open, so the sanitizer must not stop here.
template <class To, class From>
[[gnu::always_inline, gnu::no_sanitize("float-cast-overflow")]] inline To machine_integer(
    From value) {
    return static_cast<To>(value);
}

// Floating to integer as x86's conversion instructions do it, which is what NumPy's loops show:
// narrow types take the low bits of a 32-bit conversion, uint32 those of a 64-bit one.
template <class To, class From> [[gnu::always_inline]] inline To truncate(From value) {
    if constexpr (std::is_same_v<To, std::uint64_t>) {
        // One conversion of a selected operand: the side not taken must raise no flag.
        constexpr From limit = static_cast<From>(9223372036854775808.0);
        const bool large = value >= limit;
        const From reduced = large ? value - limit : value;
        const auto bits = static_cast<std::uint64_t>(machine_integer<std::int64_t>(reduced));
        return bits ^ (large ? std::uint64_t{1} << 63 : 0);
    } else if constexpr (sizeof(To) == 8 || std::is_same_v<To, std::uint32_t>) {
        return static_cast<To>(machine_integer<std::int64_t>(value));
    } else {
        return static_cast<To>(machine_integer<std::int32_t>(value));
    }
}

// Halves and floats by the processor's own conversion where the set has it: the compiler's
// portable one is a call of 5 ns.
[[gnu::always_inline]] inline float widen_half(Half value) {
#if defined(__F16C__)
    unsigned short bits;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    return _cvtsh_ss(bits);
#else
    return static_cast<float>(value);
#endif
}
[[gnu::always_inline]] inline Half narrow_float(float value) {
#if defined(__F16C__)
    const unsigned short bits = _cvtss_sh(value, 0);
    Half half;
    __builtin_memcpy(&half, &bits, sizeof(half));
    return half;
#else
    return static_cast<Half>(value);
#endif
}

// float64 to half rounds once: the float between is rounded to odd, which no later rounding to
// eleven bits can mistake for a tie (Boldo and Melquiond, 2008). Sizes compare as integers: of
// floats the compiler makes vector compares that raise a flag for a NaN.
[[gnu::always_inline]] inline float round_to_odd(double value) {
    const float nearest = static_cast<float>(value);
    const double size = __builtin_fabs(value), rounded = __builtin_fabs(nearest);
    std::int64_t size_bits, rounded_bits;
    __builtin_memcpy(&size_bits, &size, sizeof(size));
    __builtin_memcpy(&rounded_bits, &rounded, sizeof(rounded));
    std::int32_t bits;
    __builtin_memcpy(&bits, &nearest, sizeof(bits));
    bits -= rounded_bits > size_bits ? 1 : 0;
    bits |= rounded_bits != size_bits ? 1 : 0;
    float odd;
    __builtin_memcpy(&odd, &bits, sizeof(bits));
    return odd;
}

[[gnu::always_inline]] inline Half narrow_double(double value) {
#if defined(__F16C__)
    return narrow_float(round_to_odd(value));
#else
    return static_cast<Half>(value);
#endif
}

template <class To, class From> [[gnu::always_inline]] inline To convert(From value) {
    if constexpr (std::is_same_v<To, From>) {
        return value;
    } else if constexpr (std::is_same_v<To, Truth>) {
        return Truth{static_cast<std::uint8_t>(is_true(value))};
    } else if constexpr (std::is_same_v<From, Truth>) {
        return convert<To>(static_cast<std::int8_t>(value.byte != 0));
    } else if constexpr (is_pair<To>::value && is_pair<From>::value) {
        using Part = decltype(To{}.real);
        return To{static_cast<Part>(value.real), static_cast<Part>(value.imag)};
    } else if constexpr (is_pair<To>::value) {
        using Part = decltype(To{}.real);
        return To{convert<Part>(value), Part{0}};
    } else if constexpr (is_pair<From>::value) {
        return convert<To>(static_cast<decltype(From{}.real)>(value.real));
    } else if constexpr (std::is_same_v<From, Half>) {
        return convert<To>(widen_half(value));
    } else if constexpr (std::is_same_v<To, Half> && std::is_same_v<From, double>) {
        return narrow_double(value);
    } else if constexpr (std::is_same_v<To, Half>) {
        return narrow_float(static_cast<float>(value));
    } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
        return truncate<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

}  // namespace numen::cpu::NUMEN_ISA
