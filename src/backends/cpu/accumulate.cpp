// Running sums, products, minima and maxima along one axis.
//
// Along the fastest axis every line is a scan of its own; along another one whole rows are added
// to the row before, so that memory is walked in order.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr std::int64_t grain_elements = 32 << 10;

Fold fold_of(ReduceOp op) {
    switch (op) {
        case ReduceOp::prod: return Fold::prod;
        case ReduceOp::min: return Fold::min;
        case ReduceOp::max: return Fold::max;
        default: return Fold::sum;
    }
}

// out and in without the scanned axis.
struct Others {
    std::int64_t shape[max_dimensions];
    std::int64_t out_strides[max_dimensions];
    std::int64_t in_strides[max_dimensions];
    LoopNest<2> nest;

    Others(const StridedView& out, const StridedView& in, int axis) {
        int place = 0;
        for (int i = 0; i < out.ndim; ++i) {
            if (i == axis) continue;
            shape[place] = out.shape[i];
            out_strides[place] = out.strides[i];
            in_strides[place++] = in.strides[i];
        }
        const StridedView reduced_out{out.data, out.dtype, place, shape, out_strides};
        const StridedView reduced_in{in.data, in.dtype, place, shape, in_strides};
        nest.build({&reduced_out, &reduced_in});
    }
};

Status scan(Fold fold, const StridedView& out, const StridedView& in, int axis) {
    const int row = static_cast<int>(fold), dtype = static_cast<int>(out.dtype);
    const ScanLineLoop line = data_kernels().scan_line[row][dtype];
    const ScanStepLoop step = data_kernels().scan_step[row][dtype];
    const Others others(out, in, axis);
    const LoopNest<2>& nest = others.nest;
    const std::int64_t count = out.shape[axis], width = nest.inner_count();
    const std::int64_t out_down = out.strides[axis], in_down = in.strides[axis];
    const std::int64_t out_step = nest.inner_step(0), in_step = nest.inner_step(1);
    const bool is_along = width == 1 || std::abs(out_down) <= std::abs(out_step);
    // Columns are taken in strips so that the row before is still in the cache.
    const std::int64_t strip = is_along ? 1 : std::min<std::int64_t>(width, 1024);
    const std::int64_t strips = (width + strip - 1) / strip;
    return parallel_for(
        strips * nest.row_count(), grain_elements / (count * strip) + 1,
        [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t item = begin; item < end; ++item) {
                nest.for_rows(item / strips, item / strips + 1, [&](char* const* data) {
                    const std::int64_t left = item % strips * strip;
                    char* to = data[0] + left * out_step;
                    const char* from = data[1] + left * in_step;
                    if (is_along) return line(to, out_down, from, in_down, count);
                    const std::int64_t columns = std::min(strip, width - left);
                    data_kernels().cast[dtype][dtype](to, out_step, from, in_step, columns);
                    for (std::int64_t i = 1; i < count; ++i) {
                        step(to + i * out_down, to + (i - 1) * out_down, out_step,
                             from + i * in_down, in_step, columns);
                    }
                });
            }
        });
}

}  // namespace

Status accumulate(ReduceOp op, const StridedView& out, const StridedView& in, int axis) {
    if (element_count(out) == 0) return status_ok;
    Status status = status_ok;
    StridedView source = in;
    if (in.dtype != out.dtype) {
        status = copy(out, in);
        source = out;
    }
    if (out.ndim == 0) return source.data == out.data ? status : status | copy(out, source);
    const bool has_flags = op == ReduceOp::sum || op == ReduceOp::prod;
    clear_floating_flags();
    status |= scan(fold_of(op), out, source, axis);
    return has_flags ? status | floating_flags() : status;
}

}  // namespace numen::backend
