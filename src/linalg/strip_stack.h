// Matrices of stacks as strips and back.
#pragma once

#include "backends/cpu/small_matrices.h"
#include "linalg/stack.h"

namespace numen::linalg {

constexpr Int whole_strip(Int columns) {
    return (columns + cpu::strip_columns - 1) / cpu::strip_columns * cpu::strip_columns;
}

// A matrix (N, k) as the k rows of a strip; float32, float64 and others.
inline void load_strip(const Stack& stack, Int index, const cpu::Strip& strip) {
    if (stack.dtype() != Dtype::float32 && stack.dtype() != Dtype::float64) {
        return stack.load(index, strip.data, strip.step);
    }
    const cpu::MatrixRun run{stack.at(index), 0, stack.row_step, stack.column_step,
                             stack.dtype()};
    cpu::small_matrix_kernels().strips.gather(strip, run, stack.rows);
}

inline void store_strip(const Stack& stack, Int index, const cpu::Strip& strip) {
    if (stack.dtype() != Dtype::float64) return stack.store(index, strip.data, strip.step);
    const cpu::MatrixRun run{stack.at(index), 0, stack.row_step, stack.column_step,
                             Dtype::float64};
    cpu::small_matrix_kernels().strips.scatter(run, strip, stack.rows);
}

}  // namespace numen::linalg
