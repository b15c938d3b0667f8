// Every call of Numen's by the program as an event of a profile: which, on which line, how long.
//
// Functions, ufuncs, methods and operators are entered through pointers that CPython reads at each
// call: those of method definitions, slots and vectorcall. While somebody watches they lead to
// functions that observe the call, and else to Numen's own, so that a call costs nothing more.
#pragma once

#include <cstddef>
#include <type_traits>

#include "front/module/numpy_api.h"
#include "front/module/observer.h"

namespace numen::front {

// Observed, or no longer: all that is named below, and the slots of both array types.
void observe_calls(bool wanted);

// Objects of a type that hold two vectorcall pointers: their own, and one that observes.
void observe_type(PyTypeObject& type, std::size_t own, std::size_t observing);

// The function of a definition that calls by the convention `fast`, if it does; the name is kept
// as it is.
void observe_definition(PyMethodDef* definition, const char* name);

// The method descriptors of the array types (array/numpy_methods.cpp).
void observe_methods(bool wanted);

// Runs a call whose arguments are `self` (null: none) and `args` as an event of that name.
template <class Run>
PyObject* observed(CallKind kind, const char* name, PyObject* self, PyObject* const* args,
                   Py_ssize_t count, const Run& run) {
    Observation observation(kind, name);
    observation.reads(self);
    for (Py_ssize_t i = 0; i < count; ++i) observation.reads(args[i]);
    observation.begin();
    PyObject* result = run();
    observation.finish();
    observation.writes(result);
    return result;
}

// A vectorcall function that observes `function`; `name(self)` is the object's.
template <vectorcallfunc function, const char* (*name)(PyObject*), CallKind kind = CallKind::simple>
PyObject* observed_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                              PyObject* names) {
    return observed(kind, name(self), nullptr, args,
                    PyVectorcall_NARGS(nargsf) + keyword_count(names),
                    [&] { return function(self, args, nargsf, names); });
}

}  // namespace numen::front
