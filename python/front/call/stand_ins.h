// The arguments that NumPy gets in the place of a call's, and its result as the program gets it.
#pragma once

#include <vector>

#include "front/array/state.h"
#include "front/call/held_arguments.h"

namespace numen::front {

// Plain arrays in the place of managed ones that NumPy only looks at, and views; `original` says
// what each of them stands for.
class StandIns {
  public:
    // One place more: without arguments too there is a list.
    explicit StandIns(Py_ssize_t count, Views views = Views::none);

    // Dummy operands for a whole argument list; null with an exception set.
    PyObject* const* replace(PyObject* const* args, Py_ssize_t total);
    // What `stand_in` stands for, borrowed; null if it stands for nothing.
    PyObject* original(PyObject* stand_in) const;

  private:
    struct Pair {
        Ref stand_in;
        PyObject* original;
    };

    // The argument NumPy gets for `object`; borrowed, null with an exception set.
    PyObject* stand_for(PyObject* object);
    PyObject* stand_for_items(PyObject* sequence);
    PyObject* keep(Ref stand_in, PyObject* object);

    Views views_;
    std::vector<Pair> pairs_;
    std::vector<Ref> sequences_;
    std::vector<PyObject*> arguments_;
};

// As wrap (fallback.h), where NumPy was given dummy operands: they come back as what they stand
// for.
PyObject* wrap_result(PyObject* result, const StandIns& stand_ins,
                      const Holders* holders = nullptr);

}  // namespace numen::front
