// What one kernel library (libnumen_cpu_<instruction set>.so) hands to the baseline: tables of
// function pointers, filled by kernels/table.cpp. Plain data only: nothing here may have code,
// because this header is compiled for several instruction sets.
#pragma once

#include "backends/cpu/data_kernels.h"
#include "ops/operation.h"

namespace numen::cpu {

// Ordered comparisons of fewer floats than this leave no flag (kernels/few_comparisons.h).
inline constexpr int quiet_comparisons = 32;

struct SmallMatrixKernels;  // small_matrices.h, of which the other kernels know nothing

// The loops of one elementwise row, by slot (see loop_slots in ops/operation.h).
struct LoopRow {
    Loop run[loop_slots];
};

struct KernelTable {
    const LoopRow* elementwise;  // [op_count]
    const DataKernels* data;     // copies, reductions, scans (kernels/data_table.cpp)
    const SmallMatrixKernels* small_matrices;
};

using KernelTableFunction = const KernelTable* (*)();
inline constexpr char kernel_table_symbol[] = "numen_cpu_kernel_table";

}  // namespace numen::cpu
