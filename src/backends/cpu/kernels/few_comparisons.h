// Comparisons of few floats, which leave no floating-point flag: reading and clearing the register
// after them would take as long as they do.
#pragma once

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/plain_loops.h"

namespace numen::cpu::NUMEN_ISA {

// The ordered comparison `op` of float32 or float64, element by element.
template <Op op, class T>
Status few_comparisons(char* const* data, const std::int64_t* steps, std::int64_t count);

// Vector code where there are more; it raises "invalid" for NaN.
template <Op op, class Row, class T>
Status comparison_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (count < quiet_comparisons) return few_comparisons<op, T>(data, steps, count);
    return binary_loop<Row, T, T, bool>(data, steps, count);
}

template <Dtype dtype> void fill_comparisons(LoopRow* table) {
    using T = Element<dtype>;
#define NUMEN_COMPARISON(NAME)                                 \
    table[static_cast<int>(Op::NAME)].run[slot_of(dtype)] =    \
        comparison_loop<Op::NAME, rows::NAME##_row, T>
    NUMEN_COMPARISON(less);
    NUMEN_COMPARISON(less_equal);
    NUMEN_COMPARISON(greater);
    NUMEN_COMPARISON(greater_equal);
#undef NUMEN_COMPARISON
}

}  // namespace numen::cpu::NUMEN_ISA
