// All that is recorded and not yet computed: how much it is, and what it keeps alive.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/node.h"

namespace numen::graph {

// Every living node is entered, oldest first.
void enter(Node* node);
void leave(Node* node);

// The oldest living node, null if there is none; Node::later leads to the others.
const Node* oldest_living();
// Which rule the living nodes break, null if none: for debugging. O(nodes and their inputs).
const char* broken_rule();

// The serial number of the newest living node, 0 where there is none.
std::uint64_t newest_serial();
// Of those recorded up to a serial number, the newest buffer that waits for its values and that
// some array holds; null if there is none.
Buffer* newest_held(std::uint64_t last);
// The same without what threads are computing.
Buffer* newest_held_at_rest(std::uint64_t last);
// Is anything recorded that has not been computed? For threads without the lock.
bool is_anything_pending();
// All of them, oldest first, each with one reference.
std::vector<Buffer*> all_held();

// True once recorded work should run before more is recorded: there is as much of it as one program
// takes, or it keeps more memory alive than it may.
bool is_over_bounds();

// Memory that only recorded work keeps alive (its arrays are gone) may be 48 MB, or a tenth of the
// program's. Before other memory is taken that is the whole rule. Of what is recorded the program
// would have had one dead input and its result in memory at once, and what it holds now. No more
// than that is to be taken: where all that is recorded would, it is not computed at once, and where
// one result after the other would, nothing more is recorded before.
enum class Before { recording, evaluation, allocation };
bool pins_too_much(Before what);
// Whether that is worth asking. Of the 64 MB by which the process may exceed the program's own
// peak, the allocator and the engine take some.
inline constexpr std::size_t least_pinned_bytes = std::size_t{48} << 20;
extern std::size_t input_bytes;  // of all nodes' inputs, counted as often as they are read
inline bool may_pin_much() { return input_bytes > least_pinned_bytes; }
// Whether the system has memory for so many bytes besides the pending results that arrays hold:
// without recording they would have it by now. Asked before so much is recorded, or taken. Cheap
// where little is pending.
bool has_room(std::size_t bytes, Before what);
// How often the system has been asked since the process began.
std::size_t room_requests();
// The oldest buffer that waits for its values, that some array holds and no thread is computing.
Buffer* oldest_held_at_rest();

// While results are charged, a result that was never read is computed too, soon after
// it was dropped: a program that reads clocks wants to know how long it takes. Everything
// dropped is computed by the next call that computes or records.
void set_charging(bool enabled);
bool is_charging();
// Keeps the node of a result that was given up; false where nothing is charged.
bool charge(Node* node);
// How many such results have been computed since the process began.
std::size_t charged_results();
// The results to be charged, each with one reference.
std::vector<Buffer*> take_charged();

}  // namespace numen::graph
