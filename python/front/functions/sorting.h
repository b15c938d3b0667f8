// What the functions that put elements in order have in common.
#pragma once

#include "front/array/object.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "ops/status.h"

namespace numen::front {

// The axis along which an array is put in order.
struct LaneAxis {
    int axis = 0;
    bool is_flat = false;  // axis=None: of all elements in C order
};

// Reads axis= (-1 where absent) for `nd` axes, looked at last as by read_axis. error: NumPy's
// AxisError is set.
Read read_lane_axis(PyObject* argument, const int& nd, LaneAxis& axis);

// Whether the reading of an axis, which may run the program's code, has left an array that the
// call puts in order read-only; true with ValueError set, which says what was to be done to it.
bool has_become_read_only(PyObject* array, const char* act);

// A copy that a function puts in order: of the array as it lies in memory, or flat.
Ref copy_for_sorting(ArrayObject* a, bool is_flat);

// Runs work() on so many elements, which it sorts, searches or counts, without the lock if there
// are many.
template <class Work> Status unlocked(npy_intp elements, Work&& work) {
    constexpr double cost = 6;  // nanoseconds each
    return without_lock(cost * static_cast<double>(elements), work);
}

// Enters NumPy's loops, vector code for most types and machines, into the engine's table.
void lend_numpys_sort_loops();

}  // namespace numen::front
