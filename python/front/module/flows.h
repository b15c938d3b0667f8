// Which lines' arrays are given to which lines' calls: what follows from what in the program.
#pragma once

#include "front/module/places.h"

namespace numen::front {

// A call at that place made or changed an array.
void note_made(const PyObject* array, const Place& by);
// A call at that place was given an array: a flow from the line that made it, unless both calls are
// of one line and in the order in which they run.
void note_given(const PyObject* array, const Place& to);

}  // namespace numen::front
