// What the rows of a reduction are folded into, and how totals become results.
#pragma once

#include <cstdint>

#include "backends/cpu/reduction_plan.h"

namespace numen::cpu {

class Folding {
  public:
    static constexpr int total_bytes = 16;  // of the widest total
    // Results that are made together: usually, and at most.
    static constexpr std::int64_t block_outputs = 512, widest_outputs = 4096;

    Folding(ReduceOp op, Dtype in, Dtype out, Dtype accumulator, bool along_rows);

    Fold fold() const { return fold_; }
    Dtype total() const { return total_; }
    bool converts() const { return feeder_.converts(); }
    // Does the result depend on the order? Floating products pass through infinity and zero, and
    // the first complex NaN is the extremum.
    bool is_ordered() const;
    // Does the status register tell something of the values?
    bool reports_flags() const;

    // Adds a span to the totals, or starts them.
    void add(void* totals, bool first, const FoldSpan& span) const {
        feeder_.fold(fold_, totals, first, span);
    }
    void merge(void* into, const void* from, std::int64_t outputs) const;
    // `count` results of totals of `elements` elements each, which are changed.
    void finish(char* totals, std::int64_t count, std::int64_t elements, char* out,
                std::int64_t out_step) const;
    // The results of rows.
    void reduce_rows(const FoldSpan& rows, char* out, std::int64_t out_step) const;

  private:
    void divide(char* totals, std::int64_t count, std::int64_t elements) const;

    ReduceOp op_;
    Dtype out_, accumulator_;
    Fold fold_;
    Feeder feeder_;
    Dtype total_;
};

// The fold of an operation with that accumulator.
Fold fold_of(ReduceOp op, Dtype accumulator);
bool folds_in_order(Fold fold, Dtype total);
bool reports_flags(ReduceOp op);

}  // namespace numen::cpu
