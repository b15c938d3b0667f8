// Floating-point errors of work that was recorded and runs later, told as the call would have told
// them: at the user's line, as the error state and the warning filters of the call ask for.
#pragma once

#include <memory>
#include <vector>

#include "front/module/numpy_api.h"
#include "graph/evaluate.h"

namespace numen::front {

// May an operation that may meet floating-point errors be recorded here? Not where the error state
// raises, calls or logs, nor where warnings are errors, are shown by a function of the user's, are
// held back for a composite or have filters of a passing context, nor before a result is written to
// an output: those want to know at once. -1 with an exception set.
int may_report_later();

// Where this call stands, for the warnings of the operation `name` (static text); null without an
// exception where the error state ignores all errors.
std::unique_ptr<graph::Origin> call_site(const char* name);

// Warns of what recorded operations met; false if a warning was turned into an exception.
bool report_later(const std::vector<graph::Report>& reports);

// Takes the warning filters in force now for those of the program, from which contexts depart.
// Tests record whatever the filters: there they do not matter.
bool remember_filters(bool matter);

}  // namespace numen::front
