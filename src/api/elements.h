// Numbers as elements, and elements written to arrays.
#pragma once

#include "api/body.h"
#include "ops/status.h"

namespace numen::api {

// One element of any type.
struct Cell {
    alignas(16) char bytes[16];
};

// The type a number takes beside `other` (no_dtype: it stands alone), by NEP 50.
Dtype dtype_beside(Scalar::Kind kind, Dtype other);
// Does an integer type hold an integer?
bool holds(Dtype dtype, const Scalar& integer);
// The number as an element; `status` receives an overflow to infinity. ValueError for an integer
// that an integer type does not hold, DtypeError for a kind that the type does not (2.5 in int64).
Cell as_element(const Scalar& number, Dtype dtype, Status& status);

// Writes `value`, broadcast and converted (same_kind), to the elements of `target`; the two may
// overlap. ShapeError, DtypeError, LayoutError.
void assign(const Array& target, const Array& value);
void assign(const Array& target, const Scalar& value);

// DtypeError unless `from` converts to `to` by the rule.
void check_cast(Dtype from, Dtype to, Casting casting);

// The operand as an array: itself, or a number in the type it takes beside `other`.
Array as_array(const Operand& operand, Dtype other = no_dtype);

}  // namespace numen::api
