// Matrices whose elements are so large or so small that their squares overflow or vanish.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

NUMEN_INLINE F64 sum_of_squares(const F64* a, int count) {
    F64 sum{};
    for (int i = 0; i < count; ++i) sum = vm::multiply_add(a[i], a[i], sum);
    return sum;
}

// The powers of two that a pack was multiplied by, 1 in lanes that did not need it.
struct Scaling {
    bool is_used = false;
    F64 first = vm::broadcast(1.0), second = vm::broadcast(1.0);
    I64 wrong{};  // lanes with elements that are not finite

    void undo(F64* values, int count) const {
        if (!is_used) return;
        for (int i = 0; i < count; ++i) values[i] = values[i] / second / first;
    }
};

// Brings the largest elements of the lanes of `wanted` to [1, 2).
[[gnu::noinline, gnu::cold]] inline Scaling scale(F64* a, int elements, I64 wanted) {
    F64 largest{};
    Scaling found;
    found.is_used = true;
    for (int e = 0; e < elements; ++e) {
        const F64 size = vm::absolute(a[e]);
        found.wrong |= ~(size <= 0x1.fffffffffffffp1023);
        largest = size > largest ? size : largest;
    }
    const I64 usable = wanted & ~found.wrong & (largest > 0.0);
    const F64 one = vm::broadcast(1.0);
    const F64 larger = (usable & (largest < 0x1p-500)) != 0 ? vm::broadcast(0x1p500) : one;
    found.first = (usable & (largest > 0x1p500)) != 0 ? vm::broadcast(0x1p-500) : larger;
    const I64 exponent = (vm::bits(largest * found.first) >> 52) - 1023;
    found.second = usable != 0 ? vm::power_of_two(-exponent) : one;
    for (int e = 0; e < elements; ++e) a[e] = a[e] * found.first * found.second;
    return found;
}

// Scales the lanes whose sum of squares is out of the ordinary, and finds that sum anew.
NUMEN_INLINE Scaling scale_extremes(F64* a, F64& squares, int elements) {
    const I64 is_extreme = ~((squares >= 0x1p-200) & (squares <= 0x1p200));
    if (!vm::any(is_extreme)) return {};
    const Scaling scaling = scale(a, elements, is_extreme);
    squares = sum_of_squares(a, elements);
    return scaling;
}

}  // namespace numen::cpu::NUMEN_ISA
