// Least squares of matrices with a short side: one pass to an orthonormal basis, then the singular
// values of a triangle.
#pragma once

#include <functional>

#include "array/strided.h"
#include "linalg/stack.h"

namespace numen::linalg {

struct LstsqStacks {
    const Stack &x, &residuals, &rank, &s, &a, &b;
};

// Whether the short side is so short that this pays.
bool takes_strips(const LstsqStacks& of);
// As lstsq of linalg.h, in float64. redo(index) answers for matrices that are not finite.
Status lstsq_by_strips(const LstsqStacks& of, double rcond,
                       const std::function<Status(Int)>& redo);

}  // namespace numen::linalg
