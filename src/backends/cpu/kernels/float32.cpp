// The elementwise loops of float32 that are made of IEEE operations.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/few_comparisons.h"
#include "backends/cpu/kernels/float_parts.h"
#include "backends/cpu/kernels/remainders.h"
#include "backends/cpu/kernels/scaling.h"

namespace numen::cpu::NUMEN_ISA {

void fill_float32(LoopRow* table) {
    fill_type<Dtype::float32>(table);
    fill_comparisons<Dtype::float32>(table);
    auto& scaling = table[static_cast<int>(Op::ldexp)];
    fill_mixed<rows::ldexp_row, slot_wide_scaling + 1, slot_wide_scaling + 1>(scaling);
#if defined(__AVX512F__)
    scaling.run[slot_of(Dtype::float32)] = scaling_loop<float, std::int32_t>;
    scaling.run[slot_wide_scaling + 1] = scaling_loop<float, std::int64_t>;
#endif
    fill_parts<Dtype::float32>(table);
#if defined(__AVX2__)
    fill_remainders<Dtype::float32>(table);
#endif
}

}  // namespace numen::cpu::NUMEN_ISA
