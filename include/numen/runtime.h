// The library itself: its version, the processor's instructions it uses, its threads.
#pragma once

#include <string_view>

#include "numen/export.h"

namespace numen {

// "0.1.0": of the library that runs.
NUMEN_API std::string_view version();
// "v2", "v3", "v4" (levels of x86-64) or "neon": chosen for this processor when the library is
// loaded; the environment variable NUMEN_CPU asks for a lower one.
NUMEN_API std::string_view instruction_set();
// Threads that one call may use, the caller's among them; at first NUMEN_NUM_THREADS, else
// OMP_NUM_THREADS, else the processors this process may use.
NUMEN_API int thread_count();
// Values below 1 mean 1.
NUMEN_API void set_thread_count(int threads);

}  // namespace numen
