// What the package tells the native einsum.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// set_general_einsum(function): the composite that serves what the native einsum does not.
PyObject* set_general_einsum(PyObject*, PyObject* function);

}  // namespace numen::front
