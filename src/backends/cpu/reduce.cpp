// Reductions over any set of axes.
//
// Outputs are made in blocks that share loops; a reduction with few outputs and much input is
// cut along the reduced axis into pieces whose totals are merged in a fixed tree. Pieces depend
// on the shape alone, so the result does not depend on the number of threads.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/moments.h"
#include "backends/cpu/pieces.h"
#include "backends/cpu/program.h"
#include "backends/cpu/reduction_plan.h"
#include "backends/cpu/search.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/variance.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr std::int64_t block_outputs = 512;
constexpr std::int64_t grain_elements = 64 << 10;
constexpr std::int64_t outer_block = 16;  // outer positions that are added one after another
constexpr int total_bytes = 16;

Fold fold_of(ReduceOp op, Dtype accumulator) {
    const bool is_logical = accumulator == Dtype::boolean;
    switch (op) {
        case ReduceOp::sum: return is_logical ? Fold::any : Fold::sum;
        case ReduceOp::prod: return is_logical ? Fold::all : Fold::prod;
        case ReduceOp::min: return Fold::min;
        case ReduceOp::max: return Fold::max;
        case ReduceOp::fmin: return Fold::fmin;
        case ReduceOp::fmax: return Fold::fmax;
        case ReduceOp::any: return Fold::any;
        case ReduceOp::all: return Fold::all;
        case ReduceOp::count_nonzero: return Fold::count;
        default: return Fold::sum;  // mean
    }
}

// The type the loops read: the input's own where its loop accumulates in what was asked for.
Dtype folded_dtype(Fold fold, Dtype in, Dtype accumulator) {
    if (fold == Fold::any || fold == Fold::all || fold == Fold::count) return in;
    if (fold == Fold::sum || fold == Fold::prod) {
        const bool is_exact = is_integer(in) || in == Dtype::boolean;
        if (is_exact && is_integer(accumulator)) return in;
        if (in == Dtype::float16 && accumulator == Dtype::float32) return in;
    }
    return accumulator;
}

// Folds whose result depends on the order: floating products pass through infinity and zero, and
// the first complex NaN is the extremum.
bool folds_in_order(Fold fold, Dtype total) {
    switch (fold) {
        case Fold::prod: return !is_integer(total);
        case Fold::min:
        case Fold::max:
        case Fold::fmin:
        case Fold::fmax: return is_complex(total);
        default: return false;
    }
}

class Reducer {
  public:
    // With a source the plan's data may be null: it is a row that comes in pieces.
    Reducer(ReduceOp op, const ReductionPlan& plan, Dtype accumulator,
            const PieceSource* source = nullptr)
        : source_(source), op_(op), plan_(plan), accumulator_(accumulator),
          fold_(fold_of(op, accumulator)),
          feeder_(plan.in_dtype, folded_dtype(fold_, plan.in_dtype, accumulator),
                  plan.runs_along_rows()),
          total_(total_dtype(fold_, feeder_.folded())), reduced_count_(plan.reduced.count()),
          is_ordered_(folds_in_order(fold_, total_)) {}

    Status run() const {
        const std::int64_t outputs = plan_.kept.count();
        const bool is_divided = plan_.reduced.ndim == 1 && plan_.kept.ndim <= 1 && !is_ordered_ &&
                                outputs <= block_outputs / 8 &&
                                outputs * reduced_count_ >= 2 * piece_elements;
        return is_divided ? run_pieces(outputs) : run_blocks();
    }

  private:
    void merge_totals(void* into, const void* from, std::int64_t outputs) const {
        const Fold fold = fold_ == Fold::count ? Fold::sum : fold_;
        data_kernels().columns[static_cast<int>(fold)][static_cast<int>(total_)](
            into, false, {static_cast<const char*>(from), itemsize(total_), outputs, 0, 1});
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
            return merge_totals(totals, right, count);
        }
        for (std::int64_t index = begin; index < end; ++index) {
            const FoldSpan span{row + reduced.outer_offset(index, reduced.in),
                                plan_.kept.inner_in(), count, reduced.inner_in(),
                                reduced.inner_count()};
            feeder_.fold(fold_, totals, index == begin, span);
        }
    }

    void divide(char* totals, std::int64_t count) const {
        const double elements = static_cast<double>(reduced_count_);
        if (total_ == Dtype::float64) {
            auto* values = reinterpret_cast<double*>(totals);
            for (std::int64_t i = 0; i < count; ++i) values[i] /= elements;
            return;
        }
        // NumPy divides by the complex number (count, 0): an infinite part leaves a NaN beside it.
        auto* values = reinterpret_cast<double*>(totals);
        const double scale = 1.0 / elements;
        for (std::int64_t i = 0; i < count; ++i) {
            const double real = values[2 * i], imag = values[2 * i + 1];
            values[2 * i] = (real + imag * 0.0) * scale;
            values[2 * i + 1] = (imag - real * 0.0) * scale;
        }
    }

    void finish(char* totals, std::int64_t count, char* out, std::int64_t out_step) const {
        if (op_ == ReduceOp::mean) divide(totals, count);
        const auto& cast = data_kernels().cast;
        const int to = static_cast<int>(plan_.out_dtype), total = static_cast<int>(total_);
        const bool is_rounded_twice = (op_ == ReduceOp::mean || op_ == ReduceOp::sum) &&
                                      accumulator_ == Dtype::float32 &&
                                      plan_.out_dtype == Dtype::float16;
        if (!is_rounded_twice) {
            cast[to][total](out, out_step, totals, itemsize(total_), count);
            return;
        }
        alignas(64) float rounded[block_outputs];
        const int between = static_cast<int>(Dtype::float32);
        cast[between][total](reinterpret_cast<char*>(rounded), 4, totals, itemsize(total_), count);
        cast[to][between](out, out_step, reinterpret_cast<char*>(rounded), 4, count);
    }

    void run_block(std::int64_t block, std::int64_t blocks_per_row) const {
        const AxisGroup& kept = plan_.kept;
        const std::int64_t row = block / blocks_per_row;
        const std::int64_t begin = block % blocks_per_row * block_outputs;
        const std::int64_t count = std::min(block_outputs, kept.inner_count() - begin);
        alignas(64) char totals[block_outputs * total_bytes];
        make_totals(plan_.data + kept.outer_offset(row, kept.in) + begin * kept.inner_in(), count,
                    0,
                    plan_.reduced.outer_count(), totals);
        finish(totals, count,
               plan_.out + kept.outer_offset(row, kept.out) + begin * kept.inner_out(),
               kept.inner_out());
    }

    Status run_blocks() const {
        const std::int64_t blocks_per_row =
            (plan_.kept.inner_count() + block_outputs - 1) / block_outputs;
        const std::int64_t blocks = blocks_per_row * plan_.kept.outer_count();
        const std::int64_t block_elements =
            std::min(block_outputs, plan_.kept.inner_count()) * reduced_count_;
        return parallel_for(blocks, grain_elements / block_elements + 1,
                            [&](std::int64_t begin, std::int64_t end) {
                                for (std::int64_t block = begin; block < end; ++block) {
                                    run_block(block, blocks_per_row);
                                }
                            });
    }

    Status run_pieces(std::int64_t outputs) const {
        const Pieces pieces(reduced_count_,
                            std::max<std::int64_t>(piece_elements / outputs, 512));
        const std::int64_t stride = outputs * total_bytes;
        std::vector<char> totals(static_cast<std::size_t>(pieces.number() * stride));
        const bool can_stop = source_ == nullptr && outputs == 1 &&
                              (fold_ == Fold::any || fold_ == Fold::all);
        std::atomic<bool> is_decided = false;
        const Status status =
            parallel_for(pieces.number(), 2, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t piece = begin; piece < end; ++piece) {
                    char* at = totals.data() + piece * stride;
                    *at = fold_ == Fold::all;
                    if (is_decided.load(std::memory_order_relaxed)) continue;
                    fold_piece(pieces.begin(piece), pieces.end(piece), outputs, at);
                    if (can_stop && (*at != 0) == (fold_ == Fold::any)) is_decided = true;
                }
            });
        pieces.join([&](std::int64_t first, std::int64_t second) {
            merge_totals(totals.data() + first * stride, totals.data() + second * stride, outputs);
        });
        finish(totals.data(), outputs, plan_.out, plan_.kept.inner_out());
        return status;
    }

    void fold_piece(std::int64_t begin, std::int64_t end, std::int64_t outputs,
                    void* totals) const {
        const std::int64_t step = plan_.reduced.inner_in();
        const char* data = source_ != nullptr ? (*source_)(begin, end) : plan_.data + begin * step;
        feeder_.fold(fold_, totals, true,
                     {data, plan_.kept.inner_in(), outputs, step, end - begin});
    }

    const PieceSource* source_;
    ReduceOp op_;
    const ReductionPlan& plan_;
    Dtype accumulator_;
    Fold fold_;
    Feeder feeder_;
    Dtype total_;
    std::int64_t reduced_count_;
    bool is_ordered_;
};

void fill_identity(ReduceOp op, const StridedView& out) {
    double value = 0;
    if (op == ReduceOp::prod || op == ReduceOp::all) value = 1;
    if (op == ReduceOp::mean || op == ReduceOp::var || op == ReduceOp::std) {
        value = std::numeric_limits<double>::quiet_NaN();
    }
    const std::int64_t no_strides[max_dimensions] = {};
    StridedView source = out;
    source.data = reinterpret_cast<char*>(&value);
    source.dtype = Dtype::float64;
    source.strides = no_strides;
    copy(out, source);
}

bool reports_flags(ReduceOp op) {
    return op == ReduceOp::sum || op == ReduceOp::prod || op == ReduceOp::mean ||
           op == ReduceOp::var || op == ReduceOp::std;
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
    const Fold fold = fold_of(op, Dtype::float64);
    const FoldLoop loop = kernels.rows[static_cast<int>(fold)][dtype];
    const bool is_narrowed = total_dtype(fold, in) != resolve_reduction(op, in).output;
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

Status reduce(ReduceOp op, const StridedView& out, const StridedView& in, std::uint64_t axes,
              Dtype accumulator, double ddof) try {
    if (element_count(out) == 0) return status_ok;
    if (element_count(in) == 0) {
        fill_identity(op, out);
        return status_ok;
    }
    if (op == ReduceOp::argmin || op == ReduceOp::argmax) {
        search(op == ReduceOp::argmax, out, in, axes);
        return status_ok;
    }
    const bool has_flags = reports_flags(op);
    if (has_flags) clear_floating_flags();
    const ReductionPlan plan(out, in, axes);
    const bool is_spread = op == ReduceOp::var || op == ReduceOp::std;
    if (is_spread && is_packed_row(plan) && has_moments(in.dtype, plan.reduced.count())) {
        Moments moments;
        return reduce_moments(op, in.dtype, plan.reduced.count(), stored_pieces(plan.data, in.dtype),
                              ddof, moments, out.dtype, out.data);
    }
    const Status status = is_spread ? variance(plan, ddof, op == ReduceOp::std)
                                    : Reducer(op, plan, accumulator).run();
    return has_flags ? status | (floating_flags() & ~status_underflow) : status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

Status reduce_contiguous(ReduceOp op, Dtype in, const void* data, std::int64_t count, void* out) {
    if (count > 0 && count < grain_elements) {
        const bool has_flags = in >= Dtype::float16 && reports_flags(op);
        if (has_flags) clear_floating_flags();
        const FoldSpan span{static_cast<const char*>(data), 0, 1, itemsize(in), count};
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
