// What solve and inv see in a matrix that they were told nothing of: zeros beside the diagonal or
// on one side of it, symmetry with a positive diagonal. Looking ends at the first element that
// speaks against it, so that a general matrix costs next to nothing.
#pragma once

#include <algorithm>
#include <cmath>

#include "linalg/doubtful.h"
#include "linalg/lapack_systems.h"
#include "linalg/matrix_structure.h"
#include "linalg/stack.h"

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

// The 1-norm of a Hermitian matrix whose lower triangle has become its factor, from the upper one
// and the sums of squares in the factor's rows.
template <class Scalar>
Real<Scalar> norm_of_factored(const Scalar* a, Int n, Real<Scalar>* sums) {
    std::fill(sums, sums + n, Real<Scalar>(0));
    for (Int j = 0; j < n; ++j) {
        for (Int i = 0; i < j; ++i) {
            const Real<Scalar> size = std::abs(a[j * n + i]);
            sums[i] += size;
            sums[j] += size;
        }
        for (Int i = j; i < n; ++i) sums[i] += std::norm(a[j * n + i]);
    }
    return *std::max_element(sums, sums + n);
}

// Work space of condition estimates.
template <class Scalar> struct ConditionRoom {
    Scratch scratch{};
    lapack::ConditionSpace<Scalar> space;

    explicit ConditionRoom(Int n)
        : space{scratch.take<Scalar>(4 * n), scratch.take<Real<Scalar>>(2 * n),
                scratch.take<Int>(n)} {}
};

// Whether a matrix may be so nearly singular that elimination finds a zero pivot in it; the loss of
// a column, cheap to know, clears most matrices, and condition numbers most others.
template <class Scalar> bool is_doubtful_factor(const Scalar* a, Int n) {
    ConditionRoom<Scalar> room(n);
    Real<Scalar>* const diagonal = room.space.magnitudes;
    std::fill(diagonal, diagonal + n, Real<Scalar>(0));
    for (Int j = 0; j < n; ++j) {
        for (Int i = j; i < n; ++i) diagonal[i] += std::norm(a[j * n + i]);
    }
    Losses losses;
    for (Int j = 0; j < n; ++j) {
        losses.add(static_cast<double>(diagonal[j] / std::norm(a[j * (n + 1)])));
    }
    if (losses.are_below(most_loss<Scalar>(n))) return false;
    const Real<Scalar> norm = norm_of_factored(a, n, room.space.magnitudes);
    return !(1 / static_cast<double>(lapack::pocon('L', n, a, norm, room.space)) <
             most_loss<Scalar>(n));
}

// A bound on the condition number of a lower triangle, in the norm of row sums: the inverse is not
// larger than that of the triangle with negative magnitudes below a positive diagonal (Higham,
// Accuracy and Stability of Numerical Algorithms, 8.2). `room` has 2 n numbers.
template <class Scalar>
double bound_on_condition(const Scalar* a, Int n, Real<Scalar>* room) {
    Real<Scalar>* const sums = room;
    Real<Scalar>* const inverse = room + n;
    std::fill(sums, sums + n, Real<Scalar>(0));
    std::fill(inverse, inverse + n, Real<Scalar>(1));
    for (Int j = 0; j < n; ++j) {
        const Real<Scalar> size = std::abs(a[j * (n + 1)]), row = inverse[j] / size;
        inverse[j] = row;
        sums[j] += size;
        for (Int i = j + 1; i < n; ++i) {
            const Real<Scalar> below = std::abs(a[j * n + i]);
            sums[i] += below;
            inverse[i] += below * row;
        }
    }
    return static_cast<double>(*std::max_element(sums, sums + n)) *
           static_cast<double>(*std::max_element(inverse, inverse + n));
}

// Whether the same may be of a lower triangle, which elimination leaves as it is only where it
// exchanges no rows.
template <class Scalar> bool is_doubtful_lower(const Scalar* a, Int n) {
    const auto leads = [&](Int j) {
        const Scalar* column = a + j * n;
        const auto size = [](Scalar x) { return std::abs(std::real(x)) + std::abs(std::imag(x)); };
        return std::none_of(column + j + 1, column + n, [&](Scalar below) {
            return !(size(below) <= size(column[j]));
        });
    };
    Int j = 0;
    while (j < n && leads(j)) ++j;
    if (j == n) return false;
    const ConditionRoom<Scalar> room(n);
    if (bound_on_condition(a, n, room.space.magnitudes) < most_loss<Scalar>(n)) return false;
    return !(1 / static_cast<double>(lapack::trcon('L', 'N', n, a, room.space)) <
             most_loss<Scalar>(n));
}

// The lower factor in place. False if a is not positive definite, or so nearly singular that
// elimination has to say whether a pivot is exactly zero.
template <class Scalar> bool factor_found(Scalar* a, Int n) {
    return lapack::potrf('L', n, a) == 0 && !is_doubtful_factor(a, n);
}

template <class Scalar> bool has_zero_on_diagonal(const Scalar* a, Int n) {
    for (Int i = 0; i < n; ++i) {
        if (a[i * (n + 1)] == Scalar(0)) return true;
    }
    return false;
}

// Whether elimination has to decide about a triangle or diagonal: it has a zero on its diagonal, of
// which elimination of a lower triangle, its rounding included, may know nothing, or is doubtful.
template <class Scalar> bool is_open(Found found, const Scalar* a, Int n) {
    return has_zero_on_diagonal(a, n) || (found == Found::lower && is_doubtful_lower(a, n));
}

// x in place of b (n, k). False, and b as it was, if elimination has to decide, or a proved not
// definite.
template <class Scalar> bool solve_found(Found found, Scalar* a, Scalar* b, Int n, Int k) {
    if (found == Found::positive) {
        return factor_found(a, n) && lapack::potrs('L', n, k, a, b) == 0;
    }
    if (is_open(found, a, n)) return false;
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
    if (is_open(found, a, n)) return false;
    if (found != Found::diagonal) {
        return lapack::trtri(found == Found::lower ? 'L' : 'U', 'N', n, a) == 0;
    }
    for (Int i = 0; i < n; ++i) a[i * (n + 1)] = Scalar(1) / a[i * (n + 1)];
    return true;
}

}  // namespace numen::linalg
