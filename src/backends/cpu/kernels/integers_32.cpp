// The elementwise loops of 32-bit integers.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/one_divisor_loops.h"
#include "backends/cpu/kernels/power_loops.h"

namespace numen::cpu::NUMEN_ISA {

void fill_integers_32(LoopRow* table) {
    fill_type<Dtype::int32>(table);
    fill_type<Dtype::uint32>(table);
    fill_divisions<Dtype::int32>(table);
    fill_power<Dtype::int32>(table);
    fill_divisions<Dtype::uint32>(table);
    fill_power<Dtype::uint32>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
