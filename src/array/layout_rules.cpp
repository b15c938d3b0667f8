#include "array/layout_rules.h"

#include <algorithm>
#include <cstdlib>

namespace numen {

void dense_strides(Order order, std::int64_t itemsize, int nd, const std::int64_t* shape,
                   std::int64_t* strides) {
    std::int64_t step = itemsize;
    for (int i = 0; i < nd; ++i) {
        const int axis = order == Order::c ? nd - 1 - i : i;
        strides[axis] = step;
        step = stepped(step, shape[axis] == 0 ? 1 : shape[axis]);
    }
}

bool broadcast_shapes(std::span<const StridedView> views, int& nd, std::int64_t* shape) {
    nd = 0;
    for (const StridedView& view : views) nd = std::max(nd, view.ndim);
    std::fill(shape, shape + nd, 1);
    for (const StridedView& view : views) {
        for (int axis = 0; axis < view.ndim; ++axis) {
            std::int64_t& joined = shape[nd - view.ndim + axis];
            const std::int64_t extent = view.shape[axis];
            if (joined == extent || extent == 1) continue;
            if (joined != 1) return false;
            joined = extent;
        }
    }
    return true;
}

void broadcast_strides(const StridedView& view, int nd, const std::int64_t* shape,
                       std::int64_t* strides) {
    const int missing = nd - view.ndim;
    for (int axis = 0; axis < nd; ++axis) {
        const bool repeated =
            axis < missing || (view.shape[axis - missing] == 1 && shape[axis] != 1);
        strides[axis] = repeated ? 0 : view.strides[axis - missing];
    }
}

void stretched_strides(const StridedView& view, int nd, const std::int64_t* shape,
                       std::int64_t* strides) {
    broadcast_strides(view, nd, shape, strides);
    for (int axis = 0; axis < nd; ++axis) {
        if (shape[axis] == 1) strides[axis] = 0;
    }
}

namespace {

// Whether a repeated axis (step 0) says where it lies: not to NumPy's iterator, but to its joins.
enum class Repeats { ignored, counted };

// Is axis a nearer in memory than axis b? 1 yes, 0 no, -1 the operands do not say. Operands are
// asked in turn; where they disagree the C order wins.
int nearer(std::span<const StridedView> views, int nd, int a, int b, Repeats repeats) {
    int answer = -1;
    for (const StridedView& view : views) {
        const int missing = nd - view.ndim;
        if (a < missing || b < missing) continue;
        if (view.shape[a - missing] == 1 || view.shape[b - missing] == 1) continue;
        const std::int64_t step_a = view.strides[a - missing], step_b = view.strides[b - missing];
        if (repeats == Repeats::ignored && (step_a == 0 || step_b == 0)) continue;
        if (std::labs(step_b) <= std::labs(step_a)) {
            answer = 0;
        } else if (answer == -1) {
            answer = 1;
        }
    }
    return answer;
}

// Insertion sort by an order that may be undecided for a pair: `before(x, y)` is 1 if y, standing
// later, must come before x, 0 if it must not, -1 if nothing is said.
template <class Before> void sort_axes(int* order, int nd, Before before) {
    for (int i = 1; i < nd; ++i) {
        const int axis = order[i];
        int place = i;
        for (int j = i - 1; j >= 0; --j) {
            const int answer = before(order[j], axis);
            if (answer == 1) place = j;
            if (answer == 0) break;
        }
        std::copy_backward(order + place, order + i, order + i + 1);
        order[place] = axis;
    }
}

// Dense strides for axes ordered from the nearest in memory to the farthest.
void dense_in_order(const int* order, int itemsize, int nd, const std::int64_t* shape,
                    std::int64_t* strides) {
    std::int64_t step = itemsize;
    for (int i = 0; i < nd; ++i) {
        strides[order[i]] = step;
        step = stepped(step, shape[order[i]] == 0 ? 1 : shape[order[i]]);  // may be too large
    }
}

}  // namespace

void result_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const std::int64_t* shape, std::int64_t* strides) {
    int order[max_dimensions];
    for (int i = 0; i < nd; ++i) order[i] = nd - 1 - i;
    sort_axes(order, nd, [&](int earlier, int axis) {
        return nearer(views, nd, axis, earlier, Repeats::ignored);
    });
    dense_in_order(order, itemsize, nd, shape, strides);
}

void joined_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const std::int64_t* shape, std::int64_t* strides) {
    int order[max_dimensions];  // from the farthest in memory to the nearest
    for (int i = 0; i < nd; ++i) order[i] = i;
    sort_axes(order, nd, [&](int earlier, int axis) {
        return nearer(views, nd, earlier, axis, Repeats::counted);
    });
    std::reverse(order, order + nd);
    dense_in_order(order, itemsize, nd, shape, strides);
}

void copy_strides(const StridedView& view, int itemsize, std::int64_t* strides) {
    int order[max_dimensions];
    for (int i = 0; i < view.ndim; ++i) order[i] = view.ndim - 1 - i;
    std::stable_sort(order, order + view.ndim, [&](int a, int b) {
        return std::labs(view.strides[a]) < std::labs(view.strides[b]);
    });
    dense_in_order(order, itemsize, view.ndim, view.shape, strides);
}

bool may_overlap(const StridedView& a, const StridedView& b) {
    const StridedView* views[2] = {&a, &b};
    const char *low[2], *high[2];
    for (int i = 0; i < 2; ++i) {
        low[i] = high[i] = views[i]->data;
        for (int axis = 0; axis < views[i]->ndim; ++axis) {
            if (views[i]->shape[axis] == 0) return false;
            const std::int64_t reach = (views[i]->shape[axis] - 1) * views[i]->strides[axis];
            (reach < 0 ? low[i] : high[i]) += reach;
        }
        high[i] += itemsize(views[i]->dtype);
    }
    return low[0] < high[1] && low[1] < high[0];
}

bool is_same_map(const StridedView& a, const StridedView& b) {
    bool same = a.data == b.data && itemsize(a.dtype) == itemsize(b.dtype);
    for (int axis = 0; same && axis < a.ndim; ++axis) {
        same = a.shape[axis] == 1 || a.strides[axis] == b.strides[axis];
    }
    return same;
}

bool complete_shape(std::int64_t count, int nd, std::int64_t* shape) {
    std::int64_t known = 1;
    int unknown = -1;
    for (int axis = 0; axis < nd; ++axis) {
        if (shape[axis] < 0) {
            if (unknown >= 0) return false;
            unknown = axis;
        } else if (__builtin_mul_overflow(known, shape[axis], &known)) {
            return false;
        }
    }
    if (unknown < 0) return known == count;
    if (known == 0 || count % known != 0) return false;
    shape[unknown] = count / known;
    return true;
}

bool reshaped_strides(const StridedView& view, int nd, const std::int64_t* shape,
                      std::int64_t* strides) {
    std::int64_t old_shape[max_dimensions], old_strides[max_dimensions];
    int old_nd = 0;
    for (int axis = 0; axis < view.ndim; ++axis) {
        if (view.shape[axis] == 1) continue;
        old_shape[old_nd] = view.shape[axis];
        old_strides[old_nd++] = view.strides[axis];
    }
    int old_start = 0, start = 0;
    while (old_start < old_nd && start < nd) {
        int old_end = old_start + 1, end = start + 1;
        std::int64_t old_size = old_shape[old_start], size = shape[start];
        while (old_size != size) {
            if (size < old_size) {
                size *= shape[end++];
            } else {
                old_size *= old_shape[old_end++];
            }
        }
        for (int axis = old_start; axis + 1 < old_end; ++axis) {
            if (old_strides[axis] != old_shape[axis + 1] * old_strides[axis + 1]) return false;
        }
        std::int64_t step = old_strides[old_end - 1];
        for (int axis = end - 1; axis >= start; --axis) {
            strides[axis] = step;
            step *= shape[axis];
        }
        old_start = old_end;
        start = end;
    }
    const std::int64_t last = start > 0 ? strides[start - 1] : itemsize(view.dtype);
    for (; start < nd; ++start) strides[start] = last;
    return true;
}

}  // namespace numen
