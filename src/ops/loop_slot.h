// The slots of an operation's loops: one for each type a loop can read, and a few for loops over
// two different types.
#pragma once

#include "numen/dtype.h"

namespace numen {

inline constexpr int slot_int64_uint64 = dtype_count;      // comparisons
inline constexpr int slot_uint64_int64 = dtype_count + 1;
inline constexpr int slot_wide_scaling = dtype_count;      // ldexp: float16-64 with int64
inline constexpr int no_loop = dtype_count + 3;
inline constexpr int loop_slots = dtype_count + 4;         // the last one is never filled

}  // namespace numen
