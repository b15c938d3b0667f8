// Powers with one exponent for all elements: where it is -1, 0, 1/2, 1 or 2, NumPy takes the
// simple operation, which differs from a power in speed, in last bits and at infinity.
#pragma once

#include "backends/cpu/kernels/value_loops.h"

namespace numen::cpu::NUMEN_ISA {

// Rows as elementwise.def makes them, for the values of x alone.
template <FlagPolicy flags> struct SimplePower {
    static constexpr int inputs = 1;
    static constexpr FlagPolicy policy = flags;
};

struct ReciprocalPower : SimplePower<FlagPolicy::power> {
    template <class V> [[gnu::always_inline]] static V apply(V x, V, Status&) { return 1 / x; }
};
struct ZerothPower : SimplePower<FlagPolicy::domain> {
    template <class V> [[gnu::always_inline]] static V apply(V, V, Status&) { return V{} + 1; }
};
struct RootPower : SimplePower<FlagPolicy::domain> {
    [[gnu::always_inline]] static vm::F64 apply(vm::F64 x, vm::F64, Status&) {
        return vm::square_root(x);
    }
    // One number, whose vectors the compiler makes.
    [[gnu::always_inline]] static float apply(float x, float, Status&) { return std::sqrt(x); }
};
struct FirstPower : SimplePower<FlagPolicy::domain> {
    template <class V> [[gnu::always_inline]] static V apply(V x, V, Status&) { return x; }
};
struct SquarePower : SimplePower<FlagPolicy::power> {
    template <class V> [[gnu::always_inline]] static V apply(V x, V, Status&) { return x * x; }
};

// The loop over x alone for an exponent that has one, else null.
template <class T> Loop simple_power_loop(T exponent) {
    if (exponent == T{2}) return value_loop<SquarePower, T>;
    if (exponent == T{0.5}) return value_loop<RootPower, T>;
    if (exponent == T{-1}) return value_loop<ReciprocalPower, T>;
    if (exponent == T{1}) return value_loop<FirstPower, T>;
    if (exponent == T{0}) return value_loop<ZerothPower, T>;
    return nullptr;
}

template <class Row, class T>
Status power_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[1] == 0) {
        T exponent;
        std::memcpy(&exponent, data[1], sizeof exponent);
        if (const Loop loop = simple_power_loop(exponent)) {
            char* const pair[] = {data[0], data[2]};
            const std::int64_t pair_steps[] = {steps[0], steps[2]};
            return loop(pair, pair_steps, count);
        }
    }
    return value_loop<Row, T>(data, steps, count);
}

}  // namespace numen::cpu::NUMEN_ISA
