// Reduction loops of booleans and 8-bit integers.
#include "backends/cpu/kernels/fold_fill.h"

namespace numen::cpu::NUMEN_ISA {

void fill_fold_integers_8(DataKernels& kernels) {
    fill_folds<Dtype::boolean, Dtype::uint8>(kernels);
}

}  // namespace numen::cpu::NUMEN_ISA
