#include "front/ufunc/reduced_layout.h"

namespace numen::front {

ReducedLayout::ReducedLayout(ArrayObject* a, const ReduceRequest& request, Dtype dtype)
    : dtype_(dtype), keeps_(request.keepdims), all_nd_(a->f.nd) {
    const auto is_reduced = [&](int axis) { return (request.axes >> axis & 1) != 0; };
    for (int axis = 0; axis < all_nd_; ++axis) {
        all_shape_[axis] = is_reduced(axis) ? 1 : a->f.dimensions[axis];
    }
    // All axes lie in memory as the input's do (order 'K'); positions lie in C order.
    if (request.op == ReduceOp::argmin || request.op == ReduceOp::argmax) {
        dense_strides(Order::c, itemsize(dtype), all_nd_, all_shape_, all_strides_);
    } else {
        const StridedView input = view_of(a);
        result_strides({&input, 1}, itemsize(dtype), all_nd_, all_shape_, all_strides_);
    }
    for (int axis = 0; axis < all_nd_; ++axis) {
        if (is_reduced(axis)) continue;
        shape_[nd_] = all_shape_[axis];
        strides_[nd_++] = all_strides_[axis];
    }
}

}  // namespace numen::front
