// Elements chosen by positions and by booleans.
#pragma once

#include <vector>

#include "numen/array.h"

namespace numen {

// The elements of `a` at positions along one axis: the axis is replaced by those of `positions`.
// Negative positions count from the end. IndexError, DtypeError where positions are no integers.
NUMEN_API Array take(const Array& a, const Array& positions, int axis);
// The same among all elements in C order.
NUMEN_API Array take(const Array& a, const Array& positions);
// From `a` where the condition is not zero, else from `b`; all are broadcast, types promoted.
NUMEN_API Array where(const Array& condition, const Operand& a, const Operand& b);
// The positions of the elements that are not zero, in C order: an int64 array per axis.
NUMEN_API std::vector<Array> nonzero(const Array& a);
// The same of the elements in C order, as one array of positions; and as a row per element.
NUMEN_API Array flatnonzero(const Array& a);
NUMEN_API Array argwhere(const Array& a);
// Each element held within [low, high]; NaN stays.
NUMEN_API Array clip(const Array& a, const Operand& low, const Operand& high);

}  // namespace numen
