// The rule of sign_rule.h for the rows of a pack.
#pragma once

#include "backends/cpu/sign_rule.h"
#include "backends/cpu/small_matrices/precision.h"

namespace numen::cpu::NUMEN_ISA {

// The magnitude with the sign that makes a row follow the rule.
template <class V> NUMEN_INLINE V with_rule(V magnitude, const V* row, int count) {
    using T = Real<V>;
    V most{}, sum{}, chosen{};
    for (int i = 0; i < count; ++i) {
        most = vm::greater(most, vm::absolute(row[i]));
        sum += row[i];
    }
    most *= static_cast<T>(sign_share);
    for (int i = 0; i < count; ++i) chosen = vm::absolute(row[i]) >= most ? row[i] : chosen;
    const V side = fused(sum, broadcast<V>(static_cast<T>(-sign_part)), chosen);
    return with_signs(magnitude, side, broadcast<V>(1));
}

template <class V> NUMEN_INLINE void follow_rule(V* row, int count, MaskOf<V> wanted) {
    const V sign = with_rule(broadcast<V>(1), row, count);
    for (int i = 0; i < count; ++i) row[i] = wanted != 0 ? row[i] * sign : row[i];
}

}  // namespace numen::cpu::NUMEN_ISA
