// The elementwise loops of 16-bit integers.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/one_divisor_loops.h"
#include "backends/cpu/kernels/power_loops.h"

namespace numen::cpu::NUMEN_ISA {

void fill_integers_16(LoopRow* table) {
    fill_type<Dtype::int16>(table);
    fill_type<Dtype::uint16>(table);
    fill_divisions<Dtype::int16>(table);
    fill_power<Dtype::int16>(table);
    fill_divisions<Dtype::uint16>(table);
    fill_power<Dtype::uint16>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
