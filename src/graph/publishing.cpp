#include "graph/publishing.h"

#include <algorithm>

#include "graph/habits.h"
#include "graph/overwriting.h"

namespace numen::graph {

bool allocate_results(const Group& group, const Node* unstored) {
    if (has_lost_inputs(group)) return false;
    return std::ranges::all_of(group.stored, [&](const Node* node) {
        Buffer* buffer = node->output.buffer;
        return node == unstored || buffer == nullptr || buffer->allocate();
    });
}

Outcome outcome_of(Status status) {
    // A request to stop was made once; memory will be found wanting again.
    if (status & status_stopped) return Outcome::interrupted;
    return status & status_no_memory ? Outcome::out_of_memory : Outcome::done;
}

void publish_results(Group& group, std::span<const Status> complaints,
                     std::vector<Report>& reports, bool has_paid) {
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        Node& member = *group.members[i];
        member.is_spent = true;
        (has_paid ? note_fused : note_alone)(member.habit);
        if (member.origin == nullptr || (complaints[i] & status_floating_mask) == 0) continue;
        reports.push_back({complaints[i], std::move(member.origin)});
    }
    // A node without a buffer, which wrote to its caller's memory, is the caller's.
    std::erase_if(group.stored, [](const Node* node) { return !node->output.buffer; });
    for (const Node* node : group.stored) node->output.buffer->publish();
    for (Node* node : group.stored) discard(node);
}

}  // namespace numen::graph
