// Reduction loops of 16-bit integers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_integers_16(DataKernels& kernels) {
    fill_folds<Dtype::int16, Dtype::uint16>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
