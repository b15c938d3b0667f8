#include "backends/cpu/small_matrices.h"

#include "backends/cpu/instruction_set.h"

namespace numen::cpu {

const SmallMatrixKernels& small_matrix_kernels() {
    static const SmallMatrixKernels& table = *kernels().small_matrices;
    return table;
}

}  // namespace numen::cpu
