#include "backends/cpu/folding.h"

#include <algorithm>

namespace numen::cpu {
namespace {

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

}  // namespace

Fold fold_of(ReduceOp op, Dtype accumulator) {
    const bool is_logical = accumulator == Dtype::boolean;
    switch (op) {
        case ReduceOp::sum: return is_logical ? Fold::any : Fold::sum;
        case ReduceOp::prod: return is_logical ? Fold::all : Fold::prod;
        // Those of booleans stop early.
        case ReduceOp::min: return is_logical ? Fold::all : Fold::min;
        case ReduceOp::max: return is_logical ? Fold::any : Fold::max;
        case ReduceOp::fmin: return is_logical ? Fold::all : Fold::fmin;
        case ReduceOp::fmax: return is_logical ? Fold::any : Fold::fmax;
        case ReduceOp::any: return Fold::any;
        case ReduceOp::all: return Fold::all;
        case ReduceOp::count_nonzero: return Fold::count;
        default: return Fold::sum;  // mean
    }
}

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

bool reports_flags(ReduceOp op) {
    return op == ReduceOp::sum || op == ReduceOp::prod || op == ReduceOp::mean ||
           op == ReduceOp::var || op == ReduceOp::std;
}

Folding::Folding(ReduceOp op, Dtype in, Dtype out, Dtype accumulator, bool along_rows)
    : op_(op), out_(out), accumulator_(accumulator), fold_(fold_of(op, accumulator)),
      feeder_(in, folded_dtype(fold_, in, accumulator), along_rows),
      total_(total_dtype(fold_, feeder_.folded())) {}

bool Folding::is_ordered() const { return folds_in_order(fold_, total_); }
bool Folding::reports_flags() const { return cpu::reports_flags(op_); }

void Folding::merge(void* into, const void* from, std::int64_t outputs) const {
    const Fold fold = fold_ == Fold::count ? Fold::sum : fold_;
    data_kernels().columns[static_cast<int>(fold)][static_cast<int>(total_)](
        into, false, {static_cast<const char*>(from), itemsize(total_), outputs, 0, 1});
}

void Folding::divide(char* totals, std::int64_t count, std::int64_t elements) const {
    const auto number = static_cast<double>(elements);
    if (total_ == Dtype::float64) {
        auto* values = reinterpret_cast<double*>(totals);
        for (std::int64_t i = 0; i < count; ++i) values[i] /= number;
        return;
    }
    // NumPy divides by the complex number (count, 0): an infinite part leaves a NaN beside it.
    auto* values = reinterpret_cast<double*>(totals);
    const double scale = 1.0 / number;
    for (std::int64_t i = 0; i < count; ++i) {
        const double real = values[2 * i], imag = values[2 * i + 1];
        values[2 * i] = (real + imag * 0.0) * scale;
        values[2 * i + 1] = (imag - real * 0.0) * scale;
    }
}

void Folding::finish(char* totals, std::int64_t count, std::int64_t elements, char* out,
                     std::int64_t out_step) const {
    if (op_ == ReduceOp::mean) divide(totals, count, elements);
    const auto& cast = data_kernels().cast;
    const int to = static_cast<int>(out_), total = static_cast<int>(total_);
    const bool is_rounded_twice = (op_ == ReduceOp::mean || op_ == ReduceOp::sum) &&
                                  accumulator_ == Dtype::float32 &&
                                  out_ == Dtype::float16;
    if (!is_rounded_twice) {
        cast[to][total](out, out_step, totals, itemsize(total_), count);
        return;
    }
    alignas(64) float rounded[block_outputs];
    auto* const floats = reinterpret_cast<char*>(rounded);
    const int between = static_cast<int>(Dtype::float32);
    for (std::int64_t begin = 0; begin < count; begin += block_outputs) {
        const std::int64_t some = std::min(block_outputs, count - begin);
        const std::int64_t size = itemsize(total_);
        cast[between][total](floats, 4, totals + begin * size, size, some);
        cast[to][between](out + begin * out_step, out_step, floats, 4, some);
    }
}

// The spans are made field by field: a copy of all fields at once would wait until what was written
// before has left for memory.
void Folding::reduce_rows(const FoldSpan& rows, char* out, std::int64_t out_step) const {
    alignas(64) char totals[block_outputs * total_bytes];
    if (rows.kept_count <= block_outputs) {
        add(totals, true, rows);
        return finish(totals, rows.kept_count, rows.reduced_count, out, out_step);
    }
    for (std::int64_t begin = 0; begin < rows.kept_count; begin += block_outputs) {
        const std::int64_t count = std::min(block_outputs, rows.kept_count - begin);
        add(totals, true,
            {rows.data + begin * rows.kept_step, rows.kept_step, count, rows.reduced_step,
             rows.reduced_count});
        finish(totals, count, rows.reduced_count, out + begin * out_step, out_step);
    }
}

}  // namespace numen::cpu
