// Python functions that a program's tracebacks do not show: those that stand before its own calls.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Frameless(function): calls the function; what it raises comes without the frames of its file that
// lie between the caller and the first other file. As a method it is bound like a function.
extern PyTypeObject Frameless;
bool prepare_frameless();

}  // namespace numen::front
