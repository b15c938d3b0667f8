// What this library offers to the baseline: its one exported symbol.
#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/small_matrices/tables.h"

extern "C" [[gnu::visibility("default")]] const numen::cpu::KernelTable* numen_cpu_kernel_table() {
    using namespace numen::cpu;
    static LoopRow elementwise[numen::op_count];
    static KernelTable table;
    NUMEN_ISA::fill_boolean(elementwise);
    NUMEN_ISA::fill_integers_8(elementwise);
    NUMEN_ISA::fill_integers_16(elementwise);
    NUMEN_ISA::fill_integers_32(elementwise);
    NUMEN_ISA::fill_integers_64(elementwise);
    NUMEN_ISA::fill_float32(elementwise);
    NUMEN_ISA::fill_float64(elementwise);
    NUMEN_ISA::fill_float32_values(elementwise);
    NUMEN_ISA::fill_float64_values(elementwise);
    NUMEN_ISA::fill_complex(elementwise);
    NUMEN_ISA::fill_float16(elementwise);
    table = {elementwise, NUMEN_ISA::data_table(), NUMEN_ISA::small_matrix_table()};
    return &table;
}
