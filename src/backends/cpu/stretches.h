// Where the elements stand that a mask would select which holds one stretch of each row.
#pragma once

#include <cstdint>

namespace numen::cpu {

// Row i holds counts[i] places, none where it is negative, from column firsts[i] on.
struct Stretches {
    const std::int64_t* firsts;
    const std::int64_t* counts;
    std::int64_t rows;
};

// The number of places of all rows.
std::int64_t count_places(const Stretches& stretches);

// Row and column of every place, in C order. O(rows + places). Throws std::bad_alloc.
void write_places(const Stretches& stretches, std::int64_t* rows, std::int64_t* columns);

}  // namespace numen::cpu
