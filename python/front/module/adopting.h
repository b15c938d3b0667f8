// Functions of NumPy's generators as ours: their arrays come back as Numen's.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// Adopting(target, make): calls `target`, NumPy's own function or unbound method, and adopts what
// it returns. A call that is given one of our arrays goes to `make(target)`, a Python function of
// the same signature, which knows what to do with it; it is made when it is first needed. A third
// argument is NumPy's function, where `target` is not, whose attributes it has and as which it
// binds.
extern PyTypeObject Adopting;

bool prepare_adopting();

}  // namespace numen::front
