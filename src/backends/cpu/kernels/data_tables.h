// The parts of the data-movement table; each file of loops fills its own.
#pragma once

#include "backends/cpu/data_kernels.h"

namespace numen::cpu::NUMEN_ISA {

void fill_cast(DataKernels& kernels);
void fill_fold_integers_8(DataKernels& kernels);
void fill_fold_integers_16(DataKernels& kernels);
void fill_fold_integers_32(DataKernels& kernels);
void fill_fold_integers_64(DataKernels& kernels);
void fill_fold_floats(DataKernels& kernels);
void fill_fold_complex(DataKernels& kernels);
void fill_sum(DataKernels& kernels);
void fill_moments(DataKernels& kernels);
void fill_search(DataKernels& kernels);
void fill_scan(DataKernels& kernels);
void fill_ramp(DataKernels& kernels);
void fill_product(DataKernels& kernels);
void fill_column_sweep(DataKernels& kernels);

// The whole table of this instruction set.
const DataKernels* data_table();

}  // namespace numen::cpu::NUMEN_ISA
