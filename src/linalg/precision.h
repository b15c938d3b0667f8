// What the work of a call is done in.
#pragma once

#include <cstdint>

namespace numen::linalg {

// `standard`: double precision, rounded to the type of the results. `native`: the type of the
// results, which are float32 or complex64 only there where the inputs are.
enum class Precision : std::uint8_t { standard, native };

}  // namespace numen::linalg
