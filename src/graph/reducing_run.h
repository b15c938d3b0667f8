// Runs the groups that reduce axes: those that go row by row, and a reduction by itself.
#pragma once

#include "graph/evaluate.h"
#include "graph/grouping.h"

namespace numen::graph {

// All that the group reads is there.
Outcome run_reducing(Group group, std::vector<Report>& reports);

}  // namespace numen::graph
