// What zeros and symmetry a dense matrix (column major, n by n) has, and its norms.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/lapack.h"

namespace numen::linalg {

using lapack::Int;
using lapack::Real;

// How many diagonals below and above the middle one hold something.
template <class Scalar> struct Bandwidth {
    Int lower = 0, upper = 0;

    Bandwidth(const Scalar* a, Int n) {
        for (Int j = 0; j < n; ++j) {
            const Scalar* column = a + j * n;
            Int first = 0, last = n - 1;
            while (first + upper < j && column[first] == Scalar(0)) ++first;
            while (last - lower > j && column[last] == Scalar(0)) --last;
            upper = std::max(upper, j - first);
            lower = std::max(lower, last - j);
        }
    }
};

template <class Scalar> Scalar conjugate(Scalar number) {
    if constexpr (lapack::is_complex<Scalar>) {
        return std::conj(number);
    } else {
        return number;
    }
}

// Calls visit(i, j) for i <= j in square tiles, of which one and its mirror image stay in the first
// cache, until one says false.
template <class Visit> bool for_upper_tiles(Int n, const Visit& visit) {
    constexpr Int tile = 32;
    for (Int right = 0; right < n; right += tile) {
        for (Int top = 0; top <= right; top += tile) {
            for (Int j = right; j < std::min(right + tile, n); ++j) {
                for (Int i = top; i < std::min(top + tile, j + 1); ++i) {
                    if (!visit(i, j)) return false;
                }
            }
        }
    }
    return true;
}

// Whether a(i, j) is that of a(j, i) everywhere; `transform` is what Hermitian matrices have there.
template <class Scalar, class Transform>
bool mirrors(const Scalar* a, Int n, const Transform& transform) {
    return for_upper_tiles(n, [&](Int i, Int j) {
        return a[j * n + i] == transform(a[i * n + j]);
    });
}

template <class Scalar> bool is_symmetric(const Scalar* a, Int n) {
    return mirrors(a, n, [](Scalar number) { return number; });
}
template <class Scalar> bool is_hermitian(const Scalar* a, Int n) {
    return mirrors(a, n, [](Scalar number) { return conjugate(number); });
}

// The largest sum of magnitudes in a column.
template <class Scalar> Real<Scalar> one_norm(const Scalar* a, Int rows, Int columns) {
    Real<Scalar> largest = 0;
    for (Int j = 0; j < columns; ++j) {
        Real<Scalar> sum = 0;
        for (Int i = 0; i < rows; ++i) sum += std::abs(a[j * rows + i]);
        if (!(sum <= largest)) largest = sum;  // NaN is the largest
    }
    return largest;
}

// The same of a symmetric matrix of which one triangle is read; `sums` has n numbers.
template <class Scalar>
Real<Scalar> one_norm_of_triangle(const Scalar* a, Int n, bool lower, Real<Scalar>* sums) {
    std::fill(sums, sums + n, Real<Scalar>(0));
    for (Int j = 0; j < n; ++j) {
        const Int first = lower ? j : 0, last = lower ? n : j + 1;
        for (Int i = first; i < last; ++i) {
            const Real<Scalar> magnitude = std::abs(a[j * n + i]);
            sums[j] += magnitude;
            if (i != j) sums[i] += magnitude;
        }
    }
    return one_norm(sums, 1, n);
}

// Writes the triangle that a routine left alone from the one that it wrote.
template <class Scalar, class Transform>
void mirror_triangle(Scalar* a, Int n, bool lower, const Transform& transform) {
    for_upper_tiles(n, [&](Int i, Int j) {
        Scalar &above = a[j * n + i], &below = a[i * n + j];
        if (i != j) lower ? above = transform(below) : below = transform(above);
        return true;
    });
}

}  // namespace numen::linalg
