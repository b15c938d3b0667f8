// The loops that sort one lane: elements of one type in a row, aligned.
//
// Each type has loops of our own. Another library may lend better ones, whose signatures are those
// of NumPy's loops, so that they are entered as they are.
#pragma once

#include <cstdint>

#include "backends/backend.h"

namespace numen::cpu {

// Ascending, NaN last (ordering.h). Negative if there was not enough memory; `context` is null.
using SortLoop = int (*)(void* data, std::int64_t count, void* context);
// Reorders `positions` so that data[positions[i]] ascends; a stable loop leaves the positions of
// equal elements in the order it finds them in.
using ArgsortLoop = int (*)(void* data, std::int64_t* positions, std::int64_t count,
                            void* context);

inline constexpr int sort_kinds = 2;  // backend::SortKind

struct SortLoops {
    SortLoop sort[sort_kinds] = {};
    ArgsortLoop argsort[sort_kinds] = {};
    bool is_lent = false;  // sort
};

const SortLoops& sort_loops(Dtype dtype);

// From now on these loops are used for the type; null entries change nothing. The caller sees to it
// that nothing is being sorted. Loops of bytes are not replaced: counting them is faster. Nor is
// a quick one of halves that leaves them out of order.
void lend_sort_loops(Dtype dtype, const SortLoops& loops);

// The stable order of a lane by the digits of its elements, in place of comparisons: `positions`
// holds the order so far, that of the places if they are fresh. False, with nothing done, for
// complex numbers, for short lanes, for runs that a lent loop merges sooner, for more than 2^32
// elements and if there is not enough memory.
bool order_by_digits(Dtype dtype, const void* data, std::int64_t* positions, std::int64_t count,
                     backend::Positions start);

// Sorts a lane of two-byte elements of which equal ones look the same. False, with nothing done, if
// there is not enough memory: 1 MB.
bool sort_by_counting(Dtype dtype, void* data, std::int64_t count);
// Whether counting such a lane is faster than the type's loop; false for types of other sizes.
bool pays_to_count(Dtype dtype, std::int64_t count);

// Sorts a long lane of integers of four bytes or more that lie in a narrow range, as labels do.
// False, with nothing done, for all others, and if there is not enough memory: 1 MB.
bool sort_narrow_integers(Dtype dtype, void* data, std::int64_t count);

// Real numbers of four bytes or more: counting shorter ones is faster.
bool goes_in_pieces(Dtype dtype);
// Sorts a long lane of them in pieces, each by `loop` on a thread of its own, and merges these.
// False, with the lane unchanged, for other types and if there is not enough memory.
bool sort_in_pieces(Dtype dtype, SortLoop loop, void* data, std::int64_t count, int pieces);

}  // namespace numen::cpu
