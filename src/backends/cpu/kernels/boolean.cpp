// The elementwise loops of booleans.
#include "backends/cpu/kernels/elementwise_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_boolean(LoopRow* table) { fill_type<Dtype::boolean>(table); }

}  // namespace numen::cpu::NUMEN_ISA
