// What the functions on spans have in common: operands as the engine sees them, and checked.
#pragma once

#include <initializer_list>

#include "linalg/batched.h"
#include "numen/batched.h"
#include "numen/element_type.h"

namespace numen::linalg {

struct WorkspaceAccess {
    static batched::WorkSpace of(Workspace& work) {
        return {reinterpret_cast<char*>(work.memory_.get()), work.bytes(), work.threads()};
    }
};

}  // namespace numen::linalg

namespace numen::api {

using linalg::batched::Batch;

// A span of numbers, of vectors or of matrices.
template <class T, int N> Batch batch_of(const Span<T, N>& span) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    auto* const data = const_cast<char*>(reinterpret_cast<const char*>(span.data()));
    Batch batch{data, span.extent(0), 1, 1, span.stride(0) * size, 0, 0,
                dtype_of<std::remove_const_t<T>>};
    if constexpr (N > 1) {
        batch.rows = span.extent(1);
        batch.row_step = span.stride(1) * size;
    }
    if constexpr (N > 2) {
        batch.columns = span.extent(2);
        batch.column_step = span.stride(2) * size;
    }
    return batch;
}

// An operand of a call, and the shape it has to have.
struct Checked {
    const char* name;
    const Batch& batch;
    std::int64_t rows, columns;
};

// ShapeError where an operand has not its shape or not `count` matrices, or a side is beyond the
// work space's; LayoutError where a result shares memory with another operand, or elements of it
// with each other.
void check_batches(const char* name, std::int64_t count, std::initializer_list<Checked> results,
                   std::initializer_list<Checked> inputs, const linalg::Workspace& work,
                   linalg::Info info = {});

// All elements; all of info.
void fill(const Batch& batch, double value);
void clear(linalg::Info info);

}  // namespace numen::api
