// Chooses the kernel library for this processor and opens it when libnumen is loaded.
#pragma once

#include <string>
#include <string_view>

#include "backends/cpu/kernel_table.h"

namespace numen::cpu {

// The kernels in use. Before anything of the backend runs, load_error() must be empty.
const KernelTable& kernels();

// "v2", "v3", "v4" (x86-64 levels) or "neon": the set in use; NUMEN_CPU chooses a lower one.
std::string_view instruction_set();

// Why nothing can be computed (a damaged installation, an unknown NUMEN_CPU, a NUMEN_NUM_THREADS
// that is no number); empty if all is well.
const std::string& load_error();

}  // namespace numen::cpu
