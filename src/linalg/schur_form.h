// The Schur form of one matrix: a = z t z^H, t an upper triangle, or for a real matrix an upper
// quasi-triangle with a block of order 2 for each pair of conjugate eigenvalues.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense_product.h"
#include "linalg/lapack_spectral.h"

namespace numen::linalg {

template <class Scalar> struct SchurForm {
    using Part = lapack::Real<Scalar>;
    using Turned = std::complex<Part>;
    Int n;
    Scratch& scratch;
    Scalar* form = scratch.take<Scalar>(n * n);  // a before
    Scalar* vectors = scratch.take<Scalar>(n * n);
    Scalar* values = scratch.take<Scalar>(n);
    Scalar* imaginary = scratch.take<Scalar>(n);
    lapack::Spaces<Scalar> spaces =
        lapack::take_spaces<Scalar>(scratch, n, 0, [this](const lapack::Spaces<Scalar>& query) {
            lapack::gees('V', n, form, values, imaginary, vectors, query);
        });

    // False: it did not converge.
    bool find() {
        return lapack::gees('V', n, form, values, imaginary, vectors, spaces) == 0;
    }
    // Whether an eigenvalue is so near zero that rounding may decide about its sign, be it double.
    bool is_nearly_singular(Part eps = std::numeric_limits<Part>::epsilon()) const {
        Part least = std::numeric_limits<Part>::infinity(), most = 0;
        for (Int i = 0; i < n; ++i) {
            Part size = std::abs(form[i * (n + 1)]);
            const bool is_block = i + 1 < n && form[i * (n + 1) + 1] != Scalar(0);
            if (is_block) {
                const Scalar below = form[i * (n + 1) + 1], above = form[(i + 1) * n + i];
                size = std::hypot(size, std::sqrt(std::abs(below)) * std::sqrt(std::abs(above)));
            }
            i += is_block;
            least = std::min(least, size);
            most = std::max(most, size);
        }
        return !(least / most > std::sqrt(eps));
    }
    // Whether `form` is an upper triangle as it is.
    bool is_triangle() const {
        for (Int j = 0; j < n; ++j) {
            const auto is_zero = [](Scalar x) { return x == Scalar(0); };
            if (!std::all_of(form + j * n + j + 1, form + (j + 1) * n, is_zero)) return false;
        }
        return true;
    }
};

// The complex Schur form out of a real one: a rotation for each block of order 2.
template <class Part>
void turn_blocks(Int n, std::complex<Part>* form, std::complex<Part>* vectors) {
    using Number = std::complex<Part>;
    for (Int i = 0; i + 1 < n; ++i) {
        Number* first = form + i * n;
        Number* second = first + n;
        if (first[i + 1] == Number(0)) continue;
        // One eigenvalue less the diagonal's elements, which LAPACK leaves equal.
        const Number shift = std::sqrt(second[i]) * std::sqrt(first[i + 1]);
        const Part length = std::hypot(std::abs(shift), std::abs(first[i + 1]));
        const Number c = shift / length, s = first[i + 1] / length;
        for (Int j = i; j < n; ++j) {
            Number& upper = form[j * n + i];
            Number& lower = form[j * n + i + 1];
            const Number before = upper;
            upper = std::conj(c) * before + s * lower;
            lower = c * lower - s * before;
        }
        const auto turn_columns = [&](Number* left, Number* right, Int rows) {
            for (Int k = 0; k < rows; ++k) {
                const Number before = left[k];
                left[k] = c * before + s * right[k];
                right[k] = std::conj(c) * right[k] - s * before;
            }
        };
        turn_columns(first, second, i + 2);
        turn_columns(vectors + i * n, vectors + (i + 1) * n, n);
        first[i + 1] = 0;
    }
}

// z t z^H in place of t; `spare` is a matrix of work space.
template <class Scalar>
void turn_back(Int n, const Scalar* z, Scalar* t, Scalar* spare) {
    multiply(n, z, t, spare);
    multiply<Scalar>(n, n, n, Scalar(1), {spare, n}, {z, n, Form::adjoint}, Scalar(0), t, n);
}

}  // namespace numen::linalg
