// Orders that have code of their own, their loops unrolled.
#pragma once

#include <cstdint>

#include "backends/cpu/small_matrices.h"

namespace numen::cpu::NUMEN_ISA {

// Calls run.operator()<N>() with the order, or with 0 for one without code of its own: 6, 7, and
// those above `most`.
template <int most = 8, class Run> auto of_order(std::int64_t n, Run&& run) {
    if constexpr (most >= 8) {
        if (n == 8) return run.template operator()<8>();
    }
    if constexpr (most >= 5) {
        if (n == 5) return run.template operator()<5>();
    }
    switch (n) {
        case 1: return run.template operator()<1>();
        case 2: return run.template operator()<2>();
        case 3: return run.template operator()<3>();
        case 4: return run.template operator()<4>();
        default: return run.template operator()<0>();
    }
}

// The order that code for N is run with.
template <int N> int order_of(std::int64_t n) { return N > 0 ? N : static_cast<int>(n); }

}  // namespace numen::cpu::NUMEN_ISA
