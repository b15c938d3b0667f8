// Reduction loops of 64-bit integers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_integers_64(DataKernels& kernels) {
    fill_folds<Dtype::int64, Dtype::uint64>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
