// How operand types choose a loop: families of types, promotion, and the named resolvers.
//
// A loop is known by its slot: the type it reads, or one of the mixed slots where NumPy has a loop
// over two different types. Everything is constexpr: the choice is one table in operation.cpp.
#pragma once

#include "numen/dtype.h"
#include "ops/loop_slot.h"

namespace numen {

// A set of types, bit by Dtype.
using Family = unsigned;
namespace family {
inline constexpr Family booleans = 1u << static_cast<int>(Dtype::boolean);
inline constexpr Family integers = 0x1FEu;
inline constexpr Family floats = 0xE00u;
inline constexpr Family complexes = 0x3000u;
inline constexpr Family all = booleans | integers | floats | complexes;
inline constexpr Family numbers = integers | floats | complexes;
inline constexpr Family reals = integers | floats;
inline constexpr Family rounded = booleans | reals;
inline constexpr Family bits = booleans | integers;
inline constexpr Family inexact = floats | complexes;
inline constexpr Family doubles =
    1u << static_cast<int>(Dtype::float64) | 1u << static_cast<int>(Dtype::complex128);
}  // namespace family

constexpr bool contains(Family set, Dtype dtype) {
    return (set >> static_cast<int>(dtype) & 1u) != 0;
}

enum class Resolver : std::uint8_t {
    arithmetic,       // the promoted type; booleans become int8 where there is no loop for them
    numeric,          // the promoted type; nothing for booleans alone
    true_divide,      // integers divide in float64
    float_like,       // every operand becomes the smallest float that holds its type
    float_power,      // float64 or complex128
    magnitude,        // arithmetic; a complex number gives a real one
    predicate,        // arithmetic, giving booleans
    float_predicate,  // float_like, giving booleans
    comparison,       // promoted, but int64 with uint64 exactly; giving booleans
    logical,          // two equal types, or else both as booleans; giving booleans
    bit_count,        // integers, giving uint8
    split,            // float_like, giving a float and an int32
    scaling,          // a float and an integer, giving the float
};

enum class FlagPolicy : std::uint8_t { quiet, ieee, ieee_complex, domain, range, pole, power };

// The smallest float that holds every value of the type (int8 float16, int32 float64); a type that
// is floating or complex stays.
constexpr Dtype float_of(Dtype dtype) {
    if (is_floating(dtype) || is_complex(dtype)) return dtype;
    const int size = itemsize(dtype);
    return size == 1 ? Dtype::float16 : size == 2 ? Dtype::float32 : Dtype::float64;
}

constexpr Dtype real_part(Dtype dtype) {
    if (!is_complex(dtype)) return dtype;
    return dtype == Dtype::complex64 ? Dtype::float32 : Dtype::float64;
}

constexpr Dtype promote_integers(Dtype a, Dtype b) {
    if (is_signed_integer(a) == is_signed_integer(b)) return itemsize(a) >= itemsize(b) ? a : b;
    const Dtype with_sign = is_signed_integer(a) ? a : b;
    const Dtype without = is_signed_integer(a) ? b : a;
    if (itemsize(with_sign) > itemsize(without)) return with_sign;
    switch (itemsize(without)) {
        case 1: return Dtype::int16;
        case 2: return Dtype::int32;
        case 4: return Dtype::int64;
        default: return Dtype::float64;
    }
}

constexpr Dtype promoted(Dtype a, Dtype b) {
    if (a == b) return a;
    if (is_boolean(a)) return b;
    if (is_boolean(b)) return a;
    if (is_integer(a) && is_integer(b)) return promote_integers(a, b);
    const Dtype x = real_part(float_of(a));
    const Dtype y = real_part(float_of(b));
    const Dtype real = x > y ? x : y;
    if (!is_complex(a) && !is_complex(b)) return real;
    return real == Dtype::float64 ? Dtype::complex128 : Dtype::complex64;
}

constexpr int slot_of(Dtype dtype) { return static_cast<int>(dtype); }

constexpr int slot_in(Family loops, Dtype dtype) {
    return contains(loops, dtype) ? slot_of(dtype) : no_loop;
}

constexpr int comparison_slot(Family loops, Dtype a, Dtype b) {
    if (b == Dtype::uint64 && is_signed_integer(a)) return slot_int64_uint64;
    if (a == Dtype::uint64 && is_signed_integer(b)) return slot_uint64_int64;
    return slot_in(loops, promoted(a, b));
}

constexpr int scaling_slot(Family loops, Dtype a, Dtype b) {
    if (b >= Dtype::uint64 || !contains(loops, float_of(a))) return no_loop;
    const bool is_wide = b == Dtype::uint32 || b == Dtype::int64;
    return is_wide ? slot_wide_scaling + (slot_of(float_of(a)) - slot_of(Dtype::float16))
                   : slot_of(float_of(a));
}

// The slot of the loop for operands of types a and b (unary operations: b = a), or no_loop.
constexpr int resolved_slot(Resolver resolver, Family loops, Dtype a, Dtype b) {
    switch (resolver) {
        case Resolver::arithmetic:
        case Resolver::magnitude:
        case Resolver::predicate:
        case Resolver::bit_count: {
            const Dtype common = promoted(a, b);
            const bool widens = is_boolean(common) && !contains(loops, common);
            return slot_in(loops, widens ? Dtype::int8 : common);
        }
        case Resolver::numeric:
            return slot_in(loops, promoted(a, b));
        case Resolver::true_divide:
            if (a <= Dtype::uint64 && b <= Dtype::uint64) return slot_of(Dtype::float64);
            [[fallthrough]];
        case Resolver::float_like:
        case Resolver::float_predicate:
        case Resolver::split:
            return slot_in(loops, promoted(float_of(a), float_of(b)));
        case Resolver::float_power:
            return slot_of(is_complex(promoted(a, b)) ? Dtype::complex128 : Dtype::float64);
        case Resolver::comparison:
            return comparison_slot(loops, a, b);
        case Resolver::logical:
            return a == b ? slot_of(a) : slot_of(Dtype::boolean);
        case Resolver::scaling:
            return scaling_slot(loops, a, b);
    }
    return no_loop;
}

// The element types of the loop in a slot.
struct Signature {
    Dtype input[2];
    Dtype output[2];
};

constexpr Signature signature(Resolver resolver, int slot) {
    if (slot == slot_int64_uint64 && resolver == Resolver::comparison)
        return {{Dtype::int64, Dtype::uint64}, {Dtype::boolean, Dtype::boolean}};
    if (slot == slot_uint64_int64 && resolver == Resolver::comparison)
        return {{Dtype::uint64, Dtype::int64}, {Dtype::boolean, Dtype::boolean}};
    const bool is_wide = slot >= slot_wide_scaling;
    const int base = is_wide ? slot - slot_wide_scaling + slot_of(Dtype::float16) : slot;
    const Dtype dtype = static_cast<Dtype>(base);
    switch (resolver) {
        case Resolver::magnitude:
            return {{dtype, dtype}, {real_part(dtype), real_part(dtype)}};
        case Resolver::predicate:
        case Resolver::float_predicate:
        case Resolver::comparison:
        case Resolver::logical:
            return {{dtype, dtype}, {Dtype::boolean, Dtype::boolean}};
        case Resolver::bit_count:
            return {{dtype, dtype}, {Dtype::uint8, Dtype::uint8}};
        case Resolver::split:
            return {{dtype, dtype}, {dtype, Dtype::int32}};
        case Resolver::scaling:
            return {{dtype, is_wide ? Dtype::int64 : Dtype::int32}, {dtype, dtype}};
        default:
            return {{dtype, dtype}, {dtype, dtype}};
    }
}

// True if the loop leaves its status in the hardware register.
constexpr bool uses_hardware_flags(FlagPolicy policy, Dtype dtype) {
    if (is_complex(dtype)) return policy != FlagPolicy::quiet;
    return is_floating(dtype) && policy == FlagPolicy::ieee;
}

}  // namespace numen
