// LAPACK's routines for the four types of numbers under one spelling, from the OpenBLAS library.
//
// Matrices are column major and dense. Where the complex routine needs a real work space and the
// real one does not, both take it and the real one leaves it alone. With work_query for the size of
// the work space a routine only writes the sizes that it wants into the spaces' first elements.
// All return LAPACK's info: 0 for success.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace numen::lapack {

using Int = std::int64_t;
using Complex = std::complex<double>;
using SingleComplex = std::complex<float>;

template <class Scalar> inline constexpr bool is_complex = !std::is_floating_point_v<Scalar>;
// The type of a number's magnitude.
template <class Scalar> struct Magnitude { using Type = Scalar; };
template <class Part> struct Magnitude<std::complex<Part>> { using Type = Part; };
template <class Scalar> using Real = typename Magnitude<Scalar>::Type;
template <class Scalar> inline constexpr bool is_single = std::is_same_v<Real<Scalar>, float>;

// False if the library was not found: nothing below may be called then.
bool is_available();

inline constexpr Int work_query = -1;
// The size that a query wrote: float cannot hold every one, so the next above.
template <class Scalar> Int queried_size(Scalar written) {
    const Real<Scalar> size = std::real(written);
    return std::max<Int>(static_cast<Int>(std::nextafter(size, 2 * size)), 1);
}

// Every function exists for Scalar float, double, SingleComplex and Complex.

// y = beta y + alpha x times the m by n matrix ('N') or its adjoint ('C'); its columns lie
// `leading` apart and x's elements x_step.
template <class Scalar>
void gemv(char form, Int m, Int n, Scalar alpha, const Scalar* a, Int leading, const Scalar* x,
          Int x_step, Scalar beta, Scalar* y);
// y = x times the matrix of order n ('N') or its adjoint ('C').
template <class Scalar>
void gemv(char form, Int n, const Scalar* a, const Scalar* x, Scalar* y) {
    gemv(form, n, n, Scalar(1), a, std::max<Int>(n, 1), x, 1, Scalar(0), y);
}

// LU with row exchanges; b (n by k) becomes the solution.
template <class Scalar> Int gesv(Int n, Int k, Scalar* a, Int* pivots, Scalar* b);
template <class Scalar> Int getrf(Int n, Scalar* a, Int* pivots);
// The same by the library whose rounding decides what is singular (blas.h); whether that is another
// one than ours.
template <class Scalar> Int deciding_gesv(Int n, Int k, Scalar* a, Int* pivots, Scalar* b);
template <class Scalar> Int deciding_getrf(Int n, Scalar* a, Int* pivots);
bool decides_elsewhere();

// The factor of the triangle that `triangle` ('L' or 'U') names; the other is neither read nor
// written. The second by the library whose rounding decides.
template <class Scalar> Int potrf(char triangle, Int n, Scalar* a);
template <class Scalar> Int deciding_potrf(char triangle, Int n, Scalar* a);

// Householder vectors below R; orgqr makes `n` columns of Q of the first k.
template <class Scalar>
Int geqrf(Int m, Int n, Scalar* a, Scalar* tau, Scalar* work, Int work_size);
template <class Scalar>
Int orgqr(Int m, Int n, Int k, Scalar* a, const Scalar* tau, Scalar* work, Int work_size);

// Divide and conquer; job 'N' (values), 'S' (short) or 'A' (all vectors).
template <class Scalar>
Int gesdd(char job, Int m, Int n, Scalar* a, Real<Scalar>* s, Scalar* u, Scalar* vh,
          Int vh_leading, Scalar* work, Int work_size, Real<Scalar>* real_work, Int* int_work);
// Of the upper bidiagonal matrix (real types only): job 'N' (values) or 'I' (u and vh too, columns
// u_leading and vh_leading apart). `above` is lost; work has 3 n^2 + 4 n numbers, int_work 8 n.
template <class Scalar>
Int bdsdc(char job, Int n, Scalar* diagonal, Scalar* above, Scalar* u, Int u_leading, Scalar* vh,
          Int vh_leading, Scalar* work, Int* int_work);
// The two steps of it. `lasd0` is bdsdc of n rows, with a column more if has_more_columns (0 or 1),
// for u and vh that are identities before; the values come unsorted. `lasd1` joins such halves of
// `low` rows, with a column more, and `high` rows, between which the row (alpha, beta) stands.
// `places` sort the values of each half in ascending order, counted from 1, and then those of all.
template <class Scalar>
Int lasd0(Int n, Int has_more_columns, Scalar* diagonal, Scalar* above, Scalar* u, Int u_leading,
          Scalar* vh, Int vh_leading, Scalar* work, Int* int_work);
template <class Scalar>
Int lasd1(Int low, Int high, Scalar* values, Scalar alpha, Scalar beta, Scalar* u, Int u_leading,
          Scalar* vh, Int vh_leading, Int* places, Int* int_work, Scalar* work);

// A symmetric matrix becomes three diagonals and the vectors of its reflectors.
template <class Scalar>
Int sytrd(char triangle, Int n, Scalar* a, Int leading, Scalar* diagonal, Scalar* below,
          Scalar* factors, Scalar* work, Int work_size);
// Of a symmetric matrix of three diagonals (real types only): the eigenvalues, ascending, take the
// place of its diagonal, `below` is lost. By divide and conquer with vectors, whose columns lie
// `leading` apart: work has n^2 + 4 n + 1 numbers, int_work 5 n + 3.
template <class Scalar> Int sterf(Int n, Scalar* diagonal, Scalar* below);
template <class Scalar>
Int stedc(Int n, Scalar* diagonal, Scalar* below, Scalar* vectors, Int leading, Scalar* work,
          Int work_size, Int* int_work, Int int_size);
// Joins two halves, the first of order `low`, that were parted at the element `between`; places as
// those of lasd1. work has n^2 + 4 n numbers, int_work 4 n.
template <class Scalar>
Int laed1(Int n, Scalar* values, Scalar* vectors, Int leading, Int* places, Scalar between,
          Int low, Scalar* work, Int* int_work);
// Symmetric or Hermitian, divide and conquer; job 'N' or 'V' (vectors in place of a).
template <class Scalar>
Int syevd(char job, char triangle, Int n, Scalar* a, Real<Scalar>* values, Scalar* work,
          Int work_size, Real<Scalar>* real_work, Int real_size, Int* int_work, Int int_size);

// Eigenvalues of a general matrix; job 'N' or 'V' (right vectors). Those of a real one come as real
// and imaginary parts, the vectors of a conjugate pair as two columns likewise.
template <class Scalar>
Int geev(char job, Int n, Scalar* a, Scalar* real, Scalar* imaginary, Scalar* vectors,
         Scalar* work, Int work_size);
template <class Scalar>
Int geev(char job, Int n, Scalar* a, Scalar* values, Scalar* vectors, Scalar* work,
         Int work_size, Real<Scalar>* real_work);

// Least squares by the SVD; b (max(m, n) by k) becomes the solution and the residuals.
template <class Scalar>
Int gelsd(Int m, Int n, Int k, Scalar* a, Scalar* b, Real<Scalar>* s, Real<Scalar> rcond,
          Int* rank, Scalar* work, Int work_size, Real<Scalar>* real_work, Int* int_work);

}  // namespace numen::lapack
