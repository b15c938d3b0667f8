// Single elements of arrays of objects, by an index of integers, one for each axis.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// a[key], a new reference; null without an exception for arrays of other types and other indices.
PyObject* quick_object(ArrayObject* a, PyObject* key);
// a[key] = value; false, without an exception, also for what may hold managed arrays, which have to
// be exposed.
bool store_object(ArrayObject* a, PyObject* key, PyObject* value);

}  // namespace numen::front
