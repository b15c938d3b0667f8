// Numbers between two bounds: both operations on a piece before the next piece is read.
#include <algorithm>

#include "backends/backend.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {

namespace {

constexpr std::int64_t piece_bytes = 8 << 10;     // of the result, in the first cache
constexpr std::int64_t grain_bytes = 512 << 10;   // as for arithmetic

}  // namespace

Status clip(const StridedView& out, const StridedView& in, const void* low, const void* high) {
    using namespace numen::cpu;
    const Loop raise = resolve(Op::maximum, out.dtype, out.dtype).run;
    const Loop lower = resolve(Op::minimum, out.dtype, out.dtype).run;
    LoopNest<2> nest;
    if (!nest.build({&out, &in})) return status_ok;
    const std::int64_t to = nest.inner_step(0), from = nest.inner_step(1);
    const std::int64_t raising[] = {from, 0, to}, lowering[] = {to, 0, to};
    char* const bounds[] = {static_cast<char*>(const_cast<void*>(low)),
                            static_cast<char*>(const_cast<void*>(high))};
    const std::int64_t piece = piece_bytes / itemsize(out.dtype), count = nest.inner_count();
    const auto clip_row = [&](char* at, char* read, std::int64_t length) {
        Status status = status_ok;
        for (std::int64_t begin = 0; begin < length; begin += piece) {
            const std::int64_t some = std::min(piece, length - begin);
            char* const target = at + begin * to;
            char* const first[] = {read + begin * from, bounds[0], target};
            char* const second[] = {target, bounds[1], target};
            status |= raise(first, raising, some) | lower(second, lowering, some);
        }
        return status;
    };
    const std::int64_t grain = grain_bytes / itemsize(out.dtype), rows = nest.row_count();
    if (rows == 1) {
        return parallel_for_short(count, grain, [&](std::int64_t begin, std::int64_t end) {
            return clip_row(nest.data[0] + begin * to, nest.data[1] + begin * from, end - begin);
        });
    }
    return parallel_for(rows, grain / count + 1, [&](std::int64_t begin, std::int64_t end) {
        Status status = status_ok;
        nest.for_rows(begin, end,
                      [&](char* const* data) { status |= clip_row(data[0], data[1], count); });
        return status;
    });
}

}  // namespace numen::backend
