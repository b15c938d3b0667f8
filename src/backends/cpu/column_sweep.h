// The pass over a matrix' columns that a step of its reduction to two diagonals is made of.
// Plain data only, as in kernel_table.h.
#pragma once

#include <cstdint>

namespace numen::cpu {

// Rows are a multiple of this, and vectors of them aligned to 64 bytes.
inline constexpr std::int64_t sweep_rows = 16;

// Of each column j: left[j] = factor (column . reflector - known[j]), then right[j] =
// base[j] - left[j], and combination = sum of right[j] times the column. The columns lie `step`
// apart.
template <class T> struct ColumnSweep {
    const T* columns;
    std::int64_t step, rows, count;
    const T* reflector;
    T factor;
    const T *known, *base;
    T *left, *right, *combination;
};

struct SweepLoops {
    void (*float64)(const ColumnSweep<double>& sweep);
    void (*float32)(const ColumnSweep<float>& sweep);
};

}  // namespace numen::cpu
