// a[i, j] = number, without parsing the index or classifying the value.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// Stores a number where an index of integers, one for each axis, leads. 0 done, 1 for the general
// way, -1 with an exception set.
int store_element(ArrayObject* a, PyObject* key, PyObject* value);

}  // namespace numen::front
