// Other shapes and orders of axes, and arrays put together.
//
// What only renames or reorders axes gives a view of the same memory; what puts arrays together
// copies. Axes count from zero, negative ones from the last.
#pragma once

#include <vector>

#include "numen/array.h"

namespace numen {

// The same elements in another shape, in which one -1 stands for what is left: a view where memory
// allows it, else a copy. ShapeError.
NUMEN_API Array reshape(const Array& a, const Extents& shape);
// All elements along one axis, in a row: a view where they lie in C order, else a copy.
NUMEN_API Array ravel(const Array& a);
// The axes in the order given (the last first unless given): a view. AxisError, ShapeError.
NUMEN_API Array transpose(const Array& a);
NUMEN_API Array transpose(const Array& a, const Extents& axes);
// Two axes exchanged: a view. AxisError.
NUMEN_API Array swapaxes(const Array& a, int axis, int other);
// One axis, or several, at other places: a view. AxisError.
NUMEN_API Array moveaxis(const Array& a, const Extents& source, const Extents& destination);
// Without the axes of length one, or the ones given of them: a view. AxisError, ShapeError where
// one of them has another length.
NUMEN_API Array squeeze(const Array& a, const Axes& axis = {});
// With axes of length one at the places given (in the result): a view. AxisError.
NUMEN_API Array expand_dims(const Array& a, const Extents& axis);
// The elements along one axis, or along several or all, in reverse: a view. AxisError.
NUMEN_API Array flip(const Array& a, const Axes& axis = {});
// The elements whose positions on two axes differ by `offset`, along a new last axis: a view.
NUMEN_API Array diagonal(const Array& a, std::int64_t offset = 0, int first = 0, int second = 1);
// The real and the imaginary parts: views of a complex array. Of another array, the array itself
// and zeros.
NUMEN_API Array real(const Array& a);
NUMEN_API Array imag(const Array& a);
// As if repeated to a larger shape: a read-only view. ShapeError.
NUMEN_API Array broadcast_to(const Array& a, const Extents& shape);
// The shape that two shapes broadcast to. ShapeError.
NUMEN_API std::vector<std::int64_t> broadcast_shapes(const Extents& a, const Extents& b);

// One after another along an axis they have; along a new axis; rows below each other; columns side
// by side. The types are promoted. ShapeError where shapes differ elsewhere, or for no arrays.
NUMEN_API Array concatenate(const std::vector<Array>& arrays, int axis = 0);
NUMEN_API Array stack(const std::vector<Array>& arrays, int axis = 0);
NUMEN_API Array vstack(const std::vector<Array>& arrays);
NUMEN_API Array hstack(const std::vector<Array>& arrays);
// Equal parts along an axis, ShapeError where it does not divide; or the parts between positions.
// All are views.
NUMEN_API std::vector<Array> split(const Array& a, int parts, int axis = 0);
NUMEN_API std::vector<Array> split_at(const Array& a, const std::vector<std::int64_t>& positions,
                                      int axis = 0);
// Each element `count` times in a row along an axis; the whole array so many times along each axis.
NUMEN_API Array repeat(const Array& a, std::int64_t count, int axis);
NUMEN_API Array tile(const Array& a, const Extents& counts);
// The elements moved along an axis, those that leave at one end coming in at the other.
NUMEN_API Array roll(const Array& a, std::int64_t shift, int axis);

}  // namespace numen
