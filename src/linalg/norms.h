// Norms that need no decomposition and no array of squares, safe from overflow on the way.
#pragma once

#include <optional>

#include "array/strided.h"

namespace numen::linalg {

// The root of the sum of squared magnitudes of a vector of floating or complex numbers. Sums of
// blocks are added with their errors (Neumaier 1974), so the length costs no digits.
double euclidean_norm(const StridedView& vector);

// The largest sum of magnitudes of a matrix' columns (of its rows with `of_rows`), NaN if there is
// one; nothing without memory for as many sums.
std::optional<double> largest_sum(const StridedView& matrix, bool of_rows);

}  // namespace numen::linalg
