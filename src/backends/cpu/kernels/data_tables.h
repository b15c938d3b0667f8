// The parts of the data-movement table; each file of loops fills its own.
#pragma once

#include "backends/cpu/data_kernels.h"

namespace numen::cpu::NUMEN_ISA {

void fill_cast(DataKernels& kernels);
void fill_fold(DataKernels& kernels);
void fill_sum(DataKernels& kernels);
void fill_search(DataKernels& kernels);
void fill_scan(DataKernels& kernels);
void fill_product(DataKernels& kernels);

// The whole table of this instruction set.
const DataKernels* data_table();

}  // namespace numen::cpu::NUMEN_ISA
