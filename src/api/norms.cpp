#include "numen/norms.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "api/float_status.h"
#include "api/matrix_call.h"
#include "linalg/linalg.h"
#include "numen/elementwise.h"
#include "numen/linalg.h"
#include "numen/operators.h"
#include "numen/products.h"
#include "numen/reductions.h"
#include "numen/selecting.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Array in_floats(const Array& a) {
    const bool is_exact = is_boolean(a.dtype()) || is_integer(a.dtype());
    return is_exact ? in_dtype(a, Dtype::float64) : a;
}

// Of magnitudes, of none of them 0.
Array largest(const Array& sizes, int axis) {
    return sizes.shape(axis) == 0 ? sum(sizes, axis, {.keepdims = true})
                                  : max(sizes, axis, {.keepdims = true});
}

Array root_of_squares(const Array& x, const Axes& axis) {
    const Array squares = is_complex(x.dtype()) ? real(conjugate(x) * x) : square(x);
    return sqrt(sum(squares, axis, {.keepdims = true}));
}

// The axis keeps its place, with length one.
Array vector_norms(const Array& x, Ord ord, int axis) {
    if (ord.kind() != Ord::Kind::power) throw ValueError("Invalid norm order for vectors");
    const double p = ord.power();
    if (p == 2) return root_of_squares(x, axis);
    const Array sizes = absolute(x);
    if (p == infinity) return largest(sizes, axis);
    if (p == -infinity) return min(sizes, axis, {.keepdims = true});
    if (p == 0) return sum((sizes != 0.0).astype(sizes.dtype()), axis, {.keepdims = true});
    if (p == 1) return sum(sizes, axis, {.keepdims = true});
    return power(sum(power(sizes, p), axis, {.keepdims = true}), 1 / p);
}

Array of_singular_values(const Array& x, Ord ord, int row, int column) {
    const Array s = svdvals(moveaxis(x, {row, column}, {-2, -1}));
    if (ord.kind() == Ord::Kind::nuclear) return sum(s, -1);
    return ord.power() > 0 ? squeeze(largest(s, -1), -1) : min(s, -1);
}

// Both axes keep their places.
Array matrix_norms(const Array& x, Ord ord, int row, int column) {
    if (row == column) throw ValueError("Duplicate axes given.");
    if (ord.kind() == Ord::Kind::frobenius) return root_of_squares(x, {row, column});
    const double p = ord.power();
    if (ord.kind() == Ord::Kind::nuclear || std::abs(p) == 2) {
        return expand_dims(of_singular_values(x, ord, row, column), {row, column});
    }
    if (std::abs(p) != 1 && std::abs(p) != infinity) {
        throw ValueError("Invalid norm order for matrices.");
    }
    const bool is_of_columns = std::abs(p) == 1;
    const Array sums = sum(absolute(x), is_of_columns ? row : column, {.keepdims = true});
    const int across = is_of_columns ? column : row;
    return p > 0 ? largest(sums, across) : min(sums, across, {.keepdims = true});
}

// The inverse of every matrix, NaN where there is none.
Array inverse_or_nan(const MatrixCall& call) {
    const Array inverse = call.make(call.work_type(), {call.rows(), call.rows()});
    const Status status = inv(view_of(inverse), call.left(), call.precision());
    call.check(status & ~status_failed, "");
    return inverse;
}

// A NaN that no NaN of the matrix explains is the quotient of zeros, or of no inverse.
Array with_infinities(const Array& conditions, const Array& a) {
    const Array is_explained = any(isnan(a), {-2, -1});
    return where(isnan(conditions) & logical_not(is_explained), infinity, conditions);
}

}  // namespace

Array norm(const Array& a, const Axes& axis, bool keepdims) {
    if (!axis.is_all() && axis.values().size() > 2) {
        throw ValueError("Improper number of dimensions to norm.");
    }
    const Array x = in_floats(is_complex(a.dtype()) ? absolute(a) : a);
    if (!axis.is_all() || keepdims) return sqrt(sum(square(x), axis, {.keepdims = keepdims}));
    const Array flat = ravel(x);
    return sqrt(dot(flat, flat));
}

Array norm(const Array& a, Ord ord, const Axes& axis, bool keepdims) {
    const int count = axis.is_all() ? a.ndim() : axis.values().size();
    if (count < 1 || count > 2) throw ValueError("Improper number of dimensions to norm.");
    const auto place = [&](int i) {
        return axis.is_all() ? i : wrapped_axis(axis.values()[i], a.ndim());
    };
    const Array x = in_floats(a);
    const Array found = count == 1 ? vector_norms(x, ord, place(0))
                                   : matrix_norms(x, ord, place(0), place(1));
    if (keepdims) return found;
    return count == 1 ? squeeze(found, place(0)) : squeeze(found, {place(0), place(1)});
}

Array matrix_norm(const Array& a, Ord ord, bool keepdims) {
    return norm(a, ord, {-2, -1}, keepdims);
}

Array vector_norm(const Array& a, const Axes& axis, bool keepdims, double ord) {
    std::vector<std::int64_t> kept(a.shape().begin(), a.shape().end()), front, others;
    std::vector<bool> is_taken(kept.size(), axis.is_all());
    for (std::int64_t i : axis.values()) {
        const auto place = static_cast<std::size_t>(wrapped_axis(i, a.ndim()));
        if (is_taken[place]) throw ValueError("repeated axis");
        is_taken[place] = true;
        front.push_back(static_cast<std::int64_t>(place));
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (axis.is_all()) front.push_back(static_cast<std::int64_t>(i));
        if (!is_taken[i]) others.push_back(kept[i]);
        if (is_taken[i]) kept[i] = 1;
    }
    std::vector<std::int64_t> places(front.size());
    std::iota(places.begin(), places.end(), 0);
    const Array ahead = moveaxis(a, front, places);
    std::int64_t length = 1;
    for (std::size_t i = 0; i < front.size(); ++i) length *= ahead.shape(static_cast<int>(i));
    others.insert(others.begin(), length);
    const Array found = vector_norms(in_floats(ahead.reshape(others)), Ord(ord), 0);
    return keepdims ? found.reshape(kept) : squeeze(found, 0);
}

Array cond(const Array& a) { return cond(a, Ord(2)); }

Array cond(const Array& a, Ord p) {
    if (a.ndim() > 1 && a.size() == 0 && a.shape(-1) * a.shape(-2) == 0) {
        throw LinAlgError("cond is not defined on empty arrays");
    }
    const IgnoreFloatEvents quiet;
    if (p.kind() == Ord::Kind::power && std::abs(p.power()) == 2) {
        const Array s = svdvals(a);
        const Array first = s[{ellipsis, 0}], last = s[{ellipsis, -1}];
        return with_infinities(p.power() > 0 ? first / last : last / first, a);
    }
    const MatrixCall call("cond", a, MatrixCall::Of::squares);
    const Array product = matrix_norm(a, p) * matrix_norm(inverse_or_nan(call), p);
    return call.finish(with_infinities(product, a));
}

}  // namespace numen::linalg
