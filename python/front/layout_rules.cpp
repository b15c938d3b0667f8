// Shapes and strides of results: broadcasting, order 'K', overlap.
#include <algorithm>
#include <cstdlib>

#include "front/elementwise.h"

namespace numen::front {

bool broadcast_shapes(std::span<const StridedView> views, int& nd, npy_intp* shape) {
    nd = 0;
    for (const StridedView& view : views) nd = std::max(nd, view.ndim);
    std::fill(shape, shape + nd, 1);
    for (const StridedView& view : views) {
        for (int axis = 0; axis < view.ndim; ++axis) {
            npy_intp& joined = shape[nd - view.ndim + axis];
            const npy_intp extent = view.shape[axis];
            if (joined == extent || extent == 1) continue;
            if (joined != 1) return false;
            joined = extent;
        }
    }
    return true;
}

void broadcast_strides(const StridedView& view, int nd, const npy_intp* shape,
                       npy_intp* strides) {
    const int missing = nd - view.ndim;
    for (int axis = 0; axis < nd; ++axis) {
        const bool repeated =
            axis < missing || (view.shape[axis - missing] == 1 && shape[axis] != 1);
        strides[axis] = repeated ? 0 : view.strides[axis - missing];
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
        const npy_intp step_a = view.strides[a - missing], step_b = view.strides[b - missing];
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
void dense_in_order(const int* order, int itemsize, int nd, const npy_intp* shape,
                    npy_intp* strides) {
    npy_intp step = itemsize;
    for (int i = 0; i < nd; ++i) {
        strides[order[i]] = step;
        step = stepped(step, shape[order[i]] == 0 ? 1 : shape[order[i]]);  // may be too large
    }
}

}  // namespace

void result_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const npy_intp* shape, npy_intp* strides) {
    int order[max_dimensions];
    for (int i = 0; i < nd; ++i) order[i] = nd - 1 - i;
    sort_axes(order, nd, [&](int earlier, int axis) {
        return nearer(views, nd, axis, earlier, Repeats::ignored);
    });
    dense_in_order(order, itemsize, nd, shape, strides);
}

void joined_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const npy_intp* shape, npy_intp* strides) {
    int order[max_dimensions];  // from the farthest in memory to the nearest
    for (int i = 0; i < nd; ++i) order[i] = i;
    sort_axes(order, nd, [&](int earlier, int axis) {
        return nearer(views, nd, earlier, axis, Repeats::counted);
    });
    std::reverse(order, order + nd);
    dense_in_order(order, itemsize, nd, shape, strides);
}

void copy_strides(const StridedView& view, int itemsize, npy_intp* strides) {
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
            const npy_intp reach = (views[i]->shape[axis] - 1) * views[i]->strides[axis];
            (reach < 0 ? low[i] : high[i]) += reach;
        }
        high[i] += itemsize(views[i]->dtype);
    }
    return low[0] < high[1] && low[1] < high[0];
}

}  // namespace numen::front
