#include "numen/products.h"

#include <algorithm>
#include <cmath>

#include "api/body.h"
#include "api/float_status.h"
#include "api/message.h"
#include "backends/backend.h"
#include "numen/elementwise.h"
#include "numen/reductions.h"
#include "numen/shaping.h"
#include "ops/operation.h"

namespace numen {

using namespace api;

namespace {

// An underflow within a product is nobody's business.
void report_product(Status status, const char* name) { report(status & ~status_underflow, name); }

Tuple shape_of(const Array& a) { return {a.shape().data(), a.ndim()}; }

Array inner_product(const char* name, const Array& a, const Array& b) {
    const Array x = contiguous_in(a, a.dtype()), y = contiguous_in(b, b.dtype());
    Array result = new_array(a.dtype(), 0, nullptr);
    report_product(
        backend::dot_contiguous(a.dtype(), x.data(), y.data(), x.size(), result.data()), name);
    return result;
}

// Matrices whose leading axes broadcast.
Array matrix_product(const char* name, const Array& a, const Array& b) {
    const StridedView left = view_of(a), right = view_of(b);
    StridedView leading[] = {left, right};
    for (StridedView& view : leading) view.ndim -= 2;
    int nd;
    std::int64_t shape[3][max_dimensions], strides[3][max_dimensions];
    if (!broadcast_shapes(leading, nd, shape[0])) {
        throw ShapeError(message(name, ": leading axes of ", shape_of(a), " and ", shape_of(b),
                                 " do not broadcast"));
    }
    std::copy_n(shape[0], nd, shape[1]);
    std::copy_n(shape[0], nd, shape[2]);
    const StridedView* views[] = {&left, &right};
    for (int i = 0; i < 2; ++i) {
        broadcast_strides(leading[i], nd, shape[i], strides[i]);
        std::copy_n(views[i]->shape + views[i]->ndim - 2, 2, shape[i] + nd);
        std::copy_n(views[i]->strides + views[i]->ndim - 2, 2, strides[i] + nd);
    }
    shape[2][nd] = shape[0][nd];
    shape[2][nd + 1] = shape[1][nd + 1];
    Array result = new_array(a.dtype(), nd + 2, shape[2]);
    report_product(backend::matmul(view_of(result),
                                   {left.data, left.dtype, nd + 2, shape[0], strides[0]},
                                   {right.data, right.dtype, nd + 2, shape[1], strides[1]}),
                   name);
    return result;
}

Array product(const char* name, const Array& left, const Array& right) {
    const Dtype dtype = promote(left.dtype(), right.dtype());
    const Array a = in_dtype(left, dtype), b = in_dtype(right, dtype);
    if (a.shape(-1) != b.shape(b.ndim() == 1 ? 0 : -2)) {
        throw ShapeError(message(name, ": shapes ", shape_of(left), " and ", shape_of(right),
                                 " are not aligned: ", a.shape(-1), " is not ",
                                 b.shape(b.ndim() == 1 ? 0 : -2)));
    }
    if (a.ndim() == 1 && b.ndim() == 1) return inner_product(name, a, b);
    const Array made = matrix_product(name, a.ndim() == 1 ? expand_dims(a, 0) : a,
                                      b.ndim() == 1 ? expand_dims(b, 1) : b);
    if (a.ndim() == 1) return squeeze(made, -2);
    return b.ndim() == 1 ? squeeze(made, -1) : made;
}

}  // namespace

Array matmul(const Array& a, const Array& b) {
    if (a.ndim() == 0 || b.ndim() == 0) {
        throw ShapeError("matmul: an array without axes is no matrix; multiply(a, b) scales");
    }
    return product("matmul", a, b);
}

Array dot(const Array& a, const Array& b) {
    if (a.ndim() == 0 || b.ndim() == 0) return multiply(a, b);
    if (a.ndim() > 2 || b.ndim() > 2) {
        throw ShapeError("dot: at most two axes each; matmul(a, b) multiplies stacks of matrices");
    }
    return product("dot", a, b);
}

Array outer(const Array& a, const Array& b) {
    return multiply(a.reshape({-1, 1}), b.reshape({1, -1}));
}

}  // namespace numen
