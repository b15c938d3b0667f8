// Clocks that first finish what is pending, so that a program which times itself is told the truth.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Clock(original): calls original() once everything recorded has been computed. From the first
// call on, results that nobody looks at are computed all the same (graph/pending.h).
extern PyTypeObject Clock;
bool prepare_clock();

}  // namespace numen::front
