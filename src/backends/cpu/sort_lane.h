// How one lane, elements of one type in a row, is sorted: by the type's loop, by counting, or in
// pieces on several threads.
#pragma once

#include <cstdint>

#include "backends/backend.h"

namespace numen::cpu {

inline constexpr std::int64_t least_in_pieces = 256 << 10;  // elements that pay for merging

// On so many threads, a power of two.
Status sort_lane(Dtype dtype, backend::SortKind kind, char* data, std::int64_t count, int threads);

// Reorders the positions, which are there, as an ArgsortLoop does.
Status argsort_lane(Dtype dtype, backend::SortKind kind, char* data, std::int64_t* positions,
                    std::int64_t count, backend::Positions start);

}  // namespace numen::cpu
