// Matrices in strided memory, as the kernels see them. Plain data only, as in kernel_table.h.
#pragma once

#include <cstdint>

#include "numen/dtype.h"

namespace numen::cpu {

// Matrices of one shape at equal steps in memory; a vector is a matrix of one column.
struct MatrixRun {
    char* data;
    std::int64_t step, row_step, column_step;  // in bytes, of any sign
    Dtype dtype;
};

// Their transposes. Forced in line: each instruction set has a copy of its own.
[[gnu::always_inline]] static inline MatrixRun turned(const MatrixRun& run) {
    return {run.data, run.step, run.column_step, run.row_step, run.dtype};
}

}  // namespace numen::cpu
