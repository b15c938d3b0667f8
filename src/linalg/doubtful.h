// Matrices that elimination by another order of operations, or another rounding, may find singular.
//
// The loss of a column is what its length in the upper triangle is times its pivot. Rounding
// changes a pivot by some n u of its column, times the loss of a column before it, whose factors it
// changes by as much; where that is less than the pivot no elimination finds it zero. The kernels
// of lanes judge by the same sums (backends/cpu/small_matrices/elimination.h).
#pragma once

#include <algorithm>
#include <limits>

#include "linalg/lapack.h"
#include "ops/status.h"

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

// The same for those who work in the precision of the matrix, single precision too, where the sums
// above are beyond the limit for ordinary matrices of some hundred rows: by the largest of the
// products, with errors that do not grow beyond 128 u.
template <class Scalar> class NativeLosses {
  public:
    explicit NativeLosses(Int n)
        : limit_(1 / (static_cast<double>(std::min<Int>(16 * n, 128)) *
                      static_cast<double>(std::numeric_limits<Real<Scalar>>::epsilon() / 2))) {}

    void add(double loss) { add(loss, limit_); }
    void add_square(double loss) { add(loss, limit_ * limit_); }
    Status status() const { return is_plain_ ? status_ok : status_doubtful; }

  private:
    void add(double loss, double limit) {
        is_plain_ &= loss * largest_ <= limit;  // not of NaN
        largest_ = std::max(largest_, loss);
    }

    double limit_, largest_ = 1;
    bool is_plain_ = true;
};

// Of a column of a triangle: its pivot, before which the elements above lie.
template <class Scalar> double squared_loss(const Scalar* last, Int above) {
    constexpr Int parts = sizeof(Scalar) / sizeof(Real<Scalar>);
    const auto* pivot = reinterpret_cast<const Real<Scalar>*>(last);
    const double square = sum_of_squares(pivot, parts);
    return (square + sum_of_squares(pivot - above * parts, above * parts)) / square;
}

// What there is to say of the first columns of the triangle that elimination left in memory, in
// columns `leading` apart.
template <class Scalar> Status doubts(const Scalar* factors, Int columns, Int leading) {
    NativeLosses<Scalar> losses(columns);
    for (Int j = 0; j < columns; ++j) {
        losses.add_square(squared_loss(factors + j * (leading + 1), j));
    }
    return losses.status();
}

}  // namespace numen::linalg
