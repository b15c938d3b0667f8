// The elementwise loops of complex numbers.
#include "backends/cpu/kernels/elementwise_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_complex(LoopRow* table) {
    fill_type<Dtype::complex64>(table);
    fill_type<Dtype::complex128>(table);
}

}  // namespace numen::cpu::NUMEN_ISA
