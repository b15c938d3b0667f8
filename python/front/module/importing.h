// The import statement of a program that runs on Numen.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// Importing(original, replacement): as the original `__import__`, but what is imported by an
// absolute name "numpy" or "numpy.…" is replaced by `replacement(name, fromlist)` unless that is
// None. Written in C so that no frame of ours stands in the traceback of a failed import.
extern PyTypeObject Importing;

// Who the user is may have changed: what imports have given is asked for again.
void forget_imports();

bool prepare_importing();

}  // namespace numen::front
