// Gathers the data-movement loops of one instruction set.
#include "backends/cpu/kernels/data_tables.h"

namespace numen::cpu::NUMEN_ISA {

const DataKernels* data_table() {
    static DataKernels kernels;
    fill_cast(kernels);
    fill_fold_integers_8(kernels);
    fill_fold_integers_16(kernels);
    fill_fold_integers_32(kernels);
    fill_fold_integers_64(kernels);
    fill_fold_floats(kernels);
    fill_fold_complex(kernels);
    fill_sum(kernels);
    fill_moments(kernels);
    fill_search(kernels);
    fill_scan(kernels);
    fill_ramp(kernels);
    fill_product(kernels);
    fill_column_sweep(kernels);
    return &kernels;
}

}  // namespace numen::cpu::NUMEN_ISA
