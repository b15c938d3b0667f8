// LAPACK's routines for systems of equations whose matrices have a structure, their reciprocal
// condition numbers and their inverses, under the conventions of lapack.h.
//
// `triangle` is 'L' or 'U', `transposition` 'N', 'T' or 'C', `diagonal` 'U' (of ones, not read) or
// 'N'. Condition numbers are of the 1-norm, of which `norm` is the matrix's.
#pragma once

#include "linalg/lapack.h"

namespace numen::lapack {

// Work space of all condition estimates: 4 n numbers, 2 n magnitudes, n integers.
template <class Scalar> struct ConditionSpace {
    Scalar* numbers;
    Real<Scalar>* magnitudes;
    Int* integers;
};
template <class Scalar> using Space = const ConditionSpace<Scalar>&;

// LU of an m by n matrix with row exchanges, its columns `leading` apart or m.
template <class Scalar> Int getrf(Int m, Int n, Scalar* a, Int leading, Int* pivots);
template <class Scalar> Int getrf(Int m, Int n, Scalar* a, Int* pivots) {
    return getrf(m, n, a, std::max<Int>(m, 1), pivots);
}
// Exchanges row i with row pivots[i] - 1, for i from `begin` to `end`, in n columns.
template <class Scalar>
void laswp(Int n, Scalar* a, Int leading, Int begin, Int end, const Int* pivots);
// b (m by n) becomes x with a x = b for a triangle a of order m; without any check.
template <class Scalar>
void trsm(char triangle, char diagonal, Int m, Int n, const Scalar* a, Int a_leading, Scalar* b,
          Int b_leading);
template <class Scalar>
Int getrs(char transposition, Int n, Int k, const Scalar* lu, const Int* pivots, Scalar* b);
template <class Scalar>
Real<Scalar> gecon(Int n, const Scalar* lu, Real<Scalar> norm, Space<Scalar> space);
template <class Scalar> Int getri(Int n, Scalar* lu, const Int* pivots, Scalar* work, Int size);

// Cholesky's factor.
template <class Scalar>
Int potrs(char triangle, Int n, Int k, const Scalar* factor, Scalar* b);
template <class Scalar>
Real<Scalar> pocon(char triangle, Int n, const Scalar* factor, Real<Scalar> norm,
                   Space<Scalar> space);
template <class Scalar> Int potri(char triangle, Int n, Scalar* factor);

// L D L^T by Bunch and Kaufman, L D L^H if `hermitian` (which says nothing of real matrices).
template <class Scalar>
Int sytrf(bool hermitian, char triangle, Int n, Scalar* a, Int* pivots, Scalar* work, Int size);
template <class Scalar>
Int sytrs(bool hermitian, char triangle, Int n, Int k, const Scalar* factors, const Int* pivots,
          Scalar* b);
template <class Scalar>
Real<Scalar> sycon(bool hermitian, char triangle, Int n, const Scalar* factors, const Int* pivots,
                   Real<Scalar> norm, Space<Scalar> space);
// `work` has 2 n numbers.
template <class Scalar>
Int sytri(bool hermitian, char triangle, Int n, Scalar* factors, const Int* pivots, Scalar* work);

// Triangles.
template <class Scalar>
Int trtrs(char triangle, char transposition, char diagonal, Int n, Int k, const Scalar* a,
          Scalar* b);
template <class Scalar>
Real<Scalar> trcon(char triangle, char diagonal, Int n, const Scalar* a, Space<Scalar> space);
template <class Scalar> Int trtri(char triangle, char diagonal, Int n, Scalar* a);

// Three diagonals, of which the factors have four.
template <class Scalar>
Int gttrf(Int n, Scalar* below, Scalar* middle, Scalar* above, Scalar* second, Int* pivots);
template <class Scalar>
Int gttrs(char transposition, Int n, Int k, const Scalar* below, const Scalar* middle,
          const Scalar* above, const Scalar* second, const Int* pivots, Scalar* b);
template <class Scalar>
Real<Scalar> gtcon(Int n, const Scalar* below, const Scalar* middle, const Scalar* above,
                   const Scalar* second, const Int* pivots, Real<Scalar> norm,
                   Space<Scalar> space);
template <class Scalar>
Int gtsv(Int n, Int k, Scalar* below, Scalar* middle, Scalar* above, Scalar* b);

// Bands: column j holds a(i, j) at row lower + upper + i - j of 2 lower + upper + 1.
template <class Scalar>
Int gbsv(Int n, Int lower, Int upper, Int k, Scalar* bands, Int* pivots, Scalar* b);
template <class Scalar>
Int gbtrf(Int n, Int lower, Int upper, Scalar* bands, Int* pivots);
template <class Scalar>
Int gbtrs(char transposition, Int n, Int lower, Int upper, Int k, const Scalar* lu,
          const Int* pivots, Scalar* b);
template <class Scalar>
Real<Scalar> gbcon(Int n, Int lower, Int upper, const Scalar* lu, const Int* pivots,
                   Real<Scalar> norm, Space<Scalar> space);

}  // namespace numen::lapack
