// When work happens: the one door through which the front records operations and asks for results.
//
// All of it runs under the lock that running.h tells of, which is left while programs run.
#pragma once

#include <span>

#include "graph/node.h"
#include "graph/running.h"
#include "ops/reduction.h"
#include "ops/status.h"

namespace numen::graph {

void set_deferral(bool enabled);
bool deferral();

// Records `node` (its inputs filled in, with a reference to each buffer, their versions current) as
// the producer of a new pending buffer, which is returned with one reference. Takes ownership of
// the node.
Buffer* record(Node* node);

// The floating-point status bits that an operation's loop left, and whose they are.
struct Report {
    Status status = status_ok;
    std::unique_ptr<Origin> origin;
};
// Computes a pending buffer and whatever it needs; nothing is published that was not computed. Of
// any outcome but done, what is left stays pending.
Outcome evaluate(Buffer* buffer, std::vector<Report>& reports);

// What computing a pending buffer would take: operations, and the elements of the largest result.
struct Pending {
    std::size_t operations = 0;
    std::size_t elements = 0;
};
Pending pending_work(Buffer* buffer);

// A full reduction of a pending buffer's elements, its computation's last step.
struct Reduction {
    bool is_done = false;  // false: no reduction of this kind, the values are needed in memory
    Status status = status_ok;
    std::vector<Report> reports;
};
// Reduces without storing the values, unless they are kept; `out` receives one element of
// resolve_reduction's output type. The buffer's elements lie in C order and all are reduced.
Outcome reduce(ReduceOp op, Buffer* buffer, bool is_kept, void* out, Reduction& result);

// Runs an operation now, with what it reads as the first steps of its program, and writes the
// result where its output says: memory of the caller's that no other recorded operation reads. The
// values of `given_up` are not stored, though an array holds them yet: it is about to go. `status`
// is the operation's own.
Outcome evaluate_into(Node& node, std::span<Buffer* const> given_up, Status& status,
                      std::vector<Report>& reports);

// Computes every pending node that reads `buffer`, while it still has the values they recorded.
Outcome settle(Buffer* buffer, std::vector<Report>& reports);

// Computes everything that some array holds, and what is to be charged (pending.h).
Outcome evaluate_all(std::vector<Report>& reports);
// Computes what is to be charged, and what some array holds and no thread is computing.
Outcome evaluate_at_rest(std::vector<Report>& reports);

// Where memory has run out: computes what arrays hold, oldest first and as far as there is memory
// for it, so that inputs which only recorded work kept are released. Done if something was
// computed.
Outcome release_inputs(std::vector<Report>& reports);

}  // namespace numen::graph
