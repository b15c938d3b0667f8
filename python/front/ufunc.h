// np.add, np.sin, …: callables over the elementwise table that otherwise look like NumPy's ufuncs.
#pragma once

#include "front/numpy_api.h"

namespace numen::front {

extern PyTypeObject UFunc;

bool prepare_ufuncs();
// Adds one ufunc object per row of the table (and NumPy's aliases) to `functions`.
bool add_ufuncs(PyObject* functions);

}  // namespace numen::front
