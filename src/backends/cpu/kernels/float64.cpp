// The elementwise loops of float64 that are made of IEEE operations.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/few_comparisons.h"
#include "backends/cpu/kernels/float_parts.h"
#include "backends/cpu/kernels/remainders.h"
#include "backends/cpu/kernels/scaling.h"
#include "backends/cpu/kernels/square_root.h"

namespace numen::cpu::NUMEN_ISA {

#if defined(__AVX512F__)
static Status roots(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[0] != sizeof(double) || steps[1] != sizeof(double)) {
        return unary_loop<rows::sqrt_row, double, double>(data, steps, count);
    }
    packed_roots(reinterpret_cast<const double*>(data[0]), reinterpret_cast<double*>(data[1]),
                 count);
    return status_ok;
}
#endif

void fill_float64(LoopRow* table) {
    fill_type<Dtype::float64>(table);
    fill_comparisons<Dtype::float64>(table);
#if defined(__AVX512F__)
    table[static_cast<int>(Op::sqrt)].run[slot_of(Dtype::float64)] = roots;
#endif
    auto& scaling = table[static_cast<int>(Op::ldexp)];
    fill_mixed<rows::ldexp_row, slot_wide_scaling + 2, slot_wide_scaling + 2>(scaling);
#if defined(__AVX512F__)
    scaling.run[slot_of(Dtype::float64)] = scaling_loop<double, std::int32_t>;
    scaling.run[slot_wide_scaling + 2] = scaling_loop<double, std::int64_t>;
#endif
    fill_parts<Dtype::float64>(table);
#if defined(__AVX2__)
    fill_remainders<Dtype::float64>(table);
#endif
}

}  // namespace numen::cpu::NUMEN_ISA
