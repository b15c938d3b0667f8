// Folds of a few packed elements, for work that has very many of them.
#pragma once

#include "numen/dtype.h"
#include "ops/reduction.h"

namespace numen::cpu {

// The fold of `count` > 0 aligned elements at `from` goes to `to`; all of one type. Flags stay in
// the status register.
using ShortFold = void (*)(char* to, const char* from, std::int64_t count);

// Null if there is none for the operation and the type.
ShortFold short_fold(ReduceOp op, Dtype dtype);

}  // namespace numen::cpu
