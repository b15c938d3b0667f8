// Arrays from Python objects.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// The array of `object`: a number, a nested list or tuple, an array (copied) or anything NumPy
// converts. `dtype` null: found as NumPy finds it. Types that are not ours come back as NumPy's
// own arrays. Null with an exception set.
PyObject* array_from_object(PyObject* object, PyArray_Descr* dtype);

// `object` as an array without copying where possible: arrays as they are, numbers and lists
// through array_from_object. What is not ours to judge comes back as it is: subclasses, other
// libraries' arrays. Null with an exception set.
PyObject* as_numen_array(PyObject* object);
// The same pinned (front/array/pinned.h), for work during which other code may run.
PyObject* as_pinned_array(PyObject* object);

// The strides of a copy of `a` in the given order ('K' keeps the order of the axes in memory).
void strides_of_copy(ArrayObject* a, int itemsize, char order, npy_intp* strides);

// The array, pinned, where its values lie in a row, aligned and of this type, else such a copy.
// Null with an exception set.
Ref in_a_row(ArrayObject* a, Dtype dtype);

// A copy in the given order ('K' keeps the order of the axes in memory) and type.
ArrayObject* copy_array(ArrayObject* a, Dtype dtype, char order);

}  // namespace numen::front
