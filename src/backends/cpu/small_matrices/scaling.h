// Matrices whose elements are so large or so small that their squares overflow or vanish.
#pragma once

#include "backends/cpu/small_matrices/precision.h"

namespace numen::cpu::NUMEN_ISA {

template <class V> NUMEN_INLINE V sum_of_squares(const V* a, int count) {
    V sum{};
    for (int i = 0; i < count; ++i) sum = fused(a[i], a[i], sum);
    return sum;
}

// The powers of two that a pack was multiplied by, 1 in lanes that did not need it.
template <class V> struct Scaling {
    bool is_used = false;
    V first = broadcast<V>(1), second = broadcast<V>(1);
    MaskOf<V> wrong{};  // lanes with elements that are not finite
    MaskOf<V> lossy{};  // lanes with elements that lost digits, or vanished

    void undo(V* values, int count) const {
        if (!is_used) return;
        for (int i = 0; i < count; ++i) values[i] = values[i] / second / first;
    }
    // Of an inverse.
    void redo(V* values, int count) const {
        if (!is_used) return;
        for (int i = 0; i < count; ++i) values[i] = values[i] * second * first;
    }
};

// Sums of squares that are within limits, what the largest elements of others are brought to, and
// the smallest share of a sum whose square does not vanish in what is made of it.
template <class V> struct Limits;
template <> struct Limits<F64> {
    static constexpr double least = 0x1p-200, most = 0x1p200, middle = 1, far = 0x1p500;
    static constexpr double hardly = 0x1p-200;
    static constexpr int mantissa = 52, bias = 1023;
};
template <> struct Limits<F32> {
    static constexpr float least = 0x1p30F, most = 0x1p50F, middle = 0x1p18F, far = 0x1p60F;
    static constexpr float hardly = 0x1p-56F;
    static constexpr int mantissa = 23, bias = 127;
};

// Brings the largest elements of the lanes of `wanted` to [1, 2) times the middle.
template <class V>
[[gnu::noinline, gnu::cold]] static Scaling<V> scale(V* a, int elements, MaskOf<V> wanted) {
    using T = Real<V>;
    using Bounds = Limits<V>;
    V largest{};
    Scaling<V> found;
    found.is_used = true;
    for (int e = 0; e < elements; ++e) {
        const V size = vm::absolute(a[e]);
        found.wrong |= ~(size <= std::numeric_limits<T>::max());
        largest = size > largest ? size : largest;
    }
    const MaskOf<V> usable = wanted & ~found.wrong & (largest > T(0));
    const V one = broadcast<V>(1);
    const V larger = (usable & (largest < 1 / Bounds::far)) != 0 ? broadcast<V>(Bounds::far) : one;
    found.first = (usable & (largest > Bounds::far)) != 0 ? broadcast<V>(1 / Bounds::far) : larger;
    const MaskOf<V> exponent = (vm::bits(largest * found.first) >> Bounds::mantissa) - Bounds::bias;
    const V power = vm::from_bits((Bounds::bias - exponent) << Bounds::mantissa);
    found.second = usable != 0 ? power * Bounds::middle : one;
    for (int e = 0; e < elements; ++e) {
        const V scaled = a[e] * found.first * found.second;
        found.lossy |= (vm::absolute(scaled) < std::numeric_limits<T>::min()) & (a[e] != T(0));
        a[e] = scaled;
    }
    return found;
}

// Scales the lanes whose sum of squares is out of the ordinary, and finds that sum anew.
template <class V> NUMEN_INLINE Scaling<V> scale_extremes(V* a, V& squares, int elements) {
    const MaskOf<V> is_extreme = ~((squares >= Limits<V>::least) & (squares <= Limits<V>::most));
    if (!any(is_extreme)) return {};
    const Scaling<V> scaling = scale(a, elements, is_extreme);
    squares = sum_of_squares(a, elements);
    return scaling;
}

}  // namespace numen::cpu::NUMEN_ISA
