// What computing a pending array would take, for numen.explain. Nothing is computed.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// outline(x): the programs that would run, each a dict as explain.py reads it; None if the values
// of x are there.
PyObject* outline(PyObject* module, PyObject* object);

}  // namespace numen::front
