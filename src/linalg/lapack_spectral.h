// LAPACK's routines for spectra, Schur forms and least squares, for float, double and their complex
// types under one spelling; as lapack.h, which has those that numpy.linalg asks for.
//
// Values of a real matrix that may be complex come as real and imaginary parts in two arrays; for a
// complex matrix the first holds the values and the second is left alone.
#pragma once

#include "linalg/lapack.h"
#include "linalg/stack.h"

namespace numen::lapack {

// The work spaces of a call. Those that a routine does not take are left alone.
template <class Scalar> struct Spaces {
    Scalar* work;
    Int work_size;
    Real<Scalar>* real_work;
    Int real_size;
    Int* int_work;
    Int int_size;
};

// The spaces that a routine wants: query(Spaces) calls it with the sizes work_query, whereupon it
// writes what it wants into their first elements. `real_size` and `int_size` are for the spaces
// whose sizes a routine does not ask for.
template <class Scalar, class Query>
Spaces<Scalar> take_spaces(linalg::Scratch& scratch, Int real_size, Int int_size, Query&& query) {
    Scalar work(1);
    Real<Scalar> real_work = 0;
    Int int_work = 0;
    query(Spaces<Scalar>{&work, work_query, &real_work, work_query, &int_work, work_query});
    const Int size = queried_size(work);
    real_size = std::max(queried_size(real_work), real_size);
    int_size = std::max({int_work, int_size, Int{1}});
    return {scratch.take<Scalar>(size), size, scratch.take<Real<Scalar>>(real_size), real_size,
            scratch.take<Int>(int_size), int_size};
}

// QR with column exchanges: column pivots[j] (from 1) of a is column j of the product.
template <class Scalar>
Int geqp3(Int m, Int n, Scalar* a, Int* pivots, Scalar* tau, const Spaces<Scalar>& spaces);

// Singular values by QR iteration; jobs as those of gesdd.
template <class Scalar>
Int gesvd(char job, Int m, Int n, Scalar* a, Real<Scalar>* s, Scalar* u, Scalar* vh,
          Int vh_leading, const Spaces<Scalar>& spaces);

// Which eigenvalues: all ('A'), those in (low, high] ('V'), from number `first` to `last`, counted
// from 1 ('I').
template <class Scalar> struct Range {
    char kind = 'A';
    Real<Scalar> low = 0, high = 0;
    Int first = 0, last = 0;
};
// A symmetric or Hermitian matrix; the vectors take its place, or stand in `vectors`.
template <class Scalar>
Int syev(char job, char triangle, Int n, Scalar* a, Real<Scalar>* values,
         const Spaces<Scalar>& spaces);
template <class Scalar>
Int syevr(char job, char triangle, Int n, Scalar* a, const Range<Scalar>& range, Int* found,
          Real<Scalar>* values, Scalar* vectors, Int* support, const Spaces<Scalar>& spaces);
// `failures` has n elements, int_work 5 n.
template <class Scalar>
Int syevx(char job, char triangle, Int n, Scalar* a, const Range<Scalar>& range, Int* found,
          Real<Scalar>* values, Scalar* vectors, Int* failures, const Spaces<Scalar>& spaces);
// The same for a x = w b x (type 1), a b x = w x (2), b a x = w x (3).
template <class Scalar>
Int sygv(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b, Real<Scalar>* values,
         const Spaces<Scalar>& spaces);
template <class Scalar>
Int sygvd(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b, Real<Scalar>* values,
          const Spaces<Scalar>& spaces);
template <class Scalar>
Int sygvx(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b,
          const Range<Scalar>& range, Int* found, Real<Scalar>* values, Scalar* vectors,
          Int* failures, const Spaces<Scalar>& spaces);

// Eigenvalues of a general matrix and its vectors, each where its array is not null.
template <class Scalar>
Int geev(Int n, Scalar* a, Scalar* values, Scalar* imaginary, Scalar* left, Scalar* right,
         const Spaces<Scalar>& spaces);
// Of a x = w b x: w = values / beta.
template <class Scalar>
Int ggev(Int n, Scalar* a, Scalar* b, Scalar* values, Scalar* imaginary, Scalar* beta,
         Scalar* left, Scalar* right, const Spaces<Scalar>& spaces);

// The Schur form takes the place of a; job 'N' or 'V' (its vectors).
template <class Scalar>
Int gees(char job, Int n, Scalar* a, Scalar* values, Scalar* imaginary, Scalar* vectors,
         const Spaces<Scalar>& spaces);
// Moves the selected eigenvalues (bools of Int) to the front.
template <class Scalar>
Int trsen(const Int* selected, Int n, Scalar* form, Scalar* vectors, Scalar* values,
          Scalar* imaginary, Int* moved, const Spaces<Scalar>& spaces);

// c (m by n) becomes x with a x + x b = scale c, for upper (quasi-)triangles a and b whose columns
// lie `a_leading` and `b_leading` apart. info 1: nearly common eigenvalues were perturbed.
template <class Scalar>
Int trsyl(Int m, Int n, const Scalar* a, Int a_leading, const Scalar* b, Int b_leading, Scalar* c,
          Int c_leading, Real<Scalar>* scale);

// b (n by k) becomes x with a x = b for an upper triangle a.
template <class Scalar> Int trtrs(Int n, Int k, const Scalar* a, Scalar* b);

// Least squares by QR with column exchanges (pivots all 0 before), or by QR iteration.
template <class Scalar>
Int gelsy(Int m, Int n, Int k, Scalar* a, Scalar* b, Int* pivots, Real<Scalar> rcond, Int* rank,
          const Spaces<Scalar>& spaces);
template <class Scalar>
Int gelss(Int m, Int n, Int k, Scalar* a, Scalar* b, Real<Scalar>* s, Real<Scalar> rcond,
          Int* rank, const Spaces<Scalar>& spaces);

}  // namespace numen::lapack
