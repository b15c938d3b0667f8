// LAPACK's routines for double and complex double under one spelling, from the OpenBLAS library.
//
// Matrices are column major. Where the complex routine needs a real work space and the real one
// does not, both take it and the real one leaves it alone. All return LAPACK's info: 0 for success.
#pragma once

#include <complex>
#include <cstdint>

namespace numen::lapack {

using Int = std::int64_t;
using Complex = std::complex<double>;

// False if the library was not found: nothing below may be called then.
bool is_available();

// Asking for the size of a work space: pass work_query as `work_size`; work[0] receives it.
inline constexpr Int work_query = -1;

// LU with row exchanges; b (n by k) becomes the solution.
Int gesv(Int n, Int k, double* a, Int* pivots, double* b);
Int gesv(Int n, Int k, Complex* a, Int* pivots, Complex* b);
Int getrf(Int n, double* a, Int* pivots);
Int getrf(Int n, Complex* a, Int* pivots);

// The factor of the triangle that `triangle` ('L' or 'U') names; the other is neither read nor
// written.
Int potrf(char triangle, Int n, double* a);
Int potrf(char triangle, Int n, Complex* a);

}  // namespace numen::lapack
