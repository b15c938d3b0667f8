// Indexing that is left to NumPy.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// The index with each of its items, or the lone one, as as_given(item, place) has it.
template <class Given> Ref rebuilt_key(PyObject* key, Given&& as_given) {
    if (!PyTuple_CheckExact(key)) return as_given(key, 0);
    Ref items(PyTuple_New(PyTuple_GET_SIZE(key)));
    for (Py_ssize_t i = 0; items && i < PyTuple_GET_SIZE(key); ++i) {
        Ref item = as_given(PyTuple_GET_ITEM(key, i), static_cast<std::size_t>(i));
        if (!item) return item;
        PyTuple_SET_ITEM(items.get(), i, item.release());
    }
    return items;
}

// The index once the objects in it have given their integers: that runs code of the program's,
// which may change the array, before NumPy looks at it. Null with an exception set.
Ref settled_key(PyObject* key);

// self[key], and self[key] = value (null: del self[key]), by NumPy's own functions.
PyObject* numpy_get(PyObject* self, PyObject* key);
int numpy_set(PyObject* self, PyObject* key, PyObject* value);

// a[...] = value of the one element so many bytes from the first: NumPy converts the value, which
// may run code of the program's that gives the array another layout.
int numpy_set_element(ArrayObject* a, npy_intp offset, PyObject* value);

}  // namespace numen::front
