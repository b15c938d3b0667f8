// Which recorded operations are computed together row by row.
//
// A row program goes over arrays of one shape along their last axis, each row of which fits the
// cache: reductions of the axis give a value for each row, which operations on all elements read as
// a column that is repeated along the axis, and other operations on such columns as it is. A
// softmax is one such program, x - x.max(axis=1, keepdims=True) and all that follows.
#pragma once

#include <optional>

#include "graph/grouping.h"

namespace numen::graph {

// The row program with `root` as its last operation; none if it takes in no reduction, or if that
// would have other bits by itself. `stored` will have been stored by groups before this one.
std::optional<Group> row_group_of(Node* root, const std::vector<Node*>& stored);

// The place of an operand among the inputs of a row group, or -1.
int input_of_rows(const Group& group, const Operand& operand);

// The shape of the arrays that a row group goes over.
const AxisList& shape_of_rows(const Group& group);

// Are two rows enough for a row program? For tests.
void set_small_groups(bool wanted);

}  // namespace numen::graph
