// One recorded operation: which loop or reduction, on which buffers seen through which layouts.
//
// A node holds Buffers and copied layouts, never arrays: reshaping, retyping or deleting the
// array it was recorded from changes nothing. Operands of dimension zero are copied by value.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "array/buffer.h"
#include "array/axis_list.h"
#include "array/strided.h"
#include "graph/habits.h"
#include "ops/operation.h"
#include "ops/reduction.h"

namespace numen::graph {

// A copied layout on a buffer, on memory that the caller answers for (nodes that run at once), or,
// without either, one value.
struct Operand {
    Buffer* buffer = nullptr;
    char* memory = nullptr;
    std::uint64_t version = 0;
    Dtype dtype = Dtype::float64;
    std::int64_t offset = 0;
    AxisList shape, strides;
    alignas(16) std::array<char, 16> value{};

    StridedView view() const;
    std::size_t elements() const;
    std::size_t bytes() const;
    std::size_t distinct_bytes() const;  // without those of repeated elements
};

// Where an operation was asked for: the front's, which warns by it of what the values brought.
class Origin {
  public:
    virtual ~Origin() = default;
};

class Node {
public:
    const LoopEntry* loop = nullptr;  // null: the input converted to the output's type
    Op op{};
    std::uint64_t reduced_axes = 0;  // of the input, in bits; 0: an elementwise operation
    ReduceOp reduction{};
    std::uint64_t serial = 0;  // later ones were recorded later
    Habit habit = 0;  // of the place that recorded it
    std::uint32_t place = 0;  // whose it is, for those who watch (watching.h); 0: nobody's
    std::vector<Operand> inputs;
    std::unique_ptr<Origin> origin;  // null where it is not needed
    Operand output;  // its buffer owns this node and is not counted here
    bool is_spent = false;  // what wanted the values has had them: they are not to be charged
    Node *earlier = nullptr, *later = nullptr;  // among all living nodes (pending.h)

    Node() = default;
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node();  // releases the input buffers, never recursively (discard)
};

// Frees a node that produced nothing anybody holds, or that has been computed.
void discard(Node* node);

}  // namespace numen::graph
