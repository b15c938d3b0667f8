// Background evaluation: large recorded work that stays pending for a while is computed beside the
// Python code that runs meanwhile.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Called after each recording, with its number of elements: work on fewer than 2^20 waits for an
// evaluation trigger. A thread that waits for such work is started when first needed; it ends
// before Python does.
void start_if_nobody_looks(npy_intp elements);
// Tests that wait for a certain thread to compute want no other to do so.
void set_starting(bool enabled);

// Background evaluation is to stop: the work is pending again.
void stop_what_started();
// Is the calling thread the one that starts work, and is it to stop?
bool is_starter_to_stop();

}  // namespace numen::front
