// The elementwise loops of float64 that are transcendental.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/log_of_sums.h"

namespace numen::cpu::NUMEN_ISA {

void fill_float64_values(LoopRow* table) {
    fill_type<Dtype::float64, Part::values>(table);
    fill_logs_of_sums<Dtype::float64>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
