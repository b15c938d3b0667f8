// The data-movement loops of the instruction set in use.
#include "backends/cpu/data_kernels.h"

#include "backends/cpu/instruction_set.h"

namespace numen::cpu {

const DataKernels& data_kernels() {
    static const DataKernels& table = *kernels().data;
    return table;
}

}  // namespace numen::cpu
