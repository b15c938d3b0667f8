// Products of arrays of any number of axes.
#include <algorithm>
#include <numeric>
#include <vector>

#include "api/body.h"
#include "api/message.h"
#include "numen/elementwise.h"
#include "numen/products.h"
#include "numen/shaping.h"

namespace numen {

using namespace api;

namespace {

using Places = std::vector<std::int64_t>;

// An operand as a matrix: `summed` axes on one side, the others, in their order, on the other.
struct Folded {
    Places summed, kept;
    std::int64_t length = 1, count = 1;  // of the two sides

    Folded(const Array& a, const Extents& axes) {
        for (std::int64_t axis : axes) {
            const std::int64_t place = wrapped_axis(axis, a.ndim());
            if (std::find(summed.begin(), summed.end(), place) != summed.end()) {
                throw ValueError("duplicate axes are not allowed in tensordot");
            }
            summed.push_back(place);
            length *= a.shape(static_cast<int>(place));
        }
        for (int i = 0; i < a.ndim(); ++i) {
            if (std::find(summed.begin(), summed.end(), i) != summed.end()) continue;
            kept.push_back(i);
            count *= a.shape(i);
        }
    }
    static Places joined(const Places& first, const Places& second) {
        Places all = first;
        all.insert(all.end(), second.begin(), second.end());
        return all;
    }
};

void add_extents(Places& shape, const Array& a, const Places& axes) {
    for (std::int64_t axis : axes) shape.push_back(a.shape(static_cast<int>(axis)));
}

// Axes of length one, so that every second axis is the array's own.
Array spread(const Array& a, int ndim, bool is_outer) {
    Places shape;
    for (int i = 0; i < ndim; ++i) {
        const int axis = i - (ndim - a.ndim());
        const std::int64_t extent = axis < 0 ? 1 : a.shape(axis);
        shape.push_back(is_outer ? extent : 1);
        shape.push_back(is_outer ? 1 : extent);
    }
    return a.reshape(shape);
}

}  // namespace

Array vecdot(const Array& a, const Array& b, int axis) {
    if (a.ndim() == 0 || b.ndim() == 0) {
        throw ShapeError("vecdot: an array without axes is no vector");
    }
    const Array x = moveaxis(a, axis, -1), y = moveaxis(b, axis, -1);
    if (x.shape(-1) != y.shape(-1)) {
        throw ShapeError(message("vecdot: vectors of ", x.shape(-1), " and ", y.shape(-1),
                                 " elements"));
    }
    const Array left = is_complex(x.dtype()) ? conjugate(x) : x;
    return squeeze(matmul(expand_dims(left, -2), expand_dims(y, -1)), {-2, -1});
}

Array tensordot(const Array& a, const Array& b, int axes) {
    Places last(static_cast<std::size_t>(std::max(axes, 0))), first = last;
    std::iota(last.begin(), last.end(), -static_cast<std::int64_t>(axes));
    std::iota(first.begin(), first.end(), 0);
    return tensordot(a, b, last, first);
}

Array tensordot(const Array& a, const Array& b, const Extents& a_axes, const Extents& b_axes) {
    const Folded left(a, a_axes), right(b, b_axes);
    Places summed[2];
    add_extents(summed[0], a, left.summed);
    add_extents(summed[1], b, right.summed);
    if (summed[0] != summed[1]) throw ShapeError("tensordot: shape-mismatch for sum");
    const Array x = transpose(a, Folded::joined(left.kept, left.summed));
    const Array y = transpose(b, Folded::joined(right.summed, right.kept));
    Places shape;
    add_extents(shape, a, left.kept);
    add_extents(shape, b, right.kept);
    return dot(x.reshape({left.count, left.length}), y.reshape({right.length, right.count}))
        .reshape(shape);
}

Array kron(const Array& a, const Array& b) {
    const int ndim = std::max(a.ndim(), b.ndim());
    if (a.ndim() == 0 || b.ndim() == 0) return multiply(a, b);
    const Array product = multiply(spread(a, ndim, true), spread(b, ndim, false));
    Places shape;
    for (int i = 0; i < ndim; ++i) shape.push_back(product.shape(2 * i) * product.shape(2 * i + 1));
    return product.reshape(shape);
}

}  // namespace numen
