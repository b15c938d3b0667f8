// Reductions as methods and functions.
#pragma once

#include "front/array/object.h"
#include "ops/reduction.h"

namespace numen::front {

struct ReduceRequest {
    ReduceOp op;
    const char* name;               // NumPy's name, for fallbacks and errors
    std::uint64_t axes;             // bit per axis
    bool keepdims = false;
    Dtype dtype = no_dtype;         // dtype= if given
    double ddof = 0.0;
    PyObject* out = nullptr;        // borrowed; receives the result
    PyObject* initial = nullptr;    // borrowed; joins the elements
    PyObject* where = nullptr;      // borrowed; a mask of the elements to take
};

// The reduction of one of our arrays: a NumPy scalar, or an array of the remaining axes. Null
// with `unsupported` set if NumPy must serve or refuse it.
PyObject* reduce(ArrayObject* a, const ReduceRequest& request, bool& unsupported);

// How many elements the axes of that mask have together.
npy_intp reduced_count(ArrayObject* a, std::uint64_t axes);

inline std::uint64_t all_axes(ArrayObject* a) {
    return a->f.nd == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << a->f.nd) - 1;
}

// axis=None, an int or a tuple of ints as a bit per axis; false with an exception set. `fits`
// false: NumPy's to refuse.
bool read_axes(PyObject* object, ArrayObject* a, std::uint64_t& axes, bool& fits);

}  // namespace numen::front
