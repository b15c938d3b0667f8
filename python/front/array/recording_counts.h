// Counts what recording operations, instead of running them at once, would gain in a program: how
// many could be computed together at an evaluation, how large they are, what triggers it; and why
// the others could not have been recorded. Off unless asked for.
#pragma once

#include <source_location>

#include "front/array/object.h"

namespace numen::front {

// Why an operation is run at once. `small` has no large result, `foreign` reads memory that anybody
// may write, `alone` has never been computed together with others (graph/habits.h).
enum class AtOnce { small, several_results, foreign, error_state, library, profiled, alone };

const char* text(AtOnce reason);

bool counts_recording();
void count_at_once(AtOnce reason, npy_intp elements);
// `looker` wants the values of a pending buffer.
void count_look(Buffer* buffer, const std::source_location& looker);

// count_recording(enabled): starts from zero, everything that can be recorded is.
PyObject* count_recording(PyObject* module, PyObject* enabled);
// recording_counts(): (looks, at_once). Looks: {(file, operations, elements): times}; at_once:
// {reason: (operations, elements)}. Elements of looks are rounded down to a power of two.
PyObject* recording_counts(PyObject* module, PyObject* ignored);

}  // namespace numen::front
