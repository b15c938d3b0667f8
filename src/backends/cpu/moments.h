// The sum, the squared distances and the extrema of one packed row of float32 or float64.
#pragma once

#include "backends/backend.h"
#include "backends/cpu/pieces.h"

namespace numen::cpu {

// The pieces of a row that lies at `data`.
inline PieceSource stored_pieces(const void* data, Dtype dtype) {
    return [=](std::int64_t begin, std::int64_t) {
        return static_cast<const char*>(data) + begin * itemsize(dtype);
    };
}

// Rows of which var and std are made of the pieces' moments; shorter ones are NumPy's two passes.
bool has_moments(Dtype in, std::int64_t count);

// The reductions sum, mean, var, std, min, max of such a row, whose pieces `source` makes, from
// what is known, which is added to; `out` receives one element of `to`, the result's type.
Status reduce_moments(ReduceOp op, Dtype in, std::int64_t count, const PieceSource& source,
                      double ddof, backend::Moments& moments, Dtype to, void* out);

}  // namespace numen::cpu
