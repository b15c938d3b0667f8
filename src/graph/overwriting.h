// Results that are written over what they are made of. NumPy does so in expressions
// (`x[mask] * 2 + 1` takes the memory of `x[mask]`), so a program may have no room for more.
#pragma once

#include "graph/grouping.h"

namespace numen::graph {

// Of so many bytes, 16 MB: less is soon had, and work that overwrites what it reads cannot be
// stopped. Tests make it small, as the sizes in backends/cpu/tuning.h.
std::size_t least_overwritten();
void set_overwrites_small(bool wanted);
// How many results were written over an input since the process began.
std::uint64_t overwritten_inputs();
void count_overwritten_input();

// The input of a group of elements that its last member may overwrite: large, held by nothing but
// the group, read element by element where the result goes. Null if there is none.
Buffer* overwritable_input(const Group& group);

// Has the group lost an input: was there no memory amid work that had begun to overwrite it?
bool has_lost_inputs(const Group& group);

}  // namespace numen::graph
