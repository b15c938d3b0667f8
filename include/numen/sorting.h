// Order along an axis: ascending, NaN last; complex numbers by real, then by imaginary part.
#pragma once

#include <vector>

#include "numen/array.h"

namespace numen {

// A copy with the elements along one axis in order. AxisError, MemoryError. O(n log n) per row.
NUMEN_API Array sort(const Array& a, int axis = -1);
// The positions (int64) of the elements in order; equal elements keep theirs.
NUMEN_API Array argsort(const Array& a, int axis = -1);
// The positions of the elements in order by several keys of one shape, the last key first:
// lexsort({first_names, family_names}). ShapeError for no keys and for different shapes.
NUMEN_API Array lexsort(const std::vector<Array>& keys, int axis = -1);
// Where each value belongs in an ascending vector so that it stays in order: before its equals, or
// behind them (`after`). ShapeError where `sorted` has not one axis.
NUMEN_API Array searchsorted(const Array& sorted, const Operand& values, bool after = false);
// The different elements of an array, in order, along one axis.
NUMEN_API Array unique(const Array& a);
// The same with the flat position of the first of each, which of them every element of `a` is (in
// a's shape), and how many there are. Here a NaN differs from every other.
struct UniqueAllResult {
    Array values, indices, inverse_indices, counts;
};
NUMEN_API UniqueAllResult unique_all(const Array& a);
// Which elements of `a` are among the values.
NUMEN_API Array isin(const Array& a, const Array& values);

}  // namespace numen
