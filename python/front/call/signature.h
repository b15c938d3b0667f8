// One piece of native work as a method of arrays and as a function of the module.
#pragma once

#include "front/call/keywords.h"

namespace numen::front {

inline constexpr int most_parameters = 8;

// What the function form takes as its array: anything NumPy converts to one, or only arrays (the
// call writes into it).
enum class Takes { anything, array };

// Parameter names, interned once, and the work they lead to. The work gets its arguments at their
// parameters' places (borrowed, null where absent); the array is one of ours, pinned, and of one of
// our types. It returns null with `unsupported` set if NumPy must serve or refuse the call.
class Signature {
  public:
    using Work = PyObject* (*)(PyObject* const* given, bool& unsupported);

    // `array` is the place of the array among the parameters.
    Signature(const char* name, Work work, std::initializer_list<const char*> parameters,
              int positional, Takes takes = Takes::anything, int array = 0);

    PyObject* as_method(PyObject* self, const Arguments& arguments) const;
    PyObject* as_function(const Arguments& arguments) const;

  private:
    // Puts each argument from parameter `first` on at its place; false if the call does not fit.
    bool read(const Arguments& arguments, int first, PyObject** given) const;
    int find(PyObject* name, int first) const;

    const char* name_;
    Work work_;
    int count_;
    int positional_;
    Takes takes_;
    int array_;
    PyObject* parameters_[most_parameters];
};

// Are the extents of a shape whole numbers, or a sequence that NumPy reads item by item?
bool are_whole_numbers(PyObject* shape);

// The whole number that an argument names; false if NumPy must look at it.
bool read_integer(PyObject* argument, npy_intp& value);

// The items of a list or tuple, in a tuple of their own: what reads one may run code of the
// program's, which may change the list.
Ref held_items(PyObject* sequence);

// Defines method_NAME, or function_NAME: the work under that signature.
#define NUMEN_METHOD(NAME, ...)                                                              \
    PyObject* method_##NAME(PyObject* self, PyObject* const* args, Py_ssize_t count,         \
                            PyObject* names) {                                               \
        static const Signature signature(#NAME, __VA_ARGS__);                                \
        return signature.as_method(self, {args, count, names});                              \
    }
#define NUMEN_FUNCTION(NAME, ...)                                                            \
    PyObject* function_##NAME(PyObject*, PyObject* const* args, Py_ssize_t count,            \
                              PyObject* names) {                                             \
        static const Signature signature(#NAME, __VA_ARGS__);                                \
        return signature.as_function({args, count, names});                                  \
    }

}  // namespace numen::front
