// Stacks of small general systems in the lanes of vectors, with the condition numbers that SciPy
// looks at.
#pragma once

#include <optional>

#include "linalg/small.h"
#include "linalg/systems.h"

namespace numen::linalg::small {

// As the functions in systems.h, for matrices of which nothing is known. The inverses that
// condition numbers are taken from come from the lanes too; triangles, symmetric inverses and what
// is nearly singular are done again by `redo`, one by one. Nothing is said where `small.h` says
// nothing.
std::optional<Status> solve_system(const StridedView& x, const StridedView& rcond,
                                   const StridedView& a, const StridedView& b, Redo redo);
std::optional<Status> invert(const StridedView& inverse, const StridedView& rcond,
                             const StridedView& a, Redo redo);

}  // namespace numen::linalg::small
