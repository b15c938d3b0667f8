// What Numen does not have itself: NumPy computes on the same memory, and we count it.
#pragma once

#include <functional>

#include "front/array/object.h"
#include "front/module/observer.h"

namespace numen::front {

extern PyTypeObject FallbackFunction;   // Fallback(name, target), for namespaces
extern PyTypeObject FallbackMethod;     // the same as a method of the array types
extern PyTypeObject FallbackAttribute;  // an attribute that needs an exposed array

// NumPy's function that a fallback stands for, borrowed.
PyObject* numpys_function(PyObject* fallback);

PyObject* make_fallback(PyTypeObject* type, const char* name, PyObject* target);

// Exposes managed arguments, calls `target`, re-wraps the result, counts one fallback.
PyObject* call_fallback(const char* name, PyObject* target, PyObject* const* args,
                        std::size_t nargsf, PyObject* kwnames);

// The same for a target that also judges what we refuse: if it raises too, that is no fallback.
PyObject* call_judge(const char* name, PyObject* target, PyObject* const* args,
                     std::size_t nargsf, PyObject* kwnames);

// The result of a ufunc of another library, which is no fallback. It reads plain views of our
// arrays, and the managed ones stay managed: nothing a ufunc reads is kept. They become exposed
// where the program's code gets to see them (another argument's __array_ufunc__ does).
PyObject* call_foreign_ufunc(PyObject* ufunc, PyObject* inputs);

// As call_fallback for one of NumPy's type slots on one or two operands (the second may be null).
using SlotCall = std::function<PyObject*(PyObject*, PyObject*)>;
PyObject* call_slot_fallback(const char* name, const SlotCall& slot, PyObject* const* operands);

// NumPy's own code for it neither warns nor asks anything of arrays, and what it gives stays as it
// is: a count, and what observers see.
void count_fallback();
template <class Call> PyObject* call_plain_fallback(const char* name, const Call& call) {
    const Observation observation(Event::fallback, name);
    if (!observation.is_permitted()) return nullptr;
    count_fallback();
    return call();
}

// What NumPy returned, as the program gets it: a large fresh array becomes managed (adopt); tuples,
// lists and dicts are rebuilt around such arrays; everything else is returned as it is. Consumes
// the reference; passes NULL through.
PyObject* wrap(PyObject* result);

// Forgets an error of the arguments, which NumPy will meet again and say in its own words. False if
// it is none of theirs (an interrupt, the end of memory): it stays set, and no fallback begins.
bool leave_to_numpy();

long long fallback_count();
bool prepare_fallbacks();

}  // namespace numen::front
