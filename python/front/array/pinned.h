// Operands of work during which other threads, or the program's own code, may run.
//
// Such code may give an array another shape or type, which frees the memory that its dimensions lie
// in, or drop the last reference to it. A *pinned* array is a view of the same elements that only
// its owner knows: its layout stays as it is, its memory lives as long as it does, and it follows
// its root from state to state. A `Layout` is the copy of a layout alone, for an array that the
// caller of a function holds.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// Above this many elements work on an array may release the lock. Work that relies on this takes at
// most max_locked_work / max_locked_elements = 12 ns an element.
inline constexpr npy_intp max_locked_elements = 4096;

// Whether the lock may be released for work on this array: it is large, or not yet evaluated.
inline bool needs_pin(ArrayObject* a) {
    const Buffer* buffer = buffer_of(a);
    return (buffer != nullptr && buffer->awaits_values()) ||
           element_count(a) > max_locked_elements;
}

// The array pinned, or the array itself where no work on it releases the lock. Null with an
// exception set, also where `array` is null.
Ref pinned_view(PyObject* array);
inline Ref pinned(PyObject* array) {
    const bool stays = array == nullptr || (is_ours(array) && !needs_pin(as_array(array)));
    return stays ? Ref::share(array) : pinned_view(array);
}
inline Ref pinned(const Ref& array) { return pinned(array.get()); }

// The same for work on `elements` elements, where other arguments make more of it than the array is
// long: positions, lengths.
Ref pinned_for(const Ref& array, npy_intp elements);

// A view of an array of any size and type that nobody else knows, for NumPy, whose C code leaves
// the lock, or runs the code of elements, with layouts in hand. What is no array is given back.
Ref private_view(PyObject* object);

// The same of integers that NumPy takes for positions: it checks them before it uses them, and no
// other thread may change them in between. What is no array of integers is given back as by
// private_view.
Ref private_positions(PyObject* object);

inline bool is_sequence(PyObject* o) { return PyList_CheckExact(o) || PyTuple_CheckExact(o); }

// A copy of a list that nobody else knows, of the same items.
inline Ref held_list(PyObject* list) { return Ref(PyList_GetSlice(list, 0, PY_SSIZE_T_MAX)); }
// A copy of a list or tuple, and of those in it, that nobody else knows, so that nobody changes it
// while it is read. Null with an exception set.
Ref held_sequence(PyObject* sequence);
// The same of a list or tuple, and any other object itself.
Ref held_if_sequence(PyObject* object);

// What is to be an array's elements, shape or type, for NumPy to read; of an array of objects the
// items of a list become elements themselves. Null with an exception set, also for null.
Ref held_for(PyObject* array, PyObject* value);

// An index array or mask that no other thread can write to while it is looked at twice: the array
// itself where the caller's is the only reference, else a copy. Null with an exception set.
Ref private_selector(Ref selector);

}  // namespace numen::front
