// Products of Householder reflectors I - tau v v', in blocks of I - V T V' (Schreiber and Van Loan,
// SIAM J. Sci. Stat. Comput. 10, 1989). Real numbers, columns in a row.
#pragma once

#include "linalg/stack.h"

namespace numen::linalg {

// H(0) H(1) … H(count - 1). Vector j is column j of `vectors`: zeros, 1 at row j + offset, and
// what is below. Columns lie `leading` apart.
template <class Real> struct Reflectors {
    Int rows, count, offset, leading;
    Real *vectors, *factors;
};

// c (as many rows, `columns` columns `leading` apart) becomes the product times c: 4 rows count
// columns operations, on all threads. Throws std::bad_alloc.
template <class Real>
Status apply(const Reflectors<Real>& product, Real* c, Int columns, Int leading);

}  // namespace numen::linalg
