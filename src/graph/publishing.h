// What becomes of the results of a group: memory before it runs, publication once it has run.
#pragma once

#include <span>
#include <vector>

#include "graph/evaluate.h"
#include "graph/grouping.h"

namespace numen::graph {

// Gets the memory for what is stored, but for `unstored`; false where there is none.
bool allocate_results(const Group& group, const Node* unstored = nullptr);

// What a run came to that gave this status.
Outcome outcome_of(Status status);

// Publishes what is stored and moves what the members complain of, by member, to `reports`. What
// was not stored has no readers but members: it goes with them.
// The places in the program that recorded the members are told whether that paid (habits.h).
void publish_results(Group& group, std::span<const Status> complaints,
                     std::vector<Report>& reports, bool has_paid);

}  // namespace numen::graph
