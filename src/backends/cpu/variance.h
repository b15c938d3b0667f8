// Variance and standard deviation.
#pragma once

#include "backends/cpu/reduction_plan.h"
#include "ops/status.h"

namespace numen::cpu {

// Writes sum |x - mean|^2 / max(n - ddof, 0), or its root, for every output of the plan.
Status variance(const ReductionPlan& plan, double ddof, bool is_root);

}  // namespace numen::cpu
