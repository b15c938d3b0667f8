// The elementwise loops of float64 that are made of IEEE operations.
#include "backends/cpu/kernels/elementwise_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_float64(LoopRow* table) {
    fill_type<Dtype::float64>(table);
    auto& scaling = table[static_cast<int>(Op::ldexp)];
    fill_mixed<rows::ldexp_row, slot_wide_scaling + 2, slot_wide_scaling + 2>(scaling);
}

}  // namespace numen::cpu::NUMEN_ISA
