// tracemalloc sees the memory of arrays: under NumPy's domain, as if NumPy had allocated it.
#pragma once

#include <cstddef>

namespace numen::front {

// The block is given back; of use where NumPy has told tracemalloc of it, and we free it.
void forget_trace(const void* data);

// Has the storage of arrays tell tracemalloc; once, at import. While nothing is traced a block costs
// two calls that return at once.
void prepare_tracing();

}  // namespace numen::front
