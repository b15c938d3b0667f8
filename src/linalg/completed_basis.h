// Orthonormal columns, completed to an orthogonal matrix.
#pragma once

#include "linalg/stack.h"

namespace numen::linalg {

// Real columns (m, k), `leading` apart, orthonormal to rounding.
struct OrthonormalColumns {
    const double* data;
    Int rows, count, leading;
};

// Whose signs the new columns have.
enum class Signs { of_reflections, by_rule };

// Writes the columns k to m - 1 of a matrix q (m, m) of a stack: those of the product of k
// reflections that takes the first k unit vectors to the given columns, which is what LAPACK's
// orgqr gives. 4 k m^2 operations at the speed of products. Errors of some k units of rounding.
// The reflections are not made: Ballard, Demmel, Grigori, Jacquelin, Knight and Nguyen, J. Parallel
// Distrib. Comput. 85, 2015, find them by elimination, whose factors are all that is needed here.
// Throws std::bad_alloc.
Status complete_basis(const Stack& q, Int index, const OrthonormalColumns& given, Signs signs);

}  // namespace numen::linalg
