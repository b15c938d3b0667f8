// Fills the table of reduction loops for a range of element types: each file of folds takes some.
#pragma once

#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/fold.h"

namespace numen::cpu::NUMEN_ISA {

template <template <class> class F, Dtype first, std::size_t... offset>
void fill_types(DataKernels& kernels, Fold fold, std::index_sequence<offset...>) {
    constexpr auto start = static_cast<std::size_t>(first);
    const int row = static_cast<int>(fold);
    ((kernels.rows[row][start + offset] =
          fold_rows<F<KernelElement<static_cast<Dtype>(start + offset)>>>,
      kernels.columns[row][start + offset] =
          fold_columns<F<KernelElement<static_cast<Dtype>(start + offset)>>>),
     ...);
}

// Every fold of the types from first to last, except floating-point sums (sum.cpp).
template <Dtype first, Dtype last> void fill_folds(DataKernels& kernels) {
    constexpr auto types = std::make_index_sequence<static_cast<std::size_t>(last) -
                                                    static_cast<std::size_t>(first) + 1>{};
    if constexpr (last < Dtype::float16) fill_types<Sum, first>(kernels, Fold::sum, types);
    fill_types<Prod, first>(kernels, Fold::prod, types);
    fill_types<Minimum, first>(kernels, Fold::min, types);
    fill_types<Maximum, first>(kernels, Fold::max, types);
    fill_types<FMinimum, first>(kernels, Fold::fmin, types);
    fill_types<FMaximum, first>(kernels, Fold::fmax, types);
    fill_types<Any, first>(kernels, Fold::any, types);
    fill_types<All, first>(kernels, Fold::all, types);
    fill_types<Count, first>(kernels, Fold::count, types);
}

}  // namespace numen::cpu::NUMEN_ISA
