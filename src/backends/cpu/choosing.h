// Elements chosen among several arrays, placed by a mask, or turned round byte by byte.
#pragma once

#include <cstdint>
#include <span>

#include "array/strided.h"

namespace numen::cpu {

// out[i] = choices[index[i]][i]: all of one shape (repeated axes have stride 0), out in C order
// without gaps, index int64 and within range, out and choices of one type. O(elements).
void choose(const StridedView& out, const StridedView& index,
            std::span<const StridedView> choices);

// Where the mask byte is not zero, element i of the data takes value number i, counted round and
// round; the data and the `size` (> 0) values lie without gaps.
void put_by_position(char* data, const char* mask, std::int64_t count, int item,
                     const char* values, std::int64_t size);

// The same, but the selected elements take the values one after the other.
void put_in_turn(char* data, const char* mask, std::int64_t count, int item, const char* values,
                 std::int64_t size);

// Turns the bytes of every number round, the two halves of a complex one each by itself.
void reverse_bytes(const StridedView& view);

}  // namespace numen::cpu
