// What a call that NumPy serves may do with its arguments.
#pragma once

#include <vector>

#include "front/module/numpy_api.h"

namespace numen::front {

// The call may run other code, which may change the lists that NumPy is reading, while it holds
// their items without a reference: a list, with the lists in it, is passed on as a copy that nobody
// else knows, unless lists themselves may become elements.
class HeldArguments {
  public:
    HeldArguments(PyObject* const* args, Py_ssize_t total) : args_(args), total_(total) {}

    // False with an exception set. `name` is the function's.
    bool hold_lists(const char* name);
    PyObject* const* arguments() const { return copies_.empty() ? args_ : copies_.data(); }

  private:
    bool keeps_lists(const char* name) const;

    PyObject* const* args_;
    Py_ssize_t total_;
    std::vector<PyObject*> copies_;
    std::vector<Ref> owners_;
};

// By the name of the function: does NumPy's C code, which keeps nothing of what it is given, work
// on its arrays piece by piece?
bool works_on_views(const char* name);

// By the name of the function: does it look at values and keep nothing, so that a managed array
// stays managed?
bool only_looks(const char* name);

}  // namespace numen::front
