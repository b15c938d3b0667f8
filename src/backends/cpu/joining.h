// Several arrays copied side by side into one.
#pragma once

#include <span>

#include "array/strided.h"
#include "ops/status.h"

namespace numen::cpu {

// Copies the pieces one after another along `axis` of dst; along it their lengths add up to dst's,
// along all others they are dst's. Converts as backend::copy does, and gives its status.
Status join(const StridedView& dst, int axis, std::span<const StridedView> pieces);

}  // namespace numen::cpu
