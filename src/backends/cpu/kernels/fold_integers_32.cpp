// Reduction loops of 32-bit integers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_integers_32(DataKernels& kernels) {
    fill_folds<Dtype::int32, Dtype::uint32>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
