// a[i, j] = number, without parsing the index or classifying the value.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// The bytes of a number in an array's type, if NumPy has no more to say about the conversion. No
// code of the program's runs: subclasses, which may have a __float__ of their own, are not read.
// False, without an exception, for all that is left.
bool read_number(PyObject* object, Dtype dtype, char* bytes);

// Stores a number where an index of integers, one for each axis, leads. 0 done, 1 for the general
// way, -1 with an exception set.
int store_element(ArrayObject* a, PyObject* key, PyObject* value);

}  // namespace numen::front
