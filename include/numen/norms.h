// Norms of vectors and matrices, and condition numbers.
//
// Norms of integers and booleans are float64. Those by singular values (of a matrix the orders 2,
// -2 and nuclear), and `cond`, take OpenBLAS beside the library and follow `precision`.
#pragma once

#include <cstdint>

#include "numen/array.h"

namespace numen::linalg {

// Which norm: `Ord(1)`, `Ord(2)`, `Ord(INFINITY)`, `frobenius`, `nuclear`. Of a vector x, Ord(p) is
// (sum |x_i|^p)^(1/p), with infinity the largest |x_i|, with -infinity the smallest, with 0 how
// many are not zero. Of a matrix, 1 and infinity are the largest sum of magnitudes of a column and
// of a row, 2 the largest singular value; negative ones are the smallest of each.
class Ord {
public:
    enum class Kind : std::uint8_t { power, frobenius, nuclear };

    explicit constexpr Ord(double power) : power_(power) {}
    explicit constexpr Ord(Kind kind) : kind_(kind) {}

    constexpr Kind kind() const { return kind_; }
    // p, of a norm that has one.
    constexpr double power() const { return power_; }

private:
    Kind kind_ = Kind::power;
    double power_ = 2;
};

// Of matrices alone: the root of the sum of squared magnitudes, and the sum of singular values.
inline constexpr Ord frobenius(Ord::Kind::frobenius), nuclear(Ord::Kind::nuclear);

// The root of the sum of squared magnitudes of all elements, or along one axis (a vector's length)
// or two (a matrix's Frobenius norm). ValueError for more axes, AxisError.
NUMEN_API Array norm(const Array& a, const Axes& axis = {}, bool keepdims = false);
// Of order `ord` along one axis or two; without axes given `a` is a vector or a matrix. O(size),
// by singular values O(m n min(m, n)) per matrix. ValueError for an order that vectors or matrices
// do not have and for another number of axes, LinAlgError where singular values do not converge.
NUMEN_API Array norm(const Array& a, Ord ord, const Axes& axis = {}, bool keepdims = false);
// Of every matrix of a stack. AxisError for fewer than two axes.
NUMEN_API Array matrix_norm(const Array& a, Ord ord = frobenius, bool keepdims = false);
// Of the elements along one axis, along several or along all, as one vector. AxisError.
NUMEN_API Array vector_norm(const Array& a, const Axes& axis = {}, bool keepdims = false,
                            double ord = 2);

// How much a relative error of b can grow in the x of a x = b: the largest singular value over the
// smallest. Infinite for a singular matrix, NaN where `a` holds one. LinAlgError for matrices
// without elements and where singular values do not converge.
NUMEN_API Array cond(const Array& a);
// The norm of order p of `a` times that of its inverse; with 2 and -2 by singular values, for
// others the matrices are square. ShapeError, ValueError.
NUMEN_API Array cond(const Array& a, Ord p);

}  // namespace numen::linalg
