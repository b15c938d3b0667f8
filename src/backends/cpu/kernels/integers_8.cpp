// The elementwise loops of 8-bit integers.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/one_divisor_loops.h"
#include "backends/cpu/kernels/power_loops.h"

namespace numen::cpu::NUMEN_ISA {

void fill_integers_8(LoopRow* table) {
    fill_type<Dtype::int8>(table);
    fill_type<Dtype::uint8>(table);
    fill_divisions<Dtype::int8>(table);
    fill_power<Dtype::int8>(table);
    fill_divisions<Dtype::uint8>(table);
    fill_power<Dtype::uint8>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
