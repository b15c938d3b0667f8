#include "numen/precision.h"

#include <utility>

namespace numen::linalg {
namespace {

thread_local Precision of_this_thread = Precision::standard;

}  // namespace

PrecisionScope::PrecisionScope(Precision precision) noexcept
    : before_(std::exchange(of_this_thread, precision)) {}

PrecisionScope::~PrecisionScope() { of_this_thread = before_; }

Precision precision() noexcept { return of_this_thread; }

}  // namespace numen::linalg
