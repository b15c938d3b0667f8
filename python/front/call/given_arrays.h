// Arrays that the program's objects give NumPy by __array__. NumPy refuses one that is managed. The
// functions of that name that classes have let it go first (array_methods.cpp); what an instance
// has, or a property, a partialmethod or __getattr__ gives, is called past them.
#pragma once

#include <vector>

#include "front/module/numpy_api.h"

namespace numen::front {

// The arguments of a call that NumPy has refused so, with the arrays in the objects' place.
class GivenArrays {
  public:
    // Is the exception that is set this refusal, and one of the arguments the cause? Then none is
    // set any more. The objects are asked for their arrays once more.
    bool replace(PyObject* const* args, Py_ssize_t count);
    PyObject* const* arguments() const { return arguments_.data(); }

  private:
    PyObject* instead_of(PyObject* argument);

    std::vector<PyObject*> arguments_;
    std::vector<Ref> owners_;
};

// The result of `call`, which is given the arguments.
template <class Call>
PyObject* with_given_arrays(PyObject* const* args, Py_ssize_t count, const Call& call) {
    PyObject* result = call(args);
    if (result != nullptr) [[likely]] return result;
    GivenArrays given;
    return given.replace(args, count) ? call(given.arguments()) : nullptr;
}

}  // namespace numen::front
