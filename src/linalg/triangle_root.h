// The principal square root of an upper (quasi-)triangle, in place.
//
// A. Bjorck, S. Hammarling, "A Schur method for the square root of a matrix" (1983); for real
// blocks N. J. Higham, "Computing real square roots of a real matrix" (1987); by halves, so that
// most of the work is products: E. Deadman, N. J. Higham, R. Ralha, "Blocked Schur algorithms for
// computing the matrix square root" (2013).
#pragma once

#include <cmath>
#include <limits>

#include "linalg/dense_product.h"
#include "linalg/lapack_spectral.h"

namespace numen::linalg {

template <class Scalar> class TriangleRoot {
  public:
    using Part = lapack::Real<Scalar>;

    // Whether two eigenvalues' roots are (nearly) opposite: there may be no root then, and what
    // stands for it may be large or infinite.
    bool are_opposite = false;

    // t of order n, its columns `leading` apart.
    void take(Int n, Scalar* t, Int leading) {
        if (n == 0) return;
        if (n == 1) {
            *t = std::sqrt(*t);
        } else if (n == 2 && t[1] != Scalar(0)) {
            take_block(t, leading);
        } else {
            const Int k = cut(n, t, leading);
            Scalar* corner = t + k * leading;
            take(k, t, leading);
            take(n - k, corner + k, leading);
            solve(k, n - k, {t, leading}, {corner + k, leading}, corner, leading);
        }
    }

  private:
    // From here on products take less time than the routine, which passes over the matrices.
    static constexpr Int most_unblocked = 48;

    // Half of n, and no block cut in two.
    static Int cut(Int n, const Scalar* t, Int leading) {
        const Int k = n / 2;
        return t[(k - 1) * leading + k] == Scalar(0) ? k : k + 1;
    }
    // A block of equal diagonal elements, as LAPACK leaves those of complex eigenvalues.
    static void take_block(Scalar* t, Int leading) {
        if constexpr (!lapack::is_complex<Scalar>) {
            Scalar &a = t[0], &c = t[1], &b = t[leading], &d = t[leading + 1];
            const Scalar imaginary = std::sqrt(std::abs(b)) * std::sqrt(std::abs(c));
            const Scalar size = std::hypot(a, imaginary);
            const Scalar larger = std::sqrt((size + std::abs(a)) / 2);
            const Scalar real = a >= 0 ? larger : imaginary / (2 * larger);
            b /= 2 * real;
            c /= 2 * real;
            a = d = real;
        }
    }

    // c (m, n) becomes x with a x + x b = c.
    void solve(Int m, Int n, Dense<Scalar> a, Dense<Scalar> b, Scalar* c, Int leading) {
        if (m == 1 && n == 1) return divide(*c, *a.data + *b.data);
        if (std::max(m, n) <= most_unblocked) {
            Part scale = 1;
            are_opposite |=
                lapack::trsyl(m, n, a.data, a.leading, b.data, b.leading, c, leading, &scale) != 0;
            if (scale == 1) return;
            for (Int j = 0; j < n; ++j) {
                for (Int i = 0; i < m; ++i) c[j * leading + i] /= scale;
            }
        } else if (m >= n) {
            const Int k = cut(m, a.data, a.leading);
            const Scalar* corner = a.data + k * a.leading;
            solve(m - k, n, {corner + k, a.leading}, b, c + k, leading);
            multiply<Scalar>(k, n, m - k, Scalar(-1), {corner, a.leading}, {c + k, leading},
                             Scalar(1), c, leading);
            solve(k, n, a, b, c, leading);
        } else {
            const Int k = cut(n, b.data, b.leading);
            const Scalar* corner = b.data + k * b.leading;
            solve(m, k, a, b, c, leading);
            multiply<Scalar>(m, n - k, k, Scalar(-1), {c, leading}, {corner, b.leading}, Scalar(1),
                             c + k * leading, leading);
            solve(m, n - k, a, {corner + k, b.leading}, c + k * leading, leading);
        }
    }
    void divide(Scalar& value, Scalar by) {
        if (by != Scalar(0)) {
            value /= by;
            return;
        }
        are_opposite = true;
        if (value != Scalar(0)) value = Scalar(std::numeric_limits<Part>::infinity());
    }
};

}  // namespace numen::linalg
