// Two passes over pieces that stay in the second-level cache: the mean of the piece, then the
// squared distances from it, always in float64. Pieces are merged by Chan's update
// M = M_a + M_b + d^2 n_a n_b / n (Chan, Golub, LeVeque 1979), which keeps the accuracy of two
// passes over the whole. An array of one piece gives NumPy's own two-pass result.
#include "backends/cpu/variance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t block_outputs = 256;
constexpr std::int64_t piece_elements = 32 << 10;
constexpr std::int64_t grain_elements = 32 << 10;
constexpr std::int64_t outer_block = 16;  // outer positions that are added one after another

// Running moments of a block of outputs; a complex mean takes two doubles.
struct Moments {
    double count = 0;
    alignas(64) double mean[2 * block_outputs];
    alignas(64) double squares[block_outputs];
};

// Adds the outer positions [begin, end) into `totals` in pairs of halves; leaf(index, first,
// totals) adds one position.
template <class Leaf>
void add_pairwise(std::int64_t begin, std::int64_t end, double* totals, std::int64_t values,
                  const Leaf& leaf) {
    if (end - begin <= outer_block) {
        for (std::int64_t index = begin; index < end; ++index) leaf(index, index == begin, totals);
        return;
    }
    const std::int64_t middle = begin + (end - begin) / 2;
    alignas(64) double right[2 * block_outputs];
    add_pairwise(begin, middle, totals, values, leaf);
    add_pairwise(middle, end, right, values, leaf);
    for (std::int64_t i = 0; i < values; ++i) totals[i] += right[i];
}

class Variance {
  public:
    Variance(const ReductionPlan& plan, double ddof, bool is_root)
        : plan_(plan), ddof_(ddof), is_root_(is_root),
          parts_(is_complex(plan.in_dtype) ? 2 : 1),
          feeder_(plan.in_dtype, parts_ == 2 ? Dtype::complex128 : Dtype::float64,
                  plan.runs_along_rows()) {}

    Status run() const {
        const AxisGroup& kept = plan_.kept;
        const std::int64_t reduced = plan_.reduced.count();
        // Rows that fit the cache together need no pieces.
        const std::int64_t fitting = std::max<std::int64_t>(piece_elements / reduced, 1);
        const std::int64_t width = feeds_rows() ? std::min(block_outputs, fitting) : block_outputs;
        const std::int64_t blocks_per_row = (kept.inner_count() + width - 1) / width;
        const std::int64_t blocks = blocks_per_row * kept.outer_count();
        if (blocks == 1 && plan_.reduced.ndim == 1) return run_pieces(kept.inner_count());
        return parallel_for(
            blocks, grain_elements / (std::min(width, kept.inner_count()) * reduced) + 1,
            [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t block = begin; block < end; ++block) {
                    run_block(block, blocks_per_row, width);
                }
            });
    }

  private:
    bool feeds_rows() const { return plan_.runs_along_rows(); }

    void piece_moments(const FoldSpan& span, Moments& moments) const {
        feeder_.fold(Fold::sum, moments.mean, true, span);
        moments.count = static_cast<double>(span.reduced_count);
        divide(moments, span.kept_count);
        feeder_.squares(moments.squares, moments.mean, true, span);
    }

    void divide(Moments& moments, std::int64_t outputs) const {
        for (std::int64_t i = 0; i < outputs * parts_; ++i) moments.mean[i] /= moments.count;
    }

    void merge(Moments& a, const Moments& b, std::int64_t outputs) const {
        const double count = a.count + b.count;
        const double share = b.count / count, weight = a.count * share;
        for (std::int64_t i = 0; i < outputs; ++i) {
            double distance = 0;
            for (std::int64_t part = i * parts_; part < (i + 1) * parts_; ++part) {
                const double delta = b.mean[part] - a.mean[part];
                a.mean[part] += delta * share;
                distance += delta * delta;
            }
            a.squares[i] += b.squares[i] + distance * weight;
        }
        a.count = count;
    }

    void finish(Moments& moments, std::int64_t outputs, char* out, std::int64_t step) const {
        const double divisor = std::max(moments.count - ddof_, 0.0);
        for (std::int64_t i = 0; i < outputs; ++i) {
            const double value = moments.squares[i] / divisor;
            moments.squares[i] = is_root_ ? std::sqrt(value) : value;
        }
        data_kernels().cast[static_cast<int>(plan_.out_dtype)][static_cast<int>(Dtype::float64)](
            out, step, reinterpret_cast<const char*>(moments.squares), sizeof(double), outputs);
    }

    FoldSpan span_of(const char* row, std::int64_t outputs, std::int64_t outer) const {
        const AxisGroup& reduced = plan_.reduced;
        return {row + reduced.outer_offset(outer, reduced.in), plan_.kept.inner_in(), outputs,
                reduced.inner_in(), reduced.inner_count()};
    }

    // Several reduced axes: two passes over all of them.
    void nested_moments(const char* row, std::int64_t outputs, Moments& moments) const {
        const std::int64_t outer = plan_.reduced.outer_count();
        add_pairwise(0, outer, moments.mean, outputs * parts_,
                     [&](std::int64_t index, bool first, double* totals) {
                         feeder_.fold(Fold::sum, totals, first, span_of(row, outputs, index));
                     });
        moments.count = static_cast<double>(plan_.reduced.count());
        divide(moments, outputs);
        add_pairwise(0, outer, moments.squares, outputs,
                     [&](std::int64_t index, bool first, double* totals) {
                         feeder_.squares(totals, moments.mean, first,
                                         span_of(row, outputs, index));
                     });
    }

    void single_axis_moments(const char* row, std::int64_t outputs, Moments& moments) const {
        const FoldSpan all = span_of(row, outputs, 0);
        const std::int64_t length = std::max<std::int64_t>(piece_elements / outputs, 64);
        Moments next;
        for (std::int64_t begin = 0; begin < all.reduced_count; begin += length) {
            FoldSpan span = all;
            span.data += begin * span.reduced_step;
            span.reduced_count = std::min(length, all.reduced_count - begin);
            if (begin == 0) {
                piece_moments(span, moments);
            } else {
                piece_moments(span, next);
                merge(moments, next, outputs);
            }
        }
    }

    void run_block(std::int64_t block, std::int64_t blocks_per_row, std::int64_t width) const {
        const AxisGroup& kept = plan_.kept;
        const std::int64_t row = block / blocks_per_row;
        const std::int64_t begin = block % blocks_per_row * width;
        const std::int64_t outputs = std::min(width, kept.inner_count() - begin);
        const char* data =
            plan_.data + kept.outer_offset(row, kept.in) + begin * kept.inner_in();
        Moments moments;
        plan_.reduced.outer_count() > 1 ? nested_moments(data, outputs, moments)
                                        : single_axis_moments(data, outputs, moments);
        finish(moments, outputs,
               plan_.out + kept.outer_offset(row, kept.out) + begin * kept.inner_out(),
               kept.inner_out());
    }

    // One block of outputs: the pieces of its reduced axis are shared by the threads.
    Status run_pieces(std::int64_t outputs) const {
        const FoldSpan all = span_of(plan_.data, outputs, 0);
        const std::int64_t length = std::max<std::int64_t>(piece_elements / outputs, 64);
        const std::int64_t pieces = (all.reduced_count + length - 1) / length;
        if (pieces == 1) {
            Moments moments;
            piece_moments(all, moments);
            finish(moments, outputs, plan_.out, plan_.kept.inner_out());
            return status_ok;
        }
        // mean and squares of every piece, packed
        const std::int64_t stride = outputs * (parts_ + 1);
        std::vector<double> store(static_cast<std::size_t>(pieces * stride));
        const auto share = outputs == 1 ? parallel_for_short : parallel_for;
        const Status status = share(pieces, 2, [&](std::int64_t begin, std::int64_t end) {
            Moments moments;
            for (std::int64_t piece = begin; piece < end; ++piece) {
                FoldSpan span = all;
                span.data += piece * length * span.reduced_step;
                span.reduced_count = std::min(length, all.reduced_count - piece * length);
                piece_moments(span, moments);
                double* at = store.data() + piece * stride;
                std::copy_n(moments.mean, outputs * parts_, at);
                std::copy_n(moments.squares, outputs, at + outputs * parts_);
            }
        });
        Moments moments, next;
        for (std::int64_t piece = 0; piece < pieces; ++piece) {
            Moments& target = piece == 0 ? moments : next;
            const double* at = store.data() + piece * stride;
            target.count =
                static_cast<double>(std::min(length, all.reduced_count - piece * length));
            std::copy_n(at, outputs * parts_, target.mean);
            std::copy_n(at + outputs * parts_, outputs, target.squares);
            if (piece > 0) merge(moments, next, outputs);
        }
        finish(moments, outputs, plan_.out, plan_.kept.inner_out());
        return status;
    }

    const ReductionPlan& plan_;
    double ddof_;
    bool is_root_;
    std::int64_t parts_;
    Feeder feeder_;
};

}  // namespace

Status variance(const ReductionPlan& plan, double ddof, bool is_root) {
    return Variance(plan, ddof, is_root).run();
}

}  // namespace numen::cpu
