// What became of the operations that a place of the program has recorded: were they computed in one
// pass with others, or alone?
//
// To record and evaluate an operation by itself takes a microsecond or two more than to run it at
// once: that is a tenth to a half of its time where there are some ten thousand elements. Whether
// another operation will follow nobody knows in advance, but a place in a loop does the same each
// time. So one whose last results were computed alone runs at once; now and then it records again,
// to find out anew. The results have the same bits either way.
//
// All under the lock.
#pragma once

#include <cstdint>

namespace numen::graph {

// A place and an operation; 0: none.
using Habit = std::uint16_t;

// `place` tells places in the program apart; what it points to is not looked at.
Habit habit_of(const void* place, const void* operation);

// Is it better to run the operation at once? Asked before each recording.
bool is_mostly_alone(Habit habit);

// Whether habits count (for tests); what it was before.
bool set_habits(bool count);

void note_alone(Habit habit);
void note_fused(Habit habit);

}  // namespace numen::graph
