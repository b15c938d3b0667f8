// Which recorded operations are computed together.
//
// Operations join the one that is evaluated as long as each element of theirs is read where
// it is needed and nowhere else: through the identity. What is read through another map (a slice, a
// broadcast, a transposition) is a fusion barrier: computed before, and stored. So is a reduction,
// unless the group goes row by row (row_grouping.h).
#pragma once

#include <span>
#include <vector>

#include "graph/node.h"

namespace numen::graph {

struct Group {
    enum class Kind { elements, rows, reduction };  // the last: one member, by itself

    Kind kind = Kind::elements;
    std::vector<Node*> members;         // producers before their consumers
    std::vector<const Operand*> inputs;  // what they read that no member produces, each once
    std::vector<Node*> stored;          // members whose values somebody else wants, the root too

    // The newest of the inputs without values that none of `there` makes, null if there is none. It
    // is to be computed before the group, and first: older ones may be steps of its program.
    Buffer* newest_missing(std::span<Node* const> there = {}) const;
    int input_of(const Operand& operand) const;  // its place in `inputs`, or -1
};

// The largest group with `root` as its last operation.
Group group_of(Node* root);
// The largest group of elements. Arrays on the buffers `given_up` do not count as wanting their
// values.
Group element_group_of(Node* root, std::span<Buffer* const> given_up = {});

bool contains(const std::vector<Node*>& nodes, const Node* node);
// Does an array or an operation that is none of these want what the member produces?
bool is_wanted_outside(const Node* member, const std::vector<Node*>& members);
// What still has to be computed for the operand; null if its values are there.
Node* pending_producer(const Operand& operand);
// The same element of the same memory, for operands of one number of axes?
bool same_input(const Operand& a, const Operand& b);

// The groups that computing `root` takes, in the order in which they run. Nothing is computed.
std::vector<Group> groups_of(Node* root);

// Does the operand read all of what the node produces, in its order?
bool is_identity(const Operand& operand, const Node& producer);

}  // namespace numen::graph
