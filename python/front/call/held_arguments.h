// What a call that NumPy serves may do with its arguments.
#pragma once

#include <vector>

#include "front/module/numpy_api.h"

namespace numen::front {

// The call may run other code, which may change the lists that NumPy is reading, while it holds
// their items without a reference: a list, with the lists in it, is passed on as a copy that nobody
// else knows. Lists that may become elements, or are the program's to see, are passed on
// themselves. Positions in an array are passed on as a copy where another thread could change them.
class HeldArguments {
  public:
    HeldArguments(PyObject* const* args, Py_ssize_t total) : args_(args), total_(total) {}

    // False with an exception set. `name` is the function's.
    bool hold(const char* name) { return hold_lists(name) && hold_positions(name); }
    PyObject* const* arguments() const { return copies_.empty() ? args_ : copies_.data(); }

  private:
    bool hold_lists(const char* name);
    bool hold_positions(const char* name);
    bool have_objects() const;

    PyObject* const* args_;
    Py_ssize_t total_;
    std::vector<PyObject*> copies_;
    std::vector<Ref> owners_;
};

// Which exposed arrays NumPy gets as views that nobody else knows (private_view), since its C code
// works on them piece by piece: none, those among the arguments, or those in tuples and lists among
// them, too. Only where it keeps nothing of what it is given and shows it to nobody.
enum class Views { none, arguments, deep };

// Are the operands of a ufunc arrays, numbers and settings, so that none of the program's code gets
// to see the others (by __array_ufunc__, __radd__)?
bool all_show_nothing(PyObject* const* args, Py_ssize_t count);

// By the name of the function. `target` is NumPy's; null for an operator.
Views views_for(const char* name, PyObject* target, PyObject* const* args, Py_ssize_t total);

// By the name of the function: does it look at values and keep nothing, so that a managed array
// stays managed?
bool only_looks(const char* name);

}  // namespace numen::front
