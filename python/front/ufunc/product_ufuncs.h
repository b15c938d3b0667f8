// matmul, vecdot, matvec and vecmat: ufunc objects with core dimensions.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// One type for the four: NumPy's attributes and methods, which refuse what such ufuncs lack
// (reduce, accumulate …), and calls that our functions serve.
extern PyTypeObject ProductUFunc;

bool prepare_product_ufuncs();
// Puts the four into the dictionary.
bool add_product_ufuncs(PyObject* functions);

}  // namespace numen::front
