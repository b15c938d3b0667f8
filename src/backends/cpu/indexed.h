// Moving elements between dense memory and places given by byte offsets.
#pragma once

#include "array/strided.h"

namespace numen::cpu {

// count blocks; block i is the view `block` (its data ignored) at data + offsets[i].
struct Indexed {
    char* data;
    const std::int64_t* offsets;
    std::int64_t count;
    StridedView block;
};

// dense[i] = block i, blocks in C order one after another. O(elements).
void gather(char* dense, const Indexed& source);
// block i = dense[i], in order: of two blocks on one place the last wins.
void scatter(const Indexed& target, const char* dense);

// Copies the elements whose mask byte is not zero, in order, to dense memory.
void compress(char* dense, const char* data, std::int64_t step, const char* mask,
              std::int64_t mask_step, std::int64_t count, int item);

}  // namespace numen::cpu
