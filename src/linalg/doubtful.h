// Matrices that elimination by another order of operations, or another rounding, may find singular.
//
// The loss of a column is what its length in the upper triangle is times its pivot. Rounding
// changes a pivot by some n u of its column, times the loss of a column before it, whose factors it
// changes by as much; where that is less than the pivot no elimination finds it zero. The kernels
// of lanes judge by the same sums (backends/cpu/small_matrices/elimination.h).
#pragma once

#include <limits>

#include "linalg/lapack.h"

namespace numen::linalg {

using lapack::Int;
using lapack::Real;

// Squares of losses, or losses of a Cholesky factor, whose squares are its pivots; limit is the
// square of 1 / (16 n u), or that.
class Losses {
  public:
    void add(double loss) {
        products_ += loss * losses_;
        losses_ += loss;
    }
    bool are_below(double limit) const { return products_ <= limit; }  // not of NaN

  private:
    double losses_ = 1, products_ = 0;
};

// 1 / (16 n u), by the precision of Scalar.
template <class Scalar> double most_loss(Int n) {
    const double unit = std::numeric_limits<Real<Scalar>>::epsilon() / 2;
    return 1 / (16 * static_cast<double>(n) * unit);
}

// Four sums, so that none waits for the one before it.
template <class Part> double sum_of_squares(const Part* numbers, Int count) {
    double sums[4] = {};
    Int i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int j = 0; j < 4; ++j) {
            sums[j] += static_cast<double>(numbers[i + j]) * static_cast<double>(numbers[i + j]);
        }
    }
    for (; i < count; ++i) {
        sums[0] += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Of the upper triangle that elimination left, in columns `leading` apart. A triangle with zeros or
// numbers that are not finite, or whose squares vanish or overflow, is doubtful too. A call, so
// that no operation moves past a caller's reading of the floating-point flags.
template <class Scalar>
[[gnu::noinline]] bool is_doubtful(const Scalar* factors, Int n, Int leading) {
    constexpr Int parts = sizeof(Scalar) / sizeof(Real<Scalar>);
    Losses losses;
    for (Int j = 0; j < n; ++j) {
        const auto* column = reinterpret_cast<const Real<Scalar>*>(factors + j * leading);
        const double above = sum_of_squares(column, j * parts);
        const double pivot = sum_of_squares(column + j * parts, parts);
        losses.add((above + pivot) / pivot);
    }
    return !losses.are_below(most_loss<Scalar>(n) * most_loss<Scalar>(n));
}

}  // namespace numen::linalg
