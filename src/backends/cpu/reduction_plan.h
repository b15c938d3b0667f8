// The loops of a reduction: kept axes, reduced axes, and how a value of the result is made.
#pragma once

#include <cstdint>

#include "array/strided.h"
#include "backends/cpu/data_kernels.h"
#include "ops/reduction.h"

namespace numen::cpu {

// Axes of one kind (kept or reduced), longest step first, merged where memory allows it.
struct AxisGroup {
    int ndim = 0;
    std::int64_t shape[max_dimensions];
    std::int64_t in[max_dimensions];
    std::int64_t out[max_dimensions];  // zero for reduced axes

    void add(std::int64_t length, std::int64_t in_step, std::int64_t out_step);
    void sort_and_merge();
    std::int64_t count() const;
    std::int64_t inner_count() const { return ndim == 0 ? 1 : shape[ndim - 1]; }
    std::int64_t inner_in() const { return ndim == 0 ? 0 : in[ndim - 1]; }
    std::int64_t inner_out() const { return ndim == 0 ? 0 : out[ndim - 1]; }
    std::int64_t outer_count() const { return ndim == 0 ? 1 : count() / shape[ndim - 1]; }
    // Byte offset in the input (or output) of outer position `index`, inner axis left out.
    std::int64_t outer_offset(std::int64_t index, const std::int64_t* steps) const;
};

struct ReductionPlan {
    const char* data;
    char* out;
    Dtype in_dtype;
    Dtype out_dtype;
    AxisGroup kept;
    AxisGroup reduced;

    // Both groups must not be empty of elements.
    ReductionPlan(const StridedView& out_view, const StridedView& in, std::uint64_t axes);
    // True if the inner loop should run along the reduced axis rather than across kept ones.
    bool runs_along_rows() const;
};

// Feeds pieces of the input to a fold's loops, converted first where the fold wants another type.
class Feeder {
  public:
    // `folded` is the type the loops read.
    Feeder(Dtype in, Dtype folded, bool along_rows);
    void fold(Fold fold, void* totals, bool first, const FoldSpan& span) const;
    // Adds to totals unless first; folded is float64 or complex128.
    void squares(double* totals, const void* means, bool first, const FoldSpan& span) const;
    Dtype folded() const { return folded_; }
    bool converts() const { return folded_ != in_; }

  private:
    template <class Use> void for_pieces(const FoldSpan& span, Use&& use) const;
    Dtype in_;
    Dtype folded_;
    bool along_rows_;
    CastLoop cast_;
};

}  // namespace numen::cpu
