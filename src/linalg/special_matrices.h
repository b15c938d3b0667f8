// Matrices made of few numbers. All arrays of a call have the same leading axes and one type,
// whatever that is; results lie anywhere. status_no_memory, or nothing.
#pragma once

#include <span>

#include "array/strided.h"
#include "ops/status.h"

namespace numen::linalg {

// out(i, j) = column(i - j), or row(j - i) above the diagonal. Without a row it is the conjugate
// of the column.
Status toeplitz(const StridedView& out, const StridedView& column, const StridedView* row);
// out(i, j) = column(i + j), and beyond its end row(i + j - m + 1), which is zero without a row.
Status hankel(const StridedView& out, const StridedView& column, const StridedView* row);
// out(i, j) = column((i - j) mod n).
Status circulant(const StridedView& out, const StridedView& column);

// Writes the blocks on the diagonal of `out`, which is zero elsewhere already. Of any types, stacks
// broadcast.
void block_diag(const StridedView& out, std::span<const StridedView> blocks);

// The matrix of order 2^k, of any type, with h(i, j) = (-1)^(bits that i and j share).
Status hadamard(const StridedView& out);

}  // namespace numen::linalg
