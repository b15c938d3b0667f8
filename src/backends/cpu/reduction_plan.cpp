// Sorting a reduction's axes and feeding its loops.
#include "backends/cpu/reduction_plan.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace numen::cpu {
namespace {

// Converted pieces of rows stay in the second cache; NumPy's own buffers hold as many elements.
// Those of columns stay in the first.
constexpr std::int64_t row_elements = 8192, column_elements = 2048;

// Small pieces, the usual case, fit the stack.
class ConversionBuffer {
  public:
    explicit ConversionBuffer(std::int64_t bytes) {
        if (bytes > static_cast<std::int64_t>(sizeof(stack_))) {
            heap_ = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(bytes));
        }
    }
    char* data() const { return heap_ ? heap_.get() : const_cast<char*>(stack_); }

  private:
    alignas(64) char stack_[4096];
    std::unique_ptr<char[]> heap_;
};

}  // namespace

void AxisGroup::add(std::int64_t length, std::int64_t in_step, std::int64_t out_step) {
    shape[ndim] = length;
    in[ndim] = in_step;
    out[ndim] = out_step;
    ++ndim;
}

void AxisGroup::sort_and_merge() {
    for (int axis = 1; axis < ndim; ++axis) {
        for (int place = axis; place > 0; --place) {
            if (std::abs(in[place]) <= std::abs(in[place - 1])) break;
            std::swap(shape[place], shape[place - 1]);
            std::swap(in[place], in[place - 1]);
            std::swap(out[place], out[place - 1]);
        }
    }
    int last = 0;
    for (int axis = 1; axis < ndim; ++axis) {
        const bool fits =
            in[last] == in[axis] * shape[axis] && out[last] == out[axis] * shape[axis];
        if (!fits) ++last;
        shape[last] = fits ? shape[last] * shape[axis] : shape[axis];
        in[last] = in[axis];
        out[last] = out[axis];
    }
    if (ndim > 0) ndim = last + 1;
}

std::int64_t AxisGroup::count() const {
    std::int64_t total = 1;
    for (int axis = 0; axis < ndim; ++axis) total *= shape[axis];
    return total;
}

std::int64_t AxisGroup::outer_offset(std::int64_t index, const std::int64_t* steps) const {
    std::int64_t offset = 0;
    for (int axis = ndim - 2; axis >= 0; --axis) {
        offset += index % shape[axis] * steps[axis];
        index /= shape[axis];
    }
    return offset;
}

ReductionPlan::ReductionPlan(const StridedView& out_view, const StridedView& in_view,
                             std::uint64_t axes)
    : data(in_view.data), out(out_view.data), in_dtype(in_view.dtype),
      out_dtype(out_view.dtype) {
    int out_axis = 0;
    for (int axis = 0; axis < in_view.ndim; ++axis) {
        const bool is_reduced = (axes >> axis & 1) != 0;
        const std::int64_t length = in_view.shape[axis];
        std::int64_t step = in_view.strides[axis];
        const std::int64_t out_step = is_reduced ? 0 : out_view.strides[out_axis++];
        if (length == 1) continue;
        // Of several complex NaNs an extremum is the first.
        if (is_reduced && step < 0 && !is_complex(in_dtype)) {
            data += step * (length - 1);
            step = -step;
        }
        (is_reduced ? reduced : kept).add(length, step, out_step);
    }
    kept.sort_and_merge();
    reduced.sort_and_merge();
}

bool ReductionPlan::runs_along_rows() const {
    if (kept.ndim == 0) return true;
    if (reduced.ndim == 0) return false;
    // A few columns are cheaper as strided rows than as a loop of three.
    if (kept.inner_count() < 8 && reduced.inner_count() >= 64) return true;
    return std::abs(reduced.inner_in()) <= std::abs(kept.inner_in());
}

Feeder::Feeder(Dtype in, Dtype folded, bool along_rows)
    : in_(in), folded_(folded), along_rows_(along_rows),
      cast_(in == folded ? nullptr
                         : data_kernels().cast[static_cast<int>(folded)][static_cast<int>(in)]) {}

// use(span of the folded type, first kept index, first reduced index)
template <class Use> void Feeder::for_pieces(const FoldSpan& span, Use&& use) const {
    if (cast_ == nullptr) return use(span, std::int64_t{0}, std::int64_t{0});
    const std::int64_t size = itemsize(folded_);
    const std::int64_t inner = along_rows_ ? span.reduced_count : span.kept_count;
    const std::int64_t outer = along_rows_ ? span.kept_count : span.reduced_count;
    const std::int64_t inner_step = along_rows_ ? span.reduced_step : span.kept_step;
    const std::int64_t outer_step = along_rows_ ? span.kept_step : span.reduced_step;
    const std::int64_t most = along_rows_ ? row_elements : column_elements;
    const std::int64_t width = std::min(inner, most);
    const std::int64_t height = std::min(outer, most / width);
    const ConversionBuffer memory(width * height * size);
    char* buffer = memory.data();
    for (std::int64_t top = 0; top < outer; top += height) {
        const std::int64_t rows = std::min(height, outer - top);
        for (std::int64_t left = 0; left < inner; left += width) {
            const std::int64_t columns = std::min(width, inner - left);
            for (std::int64_t row = 0; row < rows; ++row) {
                cast_(buffer + row * columns * size, size,
                      span.data + (top + row) * outer_step + left * inner_step, inner_step,
                      columns);
            }
            const FoldSpan piece =
                along_rows_ ? FoldSpan{buffer, columns * size, rows, size, columns}
                            : FoldSpan{buffer, size, columns, columns * size, rows};
            use(piece, along_rows_ ? top : left, along_rows_ ? left : top);
        }
    }
}

void Feeder::fold(Fold fold, void* totals, bool first, const FoldSpan& span) const {
    const auto& table = along_rows_ ? data_kernels().rows : data_kernels().columns;
    const FoldLoop loop = table[static_cast<int>(fold)][static_cast<int>(folded_)];
    const std::int64_t size = itemsize(total_dtype(fold, folded_));
    for_pieces(span, [&](const FoldSpan& piece, std::int64_t kept, std::int64_t reduced) {
        loop(static_cast<char*>(totals) + kept * size, first && reduced == 0, piece);
    });
}

void Feeder::squares(double* totals, const void* means, bool first, const FoldSpan& span) const {
    const int slot = folded_ == Dtype::complex128 ? 1 : 0;
    const SquaresLoop loop = along_rows_ ? data_kernels().square_rows[slot]
                                         : data_kernels().square_columns[slot];
    const std::int64_t size = itemsize(folded_);
    for_pieces(span, [&](const FoldSpan& piece, std::int64_t kept, std::int64_t reduced) {
        loop(totals + kept, static_cast<const char*>(means) + kept * size, first && reduced == 0,
             piece);
    });
}

}  // namespace numen::cpu
