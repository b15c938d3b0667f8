// A set of strided operands of one shape, reduced to the fewest loops.
//
// Axes of length 1 vanish, negative steps of the first operand are turned round, axes are sorted
// by the first operand's steps (largest outermost) and merged where every operand allows it. The
// order of the elements is lost, so this serves work that treats each element alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "array/strided.h"

namespace numen::cpu {

template <int most> struct LoopNest {
    int count = most;  // of operands; few are always as many as there is room for
    int ndim = 0;
    std::int64_t shape[max_dimensions];
    std::int64_t strides[most][max_dimensions];
    char* data[most];

    // False if there are no elements.
    bool build(std::initializer_list<const StridedView*> views) { return build(views.begin()); }
    bool build(const StridedView* const* views);
    int operands() const { return most <= 4 ? most : count; }
    std::int64_t row_count() const;
    // The innermost loop's length and steps; a nest without axes is one row of one element.
    std::int64_t inner_count() const { return ndim == 0 ? 1 : shape[ndim - 1]; }
    std::int64_t inner_step(int operand) const {
        return ndim == 0 ? 0 : strides[operand][ndim - 1];
    }
    // Calls row(char* const* data) for the rows [begin, end) of the outer loops.
    template <class Row> void for_rows(std::int64_t begin, std::int64_t end, Row&& row) const;
    // Calls part(char* const* row, first, last) for each row that the elements [begin, end) of all
    // rows meet, with the elements of that row.
    template <class Part>
    void for_elements(std::int64_t begin, std::int64_t end, Part&& part) const;

  private:
    void turn_negative_axes();
    bool stands_before(int axis, int other) const;
    void swap_axes(int axis, int other);
    void sort_axes();
    void merge_axes();
};

template <int most> bool LoopNest<most>::build(const StridedView* const* views) {
    const StridedView& first = *views[0];
    ndim = 0;
    for (int axis = 0; axis < first.ndim; ++axis) {
        if (first.shape[axis] == 0) return false;
        if (first.shape[axis] == 1) continue;
        shape[ndim] = first.shape[axis];
        for (int operand = 0; operand < operands(); ++operand) {
            strides[operand][ndim] = views[operand]->strides[axis];
        }
        ++ndim;
    }
    for (int operand = 0; operand < operands(); ++operand) data[operand] = views[operand]->data;
    turn_negative_axes();
    sort_axes();
    merge_axes();
    return true;
}

template <int most> void LoopNest<most>::turn_negative_axes() {
    for (int axis = 0; axis < ndim; ++axis) {
        if (strides[0][axis] >= 0) continue;
        for (int operand = 0; operand < operands(); ++operand) {
            data[operand] += strides[operand][axis] * (shape[axis] - 1);
            strides[operand][axis] = -strides[operand][axis];
        }
    }
}

template <int most> bool LoopNest<most>::stands_before(int axis, int other) const {
    for (int operand = 0; operand < operands(); ++operand) {
        const std::int64_t own = std::abs(strides[operand][axis]);
        const std::int64_t others = std::abs(strides[operand][other]);
        if (own != others) return own > others;
    }
    return false;
}

template <int most> void LoopNest<most>::swap_axes(int axis, int other) {
    std::swap(shape[axis], shape[other]);
    for (int operand = 0; operand < operands(); ++operand) {
        std::swap(strides[operand][axis], strides[operand][other]);
    }
}

template <int most> void LoopNest<most>::sort_axes() {
    for (int axis = 1; axis < ndim; ++axis) {
        for (int place = axis; place > 0 && stands_before(place, place - 1); --place) {
            swap_axes(place, place - 1);
        }
    }
}

template <int most> void LoopNest<most>::merge_axes() {
    if (ndim == 0) return;
    int last = 0;
    for (int axis = 1; axis < ndim; ++axis) {
        bool fits = true;
        for (int operand = 0; operand < operands(); ++operand) {
            fits = fits && strides[operand][last] == strides[operand][axis] * shape[axis];
        }
        if (!fits) {
            ++last;
            shape[last] = shape[axis];
        } else {
            shape[last] *= shape[axis];
        }
        for (int operand = 0; operand < operands(); ++operand) {
            strides[operand][last] = strides[operand][axis];
        }
    }
    ndim = last + 1;
}

template <int most> std::int64_t LoopNest<most>::row_count() const {
    std::int64_t rows = 1;
    for (int axis = 0; axis + 1 < ndim; ++axis) rows *= shape[axis];
    return rows;
}

template <int most>
template <class Part>
void LoopNest<most>::for_elements(std::int64_t begin, std::int64_t end, Part&& part) const {
    const std::int64_t length = inner_count();
    std::int64_t first = begin % length;
    for_rows(begin / length, (end - 1) / length + 1, [&](char* const* row) {
        const std::int64_t last = std::min(length, first + end - begin);
        part(row, first, last);
        begin += last - first;
        first = 0;
    });
}

template <int most>
template <class Row>
void LoopNest<most>::for_rows(std::int64_t begin, std::int64_t end, Row&& row) const {
    std::int64_t index[max_dimensions];
    char* at[most];
    for (int operand = 0; operand < operands(); ++operand) at[operand] = data[operand];
    std::int64_t rest = begin;
    for (int axis = ndim - 2; axis >= 0; --axis) {
        index[axis] = rest % shape[axis];
        rest /= shape[axis];
        for (int operand = 0; operand < operands(); ++operand) {
            at[operand] += index[axis] * strides[operand][axis];
        }
    }
    for (std::int64_t count = end - begin; count > 0; --count) {
        row(static_cast<char* const*>(at));
        for (int axis = ndim - 2; axis >= 0; --axis) {
            for (int operand = 0; operand < operands(); ++operand) {
                at[operand] += strides[operand][axis];
            }
            if (++index[axis] < shape[axis]) break;
            for (int operand = 0; operand < operands(); ++operand) {
                at[operand] -= shape[axis] * strides[operand][axis];
            }
            index[axis] = 0;
        }
    }
}

}  // namespace numen::cpu
