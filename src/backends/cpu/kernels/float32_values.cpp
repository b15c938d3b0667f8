// The elementwise loops of float32 that are transcendental.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/log_of_sums.h"

namespace numen::cpu::NUMEN_ISA {

void fill_float32_values(LoopRow* table) {
    fill_type<Dtype::float32, Part::values>(table);
    fill_logs_of_sums<Dtype::float32>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
