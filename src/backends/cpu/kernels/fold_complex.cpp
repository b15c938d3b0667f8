// Reduction loops of complex numbers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_complex(DataKernels& kernels) {
    fill_folds<Dtype::complex64, Dtype::complex128>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
