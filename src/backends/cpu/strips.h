// Kernels for matrices of a few long rows. Plain data only, as in kernel_table.h.
#pragma once

#include <cstdint>

#include "backends/cpu/matrix_run.h"

namespace numen::cpu {

// A few long rows, `step` elements apart. Columns are a multiple of strip_columns: what there is
// beyond a matrix is zero.
struct Strip {
    double* data;
    std::int64_t step, rows, columns;
};
inline constexpr std::int64_t strip_columns = 8;

// out += strip times x', where x has out.columns rows and as many `columns` as the strip has that
// count, in a row along its rows or along its columns. Where `sums` is not null x stands for
// x - shifts, and sums and squares for each row of x are added up too. All three arrays, like the
// rows of out, have room for rows up to a multiple of strip_columns.
struct CrossProducts {
    Strip out, strip;
    MatrixRun x;
    std::int64_t columns;
    const double* shifts;
    double *sums, *squares;
};

struct StripKernels {
    // Copies a matrix (count, strip's rows) to the strip's rows, or back to one of float64.
    void (*gather)(const Strip& strip, const MatrixRun& a, std::int64_t count);
    void (*scatter)(const MatrixRun& a, const Strip& strip, std::int64_t count);
    // The products of a strip's rows with each other, (rows, rows).
    void (*gram)(const Strip& strip, double* products);
    // The strip x becomes the one with factor x' = x; of the factor (rows, rows) the lower triangle
    // is read.
    void (*substitute)(const Strip& strip, const double* factor);
    // out = weights (out's rows, strip's rows) times the strip.
    void (*mix)(const Strip& out, const Strip& strip, const double* weights);
    // For the rows of x from `begin`, a multiple of strip_columns, to `end`.
    void (*cross)(const CrossProducts& of, std::int64_t begin, std::int64_t end);
};

}  // namespace numen::cpu
