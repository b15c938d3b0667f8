// Recorded sums of float64 for the tests of src/graph, without a front.
#pragma once

#include <algorithm>
#include <cstdint>

#include "array/buffer.h"
#include "graph/evaluate.h"
#include "ops/operation.h"

namespace numen::unit {

inline const LoopEntry& loop(Op op) { return resolve(op, Dtype::float64, Dtype::float64); }

// An operand on all of a buffer, or from its element `first` on.
inline graph::Operand operand(Buffer* buffer, std::int64_t count, std::int64_t first = 0) {
    graph::Operand made;
    made.buffer = buffer;
    made.offset = 8 * first;
    made.shape = {count};
    made.strides = {8};
    return made;
}

// Records an operation on x and y; the inputs stay the caller's.
inline Buffer* record(Op op, const graph::Operand& x, const graph::Operand& y) {
    auto* node = new graph::Node;
    node->loop = &loop(op);
    node->op = op;
    for (const graph::Operand& input : {x, y}) {
        input.buffer->retain();
        node->inputs.push_back(input);
    }
    node->output.shape = node->output.strides = x.shape;
    std::int64_t step = 8;
    for (std::size_t axis = x.shape.size(); axis-- > 0; step *= x.shape[axis]) {
        node->output.strides[axis] = step;
    }
    return graph::record(node);
}

inline Buffer* add(const graph::Operand& x, const graph::Operand& y) {
    return record(Op::add, x, y);
}

inline Buffer* twice(const graph::Operand& x) { return add(x, x); }

// A handle on a buffer, as the front's arrays have one.
struct Handle {
    Buffer* buffer;
    char* data = nullptr;
    Alias alias;
    explicit Handle(Buffer* held) : buffer(held) {
        alias.data = &data;
        buffer->link(alias);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        buffer->unlink(alias);
        buffer->release();
    }
    double at(std::int64_t place) const { return reinterpret_cast<double*>(data)[place]; }
};

inline Handle ones(std::int64_t count) {
    Buffer* buffer = Buffer::create(8 * count);
    std::fill_n(reinterpret_cast<double*>(buffer->data()), count, 1.0);
    return Handle(buffer);
}

}  // namespace numen::unit
