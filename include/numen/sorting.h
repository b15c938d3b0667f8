// Order along an axis: ascending, NaN last; complex numbers by real, then by imaginary part.
#pragma once

#include "numen/array.h"

namespace numen {

// A copy with the elements along one axis in order. AxisError, MemoryError. O(n log n) per row.
NUMEN_API Array sort(const Array& a, int axis = -1);
// The positions (int64) of the elements in order; equal elements keep theirs.
NUMEN_API Array argsort(const Array& a, int axis = -1);
// Where each value belongs in an ascending vector so that it stays in order: before its equals, or
// behind them (`after`). ShapeError where `sorted` has not one axis.
NUMEN_API Array searchsorted(const Array& sorted, const Operand& values, bool after = false);
// The different elements of an array, in order, along one axis.
NUMEN_API Array unique(const Array& a);

}  // namespace numen
