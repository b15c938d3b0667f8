// Runs one loop and reads, or clears, the floating-point flags that it left.
#pragma once

#include "backends/cpu/floating_flags.h"
#include "front/module/numpy_api.h"
#include "ops/operation.h"

namespace numen::front {

// After a loop that judges by values: who called a function for each element (frompyfunc) reads the
// processor's flags, and warns of them.
inline void clear_unasked_flags(const LoopEntry& loop, npy_intp count) {
    if (count >= loop.quiet_below) cpu::clear_floating_flags();
}

// The loop by itself, with the errors that its flags or its values tell of.
inline Status run(const LoopEntry& loop, char* const* data, const npy_intp* steps,
                  npy_intp count) {
    if (loop.hardware_flags) cpu::clear_floating_flags();
    const Status status = loop.run(data, steps, count);
    if (loop.hardware_flags) return status | cpu::floating_flags();
    clear_unasked_flags(loop, count);
    return status;
}

// The same where no output is an input too. Reading the register takes as long as the work on a few
// elements, so it is not read beforehand: where flags are up afterwards, they may have been before,
// and a second run tells.
inline Status run_apart(const LoopEntry& loop, char* const* data, const npy_intp* steps,
                        npy_intp count) {
    if (!loop.hardware_flags) return run(loop, data, steps, count);
    const Status status = loop.run(data, steps, count);
    return cpu::floating_flags() == status_ok ? status : run(loop, data, steps, count);
}

}  // namespace numen::front
