// Shapes and orders of axes: the rules behind reshape, transpose and their relatives.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// An axis argument, wrapped; false with NumPy's AxisError set, which may begin with a prefix. `nd`
// is looked at last: reading the object may run a program's code, which may reshape the array.
bool read_axis(PyObject* object, const int& nd, int& axis, const char* prefix = nullptr);
bool check_axis(npy_intp value, int nd, int& axis, const char* prefix = nullptr);
// True for integers as all of NumPy's functions take them for an axis. Some take booleans, arrays
// of one element or objects with __index__ too, others refuse them: NumPy decides.
bool is_plain_axis(PyObject* object);
// A shape argument (int or sequence of ints); false with an exception set, -1 entries kept.
bool read_shape(PyObject* object, int& nd, npy_intp* shape);
// Extents that are Python integers; false, without an exception, if there is another object.
bool read_plain_extents(PyObject* const* items, Py_ssize_t count, int& nd, npy_intp* shape);
// Reads order='C' | 'F' | 'A' | 'K'; false with an exception set.
bool read_order(PyObject* object, char& order);

// `a` in a new shape (at most one -1, already counted): a view if the memory allows it, else a
// copy in the given order.
PyObject* reshape(ArrayObject* a, int nd, const npy_intp* shape, char order = 'C');

PyObject* transpose(ArrayObject* a, const int* axes);

// May elements of the array share memory, as they can in views by as_strided? What is written to it
// depends on the order and on copies that NumPy makes: such writes are left to NumPy.
bool may_overlap_itself(ArrayObject* a);
bool may_overlap_itself(const StridedView& view);

}  // namespace numen::front
