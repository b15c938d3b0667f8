// Clocks first finish what is pending, so that a program which times itself is told the truth.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Changes the entry points of Python's own clocks (those of `time` and `datetime`, os.times,
// resource.getrusage), so that whoever holds one, the standard library and installed packages
// included, has what the program asked for computed before it reads the time. From the first
// reading on, results that are never read are computed too (graph/pending.h).
void watch_clocks();
// Whether they do so (for tests, whose runner reads clocks, too).
bool set_clocks_finish(bool wanted);

}  // namespace numen::front
