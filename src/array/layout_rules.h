// Shapes and strides of results as NumPy chooses them: broadcasting, the order of axes in memory,
// reshaping without a copy, overlap.
#pragma once

#include <span>

#include "array/strided.h"

namespace numen {

// Order of the axes of a new array in memory.
enum class Order { c, fortran };

// Strides of a dense array.
void dense_strides(Order order, std::int64_t itemsize, int nd, const std::int64_t* shape,
                   std::int64_t* strides);

// Joins broadcast shapes; false if they do not fit.
bool broadcast_shapes(std::span<const StridedView> views, int& nd, std::int64_t* shape);
// Strides of `view` seen as `shape` (missing and repeated axes have stride 0).
void broadcast_strides(const StridedView& view, int nd, const std::int64_t* shape,
                       std::int64_t* strides);
// The same with stride 0 on every axis of length one, as NumPy's iterator leaves them.
void stretched_strides(const StridedView& view, int nd, const std::int64_t* shape,
                       std::int64_t* strides);
// Strides of a new dense result whose axes lie in memory as those of its inputs (order 'K').
void result_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const std::int64_t* shape, std::int64_t* strides);
// The same for concatenation, which sorts from the farthest axis: the two differ where an axis of
// length one stands between others.
void joined_strides(std::span<const StridedView> views, int itemsize, int nd,
                    const std::int64_t* shape, std::int64_t* strides);
// Strides of a copy of `view` that keeps its order of axes: they are sorted by the size of their
// strides alone.
void copy_strides(const StridedView& view, int itemsize, std::int64_t* strides);

// Do the two pieces of memory share a byte (by their bounds)?
bool may_overlap(const StridedView& a, const StridedView& b);
// Does each element of one lie where the same element of the other does? Of equal shapes only.
bool is_same_map(const StridedView& a, const StridedView& b);

// Replaces one negative extent by the size that fits `count` elements; false if the sizes differ.
bool complete_shape(std::int64_t count, int nd, std::int64_t* shape);
// Strides of a new shape of as many elements over the same memory in C order, if there are such:
// runs of old axes are matched with runs of new ones of equal size, and each run must be evenly
// spaced.
bool reshaped_strides(const StridedView& view, int nd, const std::int64_t* shape,
                      std::int64_t* strides);

}  // namespace numen
