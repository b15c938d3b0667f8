// What stands before operators, methods and functions under `numen run --check`: it decides which
// calls are checked, and lets the others pass at little cost.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Gate(direct, plain, checked) is called as the operator or function is. Without an array among the
// operands the call is direct(...). A call that is checked is checked(plain, ...), any other is
// plain(...); a code object is given as `plain` where the operation must be an instruction of the
// program's own module. With None as `direct` every call may be checked.
// Its static methods start the checking and count the calls.
extern PyTypeObject Gate;
// MethodGate(name, gate)(x) is x.name; that of an array is `gate`, bound to it.
extern PyTypeObject MethodGate;
// Update(read, update, write): `x[key] op= value` is update(x, key)(value), by three gates.
extern PyTypeObject Update;
bool prepare_check_gates();

}  // namespace numen::front
