// Reductions over any set of axes.
//
// Outputs are made in blocks that share loops; a reduction with few outputs and much input is
// cut along the reduced axis into pieces whose totals are merged in a fixed tree. Pieces depend
// on the shape alone, so the result does not depend on the number of threads.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/folding.h"
#include "backends/cpu/moments.h"
#include "backends/cpu/pieces.h"
#include "backends/cpu/program.h"
#include "backends/cpu/reduction_plan.h"
#include "backends/cpu/search.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/variance.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr std::int64_t block_outputs = Folding::block_outputs;
constexpr std::int64_t grain_elements = 64 << 10;
constexpr std::int64_t close_bytes = 1 << 20;  // what is in no first or second cache is larger
constexpr std::int64_t outer_block = 16;  // outer positions that are added one after another
constexpr int total_bytes = Folding::total_bytes;

class Reducer {
  public:
    // With a source the plan's data may be null: it is a row that comes in pieces.
    Reducer(ReduceOp op, const ReductionPlan& plan, Dtype accumulator,
            const PieceSource* source = nullptr)
        : source_(source), plan_(plan),
          folding_(op, plan.in_dtype, plan.out_dtype, accumulator, plan.runs_along_rows()),
          reduced_count_(plan.reduced.count()), is_ordered_(folding_.is_ordered()),
          width_(block_width()) {}

    Status run() const {
        const std::int64_t outputs = plan_.kept.count();
        const bool is_divided = plan_.reduced.ndim == 1 && plan_.kept.ndim <= 1 && !is_ordered_ &&
                                outputs <= block_outputs / 8 &&
                                outputs * reduced_count_ >= 2 * piece_elements;
        return is_divided ? run_pieces(outputs) : run_blocks();
    }

  private:
    // The outputs of a block. Columns of what is in no cache close by make wide ones: wherever a
    // row is left, memory is idle. Converted, they are added by pieces whose length hangs on the
    // width, and that on the number of threads.
    std::int64_t block_width() const {
        const std::int64_t columns = plan_.kept.inner_count();
        const std::int64_t elements = plan_.kept.count() * reduced_count_;
        const bool is_far = elements * itemsize(plan_.in_dtype) > close_bytes;
        const bool is_plain = plan_.reduced.ndim <= 1 && !folding_.converts();
        if (plan_.runs_along_rows() || !is_plain || !is_far) return block_outputs;
        return std::clamp((columns - 1) / thread_count() + 1, block_outputs,
                          Folding::widest_outputs);
    }

    // Totals of `count` outputs over the outer reduced positions [begin, end), in pairs of halves
    // so that the error grows with the logarithm of their number.
    void make_totals(const char* row, std::int64_t count, std::int64_t begin, std::int64_t end,
                     void* totals) const {
        const AxisGroup& reduced = plan_.reduced;
        if (end - begin > outer_block && !is_ordered_) {
            const std::int64_t middle = begin + (end - begin) / 2;
            alignas(64) char right[block_outputs * total_bytes];
            make_totals(row, count, begin, middle, totals);
            make_totals(row, count, middle, end, right);
            return folding_.merge(totals, right, count);
        }
        for (std::int64_t index = begin; index < end; ++index) {
            const FoldSpan span{row + reduced.outer_offset(index, reduced.in),
                                plan_.kept.inner_in(), count, reduced.inner_in(),
                                reduced.inner_count()};
            folding_.add(totals, index == begin, span);
        }
    }

    Status run_block(std::int64_t block, std::int64_t blocks_per_row) const {
        const AxisGroup& kept = plan_.kept;
        const std::int64_t row = block / blocks_per_row;
        const std::int64_t begin = block % blocks_per_row * width_;
        const std::int64_t count = std::min(width_, kept.inner_count() - begin);
        // Wide blocks are not on the stack, which may be a small one.
        alignas(64) char near[block_outputs * total_bytes];
        const bool is_wide = width_ > block_outputs;
        const std::unique_ptr<char[]> wide(
            is_wide ? new (std::nothrow) char[static_cast<std::size_t>(width_ * total_bytes)]
                    : nullptr);
        if (is_wide && wide == nullptr) return status_no_memory;
        char* const totals = is_wide ? wide.get() : near;
        make_totals(plan_.data + kept.outer_offset(row, kept.in) + begin * kept.inner_in(), count,
                    0,
                    plan_.reduced.outer_count(), totals);
        folding_.finish(
            totals, count, reduced_count_,
            plan_.out + kept.outer_offset(row, kept.out) + begin * kept.inner_out(),
            kept.inner_out());
        return status_ok;
    }

    Status run_blocks() const {
        const std::int64_t blocks_per_row =
            (plan_.kept.inner_count() + width_ - 1) / width_;
        const std::int64_t blocks = blocks_per_row * plan_.kept.outer_count();
        const std::int64_t block_elements =
            std::min(width_, plan_.kept.inner_count()) * reduced_count_;
        return parallel_for(blocks, grain_elements / block_elements + 1,
                            [&](std::int64_t begin, std::int64_t end) {
                                Status status = status_ok;
                                for (std::int64_t block = begin; block < end; ++block) {
                                    status |= run_block(block, blocks_per_row);
                                }
                                return status;
                            });
    }

    Status run_pieces(std::int64_t outputs) const {
        const Pieces pieces(reduced_count_,
                            std::max<std::int64_t>(piece_elements / outputs, 512));
        const std::int64_t stride = outputs * total_bytes;
        std::vector<char> totals(static_cast<std::size_t>(pieces.number() * stride));
        const Fold fold = folding_.fold();
        const bool can_stop = source_ == nullptr && outputs == 1 &&
                              (fold == Fold::any || fold == Fold::all);
        std::atomic<bool> is_decided = false;
        // Pieces of many outputs are longer.
        const auto share = outputs == 1 ? parallel_for_short : parallel_for;
        const Status status =
            share(pieces.number(), 2, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t piece = begin; piece < end; ++piece) {
                    char* at = totals.data() + piece * stride;
                    *at = fold == Fold::all;
                    if (is_decided.load(std::memory_order_relaxed)) continue;
                    fold_piece(pieces.begin(piece), pieces.end(piece), outputs, at);
                    if (can_stop && (*at != 0) == (fold == Fold::any)) is_decided = true;
                }
            });
        pieces.join([&](std::int64_t first, std::int64_t second) {
            folding_.merge(totals.data() + first * stride, totals.data() + second * stride,
                           outputs);
        });
        folding_.finish(totals.data(), outputs, reduced_count_, plan_.out,
                        plan_.kept.inner_out());
        return status;
    }

    void fold_piece(std::int64_t begin, std::int64_t end, std::int64_t outputs,
                    void* totals) const {
        const std::int64_t step = plan_.reduced.inner_in();
        const char* data = source_ != nullptr ? (*source_)(begin, end) : plan_.data + begin * step;
        folding_.add(totals, true, {data, plan_.kept.inner_in(), outputs, step, end - begin});
    }

    const PieceSource* source_;
    const ReductionPlan& plan_;
    Folding folding_;
    std::int64_t reduced_count_;
    bool is_ordered_;
    std::int64_t width_;
};

void fill_identity(ReduceOp op, const StridedView& out, double ddof) {
    double value = 0;
    if (op == ReduceOp::prod || op == ReduceOp::all) value = 1;
    const bool is_spread = op == ReduceOp::var || op == ReduceOp::std;
    // A negative ddof divides no squares by a positive number.
    if (op == ReduceOp::mean || (is_spread && ddof >= 0)) {
        value = std::numeric_limits<double>::quiet_NaN();
    }
    const std::int64_t no_strides[max_dimensions] = {};
    StridedView source = out;
    source.data = reinterpret_cast<char*>(&value);
    source.dtype = Dtype::float64;
    source.strides = no_strides;
    copy(out, source);
}

bool is_packed_row(const ReductionPlan& plan) {
    return plan.kept.ndim == 0 && plan.reduced.ndim == 1 &&
           plan.reduced.inner_in() == itemsize(plan.in_dtype);
}

// The most frequent calls, one full contiguous reduction each, without a plan; false if the case
// is not one of them.
bool reduce_small(ReduceOp op, Dtype in, const FoldSpan& span, void* out) {
    const int dtype = static_cast<int>(in);
    const DataKernels& kernels = data_kernels();
    if (op == ReduceOp::argmin || op == ReduceOp::argmax) {
        alignas(16) char best[total_bytes];
        const SearchLoop search =
            op == ReduceOp::argmax ? kernels.search_max[dtype] : kernels.search_min[dtype];
        const std::int64_t place =
            search(best, true, span.data, span.reduced_step, span.reduced_count);
        std::memcpy(out, &place, sizeof(place));
        return true;
    }
    const bool is_mean = op == ReduceOp::mean;
    if (op == ReduceOp::var || op == ReduceOp::std || in == Dtype::float16) return false;
    if (is_mean && in != Dtype::float32 && in != Dtype::float64) return false;
    const ReduceTypes types = resolve_reduction(op, in);
    const Fold fold = fold_of(op, types.accumulator);
    const FoldLoop loop = kernels.rows[static_cast<int>(fold)][dtype];
    const bool is_narrowed = total_dtype(fold, in) != types.output;
    if (!is_narrowed && !is_mean) {
        loop(out, true, span);
        return true;
    }
    if (in == Dtype::complex64) return false;
    double total;
    loop(&total, true, span);
    if (is_mean) total /= static_cast<double>(span.reduced_count);
    if (in == Dtype::float64) {
        std::memcpy(out, &total, sizeof(total));
    } else {
        const float rounded = static_cast<float>(total);
        std::memcpy(out, &rounded, sizeof(rounded));
    }
    return true;
}

}  // namespace

namespace {

// The extremum of one element is that element.
bool copies(ReduceOp op, const StridedView& out, const StridedView& in) {
    return (op == ReduceOp::max || op == ReduceOp::min) && out.dtype == in.dtype &&
           element_count(out) == element_count(in);
}

Status copy_kept(const StridedView& out, const StridedView& in, std::uint64_t axes) {
    std::int64_t strides[max_dimensions];
    for (int axis = 0, kept = 0; axis < in.ndim; ++axis) {
        strides[axis] = (axes >> axis & 1) != 0 ? 0 : out.strides[kept++];
    }
    return copy({out.data, out.dtype, in.ndim, in.shape, strides}, in);
}

}  // namespace

Status reduce(ReduceOp op, const StridedView& out, const StridedView& in, std::uint64_t axes,
              Dtype accumulator, double ddof) try {
    if (element_count(out) == 0) return status_ok;
    if (element_count(in) == 0) {
        fill_identity(op, out, ddof);
        return status_ok;
    }
    if (op == ReduceOp::argmin || op == ReduceOp::argmax) {
        search(op == ReduceOp::argmax, out, in, axes);
        return status_ok;
    }
    if (copies(op, out, in)) return copy_kept(out, in, axes);
    const bool has_flags = reports_flags(op);
    if (has_flags) clear_floating_flags();
    const ReductionPlan plan(out, in, axes);
    const bool is_spread = op == ReduceOp::var || op == ReduceOp::std;
    if (is_spread && is_packed_row(plan) && has_moments(in.dtype, plan.reduced.count())) {
        Moments moments;
        return reduce_moments(op, in.dtype, plan.reduced.count(),
                              stored_pieces(plan.data, in.dtype), ddof, moments, out.dtype,
                              out.data);
    }
    const Status status = is_spread ? variance(plan, ddof, op == ReduceOp::std)
                                    : Reducer(op, plan, accumulator).run();
    return has_flags ? status | (floating_flags() & ~status_underflow) : status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

namespace {

constexpr std::int64_t few = 256;  // elements; those of more are not to be added up a second time

// A sum or mean that is a normal number has not overflowed, met no NaN and lost no digits below the
// normal ones: the register of floating-point flags need not be asked (1 to 5 ns of 65 to 95).
bool tells_flags(ReduceOp op, Dtype in) {
    return (op == ReduceOp::sum || op == ReduceOp::mean) &&
           (in == Dtype::float32 || in == Dtype::float64);
}

bool is_normal(Dtype dtype, const void* number) {
    return dtype == Dtype::float64 ? std::isnormal(*static_cast<const double*>(number))
                                   : std::isnormal(*static_cast<const float*>(number));
}

}  // namespace

Status reduce_contiguous(ReduceOp op, Dtype in, const void* data, std::int64_t count, void* out) {
    if (count > 0 && count < grain_elements) {
        const FoldSpan span{static_cast<const char*>(data), 0, 1, itemsize(in), count};
        if (count <= few && tells_flags(op, in) && reduce_small(op, in, span, out) &&
            is_normal(in, out)) {
            return status_ok;
        }
        const bool has_flags = in >= Dtype::float16 && reports_flags(op);
        if (has_flags) clear_floating_flags();
        if (reduce_small(op, in, span, out)) {
            return has_flags ? floating_flags() : status_ok;
        }
    }
    const ReduceTypes types = resolve_reduction(op, in);
    const std::int64_t step = itemsize(in);
    const StridedView source{static_cast<char*>(const_cast<void*>(data)), in, 1, &count, &step};
    const StridedView target{static_cast<char*>(out), types.output, 0, nullptr, nullptr};
    return reduce(op, target, source, 1, types.accumulator);
}

namespace {

bool comes_in_pieces(ReduceOp op, Dtype in, std::int64_t count) {
    if (op == ReduceOp::var || op == ReduceOp::std) return has_moments(in, count);
    if (op == ReduceOp::argmin || op == ReduceOp::argmax) return false;
    const Fold fold = fold_of(op, Dtype::float64);
    return !folds_in_order(fold, total_dtype(fold, in));
}

}  // namespace

bool reduce_program(ReduceOp op, const Program& program, std::span<const StridedView> operands,
                    void* out, std::span<Status> reports, Status& status) try {
    const StridedView& output = operands[0];
    const std::int64_t count = element_count(output), step = itemsize(output.dtype);
    if (count == 0 || !comes_in_pieces(op, output.dtype, count)) return false;
    ProgramRun run(program, operands, ProgramRun::Use::read);
    const PieceSource pieces = [&](std::int64_t begin, std::int64_t end) {
        return run.make_piece(output, begin, end);
    };
    if (op == ReduceOp::var || op == ReduceOp::std) {
        Moments moments;
        status = reduce_moments(op, output.dtype, count, pieces, 0.0, moments, output.dtype, out);
    } else if (count < 2 * piece_elements) {
        status = reduce_contiguous(op, output.dtype, pieces(0, count), count, out);
    } else {
        const ReduceTypes types = resolve_reduction(op, output.dtype);
        const ReductionPlan plan({static_cast<char*>(out), types.output, 0, nullptr, nullptr},
                                 {output.data, output.dtype, 1, &count, &step}, 1);
        clear_floating_flags();
        status = Reducer(op, plan, types.accumulator, &pieces).run();
        if (reports_flags(op)) status |= floating_flags() & ~status_underflow;
    }
    run.report(reports);
    return true;
} catch (const std::bad_alloc&) {
    status = status_no_memory;
    return true;
}

}  // namespace numen::backend
