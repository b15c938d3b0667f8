// What solve and inv see in a matrix that they were told nothing of: zeros beside the diagonal or
// on one side of it, symmetry with a positive diagonal. Looking ends at the first element that
// speaks against it, so that a general matrix costs next to nothing.
#pragma once

#include <limits>

#include "linalg/lapack_systems.h"
#include "linalg/matrix_structure.h"

namespace numen::linalg {

enum class Found : char { general, diagonal, lower, upper, positive };

template <class Scalar> Found find_structure(const Scalar* a, Int n) {
    const Bandwidth<Scalar> band(a, n);
    if (band.lower == 0 && band.upper == 0) return Found::diagonal;
    if (band.upper == 0) return Found::lower;
    if (band.lower == 0) return Found::upper;
    for (Int i = 0; i < n; ++i) {
        if (!(std::real(a[i * (n + 1)]) > 0)) return Found::general;
    }
    return is_hermitian(a, n) ? Found::positive : Found::general;
}

// That of the transposed matrix.
constexpr Found turned(Found found) {
    return found == Found::lower ? Found::upper : found == Found::upper ? Found::lower : found;
}

// The lower factor in place. False if a is not positive definite, or so nearly singular that
// elimination has to say whether a pivot is exactly zero.
template <class Scalar> bool factor_found(Scalar* a, Int n) {
    if (lapack::potrf('L', n, a) != 0) return false;
    Real<Scalar> least = std::real(a[0]), most = least;
    for (Int i = 1; i < n; ++i) {
        const Real<Scalar> pivot = std::real(a[i * (n + 1)]);
        least = std::min(least, pivot);
        most = std::max(most, pivot);
    }
    const Real<Scalar> limit =
        16 * static_cast<Real<Scalar>>(n) * std::numeric_limits<Real<Scalar>>::epsilon();
    return least * least > limit * most * most;
}

template <class Scalar> bool has_zero_on_diagonal(const Scalar* a, Int n) {
    for (Int i = 0; i < n; ++i) {
        if (a[i * (n + 1)] == Scalar(0)) return true;
    }
    return false;
}

// x in place of b (n, k). False, and b as it was, if elimination has to decide: a proved not
// definite, or has a zero on its diagonal, of which elimination of a lower triangle, its rounding
// included, may know nothing.
template <class Scalar> bool solve_found(Found found, Scalar* a, Scalar* b, Int n, Int k) {
    if (found == Found::positive) {
        return factor_found(a, n) && lapack::potrs('L', n, k, a, b) == 0;
    }
    if (has_zero_on_diagonal(a, n)) return false;
    if (found != Found::diagonal) {
        return lapack::trtrs(found == Found::lower ? 'L' : 'U', 'N', 'N', n, k, a, b) == 0;
    }
    for (Int j = 0; j < k; ++j) {
        for (Int i = 0; i < n; ++i) b[j * n + i] /= a[i * (n + 1)];
    }
    return true;
}

// The inverse in place of a, in the same way.
template <class Scalar> bool invert_found(Found found, Scalar* a, Int n) {
    if (found == Found::positive) {
        if (!factor_found(a, n) || lapack::potri('L', n, a) != 0) return false;
        mirror_triangle(a, n, true, [](Scalar number) { return conjugate(number); });
        return true;
    }
    if (has_zero_on_diagonal(a, n)) return false;
    if (found != Found::diagonal) {
        return lapack::trtri(found == Found::lower ? 'L' : 'U', 'N', n, a) == 0;
    }
    for (Int i = 0; i < n; ++i) a[i * (n + 1)] = Scalar(1) / a[i * (n + 1)];
    return true;
}

}  // namespace numen::linalg
