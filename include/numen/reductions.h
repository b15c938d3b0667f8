// Functions that make one element of many, and running totals.
//
// `axis` is one axis, several in braces, or (left out) all of them: sum(a), sum(a, 0),
// sum(a, {0, 1}, {.keepdims = true}). A reduction over all axes gives an array of dimension zero:
// sum(a).item<double>().
#pragma once

#include "numen/array.h"

namespace numen {

// What NumPy's keywords say.
struct Reduction {
    bool keepdims = false;   // leave the reduced axes in the shape, with length one
    Dtype dtype = no_dtype;  // sum, prod, mean, var, std: the type to compute in and to give
    double ddof = 0;         // var, std: what is taken off the number of elements
};

// Sums and products: of integers and booleans in int64 or uint64, of floats pairwise, so that the
// error grows with the logarithm of the number of elements. AxisError, DtypeError.
NUMEN_API Array sum(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array prod(const Array& a, const Axes& axis = {}, const Reduction& options = {});
// Mean, variance and standard deviation: of integers in float64, of nothing NaN.
NUMEN_API Array mean(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array var(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array std(const Array& a, const Axes& axis = {}, const Reduction& options = {});
// The least and the largest element; a NaN beats every number. ValueError for no elements.
NUMEN_API Array min(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array max(const Array& a, const Axes& axis = {}, const Reduction& options = {});
// Is any element, are all elements, not zero?
NUMEN_API Array any(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array all(const Array& a, const Axes& axis = {}, const Reduction& options = {});
// How many elements are not zero.
NUMEN_API Array count_nonzero(const Array& a, const Axes& axis = {},
                              const Reduction& options = {});
// The position of the first least or largest element along one axis, or (axis left out) among all
// elements in C order. ValueError for no elements, and for several axes.
NUMEN_API Array argmin(const Array& a, const Axes& axis = {}, const Reduction& options = {});
NUMEN_API Array argmax(const Array& a, const Axes& axis = {}, const Reduction& options = {});

// Running sums and products along one axis, or (axis left out) over all elements in C order.
NUMEN_API Array cumsum(const Array& a, const Axes& axis = {}, Dtype dtype = no_dtype);
NUMEN_API Array cumprod(const Array& a, const Axes& axis = {}, Dtype dtype = no_dtype);

}  // namespace numen
