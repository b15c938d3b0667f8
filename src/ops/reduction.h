// Which reductions and scans there are, and what types they accumulate in and return.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "numen/dtype.h"

namespace numen {

enum class ReduceOp : std::uint8_t {
    sum, prod, min, max, mean, var, std, any, all, argmin, argmax, count_nonzero, fmin, fmax,
};

inline constexpr int reduce_op_count = static_cast<int>(ReduceOp::fmax) + 1;

// NumPy's name of it.
std::string_view name(ReduceOp op);

struct ReduceTypes {
    Dtype accumulator;  // sum of int8 accumulates in int64, of float16 in float32 …
    Dtype output;       // NumPy's result type when dtype= is not given
};

struct ReduceTable {
    ReduceTypes types[reduce_op_count][dtype_count];
};
extern const ReduceTable reduce_table;

inline ReduceTypes resolve_reduction(ReduceOp op, Dtype input) {
    return reduce_table.types[static_cast<int>(op)][static_cast<int>(input)];
}

// True if the reduction of nothing has a value (sum 0, prod 1, any False, all True …); the others
// raise "zero-size array to reduction operation maximum which has no identity".
bool has_identity(ReduceOp op);

}  // namespace numen
