// Rows of numbers at equal distances, in pieces for several threads.
#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {

Status ramp(Dtype dtype, void* out, std::int64_t count, const void* start, const void* step) {
    constexpr std::int64_t grain_elements = 64 << 10;
    const cpu::RampLoop loop = cpu::data_kernels().ramp[static_cast<int>(dtype)];
    cpu::clear_floating_flags();
    const Status status = cpu::parallel_for(
        count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
            loop(static_cast<char*>(out) + begin * itemsize(dtype), begin, end - begin, start,
                 step);
        });
    return status | cpu::floating_flags();
}

}  // namespace numen::backend
