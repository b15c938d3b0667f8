// How many matrices were eliminated once more, in the arithmetic of the library that decides what
// is singular (doubtful.h): tests ask, because ordinary matrices are to be eliminated once.
#pragma once

#include <cstdint>

namespace numen::linalg {

std::uint64_t matrices_redone();

}  // namespace numen::linalg
