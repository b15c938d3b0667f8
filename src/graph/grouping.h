// Which recorded operations are computed together.
//
// Operations join the one that somebody looks at as long as each element of theirs is read where
// it is needed and nowhere else: through the identity. What is read through another map (a slice, a
// broadcast, a transposition) is a wall: it is computed before, and stored.
#pragma once

#include <span>
#include <vector>

#include "graph/node.h"

namespace numen::graph {

struct Group {
    std::vector<Node*> members;         // producers before their consumers
    std::vector<const Operand*> inputs;  // what they read that no member produces, each once
    std::vector<Node*> stored;          // members whose values somebody else wants, the root too

    // Buffers without values among the inputs: to be computed before the group.
    std::vector<Buffer*> missing() const;
    int input_of(const Operand& operand) const;  // its place in `inputs`, or -1
};

// The largest group with `root` as its last operation. Arrays on the buffers `given_up` do not count
// as wanting their values.
Group group_of(Node* root, std::span<Buffer* const> given_up = {});

// The groups that computing `root` takes, in the order in which they run. Nothing is computed.
std::vector<Group> groups_of(Node* root);

// Does the operand read all of what the node produces, in its order?
bool is_identity(const Operand& operand, const Node& producer);

}  // namespace numen::graph
