// The kinds of doors (doors.h): how each kind of compiled callable is led through one.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Exposes the managed arrays among a call's arguments; false with an exception set.
bool expose_arguments(PyObject* const* args, Py_ssize_t count);
bool expose_in_call(PyObject* args, PyObject* kwargs);
// nanobind marks the count with a bit of its own, below the one that Python knows.
inline Py_ssize_t argument_count(std::size_t nargsf, PyObject* names) {
    constexpr std::size_t marks = ~(~std::size_t{0} >> 2);
    return static_cast<Py_ssize_t>(nargsf & ~marks) +
           (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
}

// Each puts a door in, and is false where there is one already or none can be.
// A built-in function.
bool open_function(PyObject* function);
// Another object that is called by a pointer of its own: Cython's functions, nanobind's.
bool open_object(PyObject* object);
// A function in the type's dictionary that has no such pointer.
bool replace_method(PyTypeObject* type, PyObject* name, PyObject* function);
// A C type's method by its descriptor in the type's dictionary.
bool open_method(PyTypeObject* type, PyObject* name, PyObject* descriptor);
// The calls of the type itself (its constructor) and of its instances.
bool open_calls(PyTypeObject* type);

// Is it a function that Cython made?
bool is_cythons(PyObject* object);

}  // namespace numen::front
