// Reduction loops of floating-point numbers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_floats(DataKernels& kernels) {
    fill_folds<Dtype::float16, Dtype::float64>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
