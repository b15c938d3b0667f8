#include "numen/tensors.h"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

#include "api/body.h"
#include "api/message.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/linalg.h"
#include "numen/operators.h"
#include "numen/reductions.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

using Shape = std::vector<std::int64_t>;

Shape shape_of(const Array& a) { return {a.shape().begin(), a.shape().end()}; }

std::int64_t product_of(const Shape& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies());
}

void check_squares(const Array& a) {
    if (a.ndim() < 2) {
        throw ShapeError(message(a.ndim(), "-dimensional array given. Array must be at least "
                                 "two-dimensional"));
    }
    if (a.shape(-1) != a.shape(-2)) {
        throw ShapeError("Last 2 dimensions of the array must be square");
    }
}

// Where to split the product of matrices i to j, for all i and j, so that the whole takes the
// fewest multiplications (Cormen et al., matrix-chain multiplication); `sides` are the rows of each
// and the columns of the last.
class ProductOrder {
public:
    explicit ProductOrder(const std::vector<double>& sides)
        : count_(sides.size() - 1), cost_(count_ * count_), split_(count_ * count_) {
        for (std::size_t length = 1; length < count_; ++length) {
            for (std::size_t i = 0; i + length < count_; ++i) choose(sides, i, i + length);
        }
    }

    Array product(const std::vector<Array>& matrices, std::size_t i, std::size_t j) const {
        if (i == j) return matrices[i];
        const std::size_t split = split_[i * count_ + j];
        return dot(product(matrices, i, split), product(matrices, split + 1, j));
    }

private:
    void choose(const std::vector<double>& sides, std::size_t i, std::size_t j) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = i; k < j; ++k) {
            const double cost = cost_[i * count_ + k] + cost_[(k + 1) * count_ + j] +
                                sides[i] * sides[k + 1] * sides[j + 1];
            if (!(cost < least)) continue;
            least = cost;
            split_[i * count_ + j] = k;
        }
        cost_[i * count_ + j] = least;
    }

    std::size_t count_;
    std::vector<double> cost_;
    std::vector<std::size_t> split_;
};

}  // namespace

Array outer(const Array& a, const Array& b) {
    if (a.ndim() != 1 || b.ndim() != 1) {
        throw ValueError(message("Input arrays must be one-dimensional, but they are of ",
                                 a.ndim(), " and ", b.ndim(), " dimensions"));
    }
    return numen::outer(a, b);
}

Array cross(const Array& a, const Array& b, int axis) {
    if (a.shape(axis) != 3 || b.shape(axis) != 3) {
        throw ShapeError(message("Both input arrays must be (arrays of) 3-dimensional vectors, but "
                                 "they are ", a.shape(axis), " and ", b.shape(axis),
                                 " dimensional instead."));
    }
    const Array x = moveaxis(a, axis, -1), y = moveaxis(b, axis, -1);
    const auto part = [&](int i, int j) {
        return x[{ellipsis, i}] * y[{ellipsis, j}] - x[{ellipsis, j}] * y[{ellipsis, i}];
    };
    return moveaxis(stack({part(1, 2), part(2, 0), part(0, 1)}, -1), -1, axis);
}

Array multi_dot(const std::vector<Array>& arrays) {
    if (arrays.size() < 2) throw ValueError("Expecting at least two arrays.");
    const Array &first = arrays.front(), &last = arrays.back();
    if (arrays.size() == 2) return dot(first, last);
    std::vector<Array> matrices = arrays;
    if (first.ndim() == 1) matrices.front() = expand_dims(first, 0);
    if (last.ndim() == 1) matrices.back() = expand_dims(last, 1);
    std::vector<double> sides;
    for (const Array& matrix : matrices) {
        if (matrix.ndim() != 2) {
            throw ShapeError(message(matrix.ndim(), "-dimensional array given. Array must be "
                                     "two-dimensional"));
        }
        sides.push_back(static_cast<double>(matrix.shape(0)));
    }
    sides.push_back(static_cast<double>(matrices.back().shape(1)));
    Array found = ProductOrder(sides).product(matrices, 0, matrices.size() - 1);
    if (last.ndim() == 1) found = squeeze(found, -1);
    return first.ndim() == 1 ? squeeze(found, 0) : found;
}

Array matrix_power(const Array& a, std::int64_t n) {
    check_squares(a);
    if (n == 0) {
        Array ones = empty_like(a);
        ones[ellipsis] = eye(a.shape(-1), a.shape(-1), 0, a.dtype());
        return ones;
    }
    Array square = n < 0 ? inv(a) : a, found;
    // The magnitude of the least integer is no int64.
    std::uint64_t left = n < 0 ? -static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    // As NumPy: a third power is (a a) a.
    if (left == 3) return matmul(matmul(square, square), square);
    for (bool is_first = true;; square = matmul(square, square)) {
        if (left % 2 == 1) {
            found = is_first ? square : matmul(found, square);
            is_first = false;
        }
        left /= 2;
        if (left == 0) return found;
    }
}

Array matrix_transpose(const Array& a) {
    if (a.ndim() < 2) {
        throw ShapeError(message("Input array must be at least 2-dimensional, but it is ",
                                 a.ndim()));
    }
    return swapaxes(a, -1, -2);
}

Array diagonal(const Array& a, std::int64_t offset) { return numen::diagonal(a, offset, -2, -1); }

Array trace(const Array& a, std::int64_t offset, Dtype dtype) {
    return sum(linalg::diagonal(a, offset), -1, {.dtype = dtype});
}

Array tensorsolve(const Array& a, const Array& b, const Extents& axes) {
    Shape order(static_cast<std::size_t>(a.ndim()));
    std::iota(order.begin(), order.end(), 0);
    for (std::int64_t axis : axes) {
        const std::int64_t place = wrapped_axis(axis, a.ndim());
        std::erase(order, place);
        order.push_back(place);
    }
    const Array turned = axes.size() > 0 ? transpose(a, order) : a;
    const Shape shape = shape_of(turned);
    const Shape wanted(shape.begin() + std::min(b.ndim(), a.ndim()), shape.end());
    const std::int64_t side = product_of(wanted);
    if (a.size() != side * side || b.size() != side) {
        throw ShapeError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == "
                         "prod(a.shape[:b.ndim])");
    }
    return solve(turned.reshape({side, side}), ravel(b)).reshape(wanted);
}

Array tensorinv(const Array& a, int ind) {
    if (ind <= 0) throw ValueError("Invalid ind argument.");
    const Shape shape = shape_of(a);
    const auto rows = shape.begin() + std::min(ind, a.ndim());
    Shape turned(rows, shape.end());
    const std::int64_t columns = product_of(turned);
    turned.insert(turned.end(), shape.begin(), rows);
    const std::int64_t side = product_of(Shape(shape.begin(), rows));
    return inv(a.reshape({side, columns})).reshape(turned);
}

}  // namespace numen::linalg
