// The library of transforms for this processor, opened when first needed.
#pragma once

#include <memory>

#include "fft/engine.h"

namespace numen::fft {

// Null where there is none.
const Engine* engine();

// The plan, made or remembered; null if there is no memory for it.
std::shared_ptr<const Plan> plan_for(const PlanKey& key);

}  // namespace numen::fft
