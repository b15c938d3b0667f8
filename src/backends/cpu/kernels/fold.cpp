// Reduction loops of every fold and element type except floating-point sums.
#include "backends/cpu/kernels/fold.h"

#include <utility>

#include "backends/cpu/kernels/data_tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <template <class> class F, std::size_t... dtype>
void fill(DataKernels& kernels, Fold fold, std::index_sequence<dtype...>) {
    const int row = static_cast<int>(fold);
    ((kernels.rows[row][dtype] = fold_rows<F<KernelElement<static_cast<Dtype>(dtype)>>>,
      kernels.columns[row][dtype] = fold_columns<F<KernelElement<static_cast<Dtype>(dtype)>>>),
     ...);
}

}  // namespace

void fill_fold(DataKernels& kernels) {
    constexpr auto all_dtypes = std::make_index_sequence<dtype_count>{};
    constexpr auto integers = std::make_index_sequence<static_cast<int>(Dtype::float16)>{};
    fill<Sum>(kernels, Fold::sum, integers);
    fill<Prod>(kernels, Fold::prod, all_dtypes);
    fill<Minimum>(kernels, Fold::min, all_dtypes);
    fill<Maximum>(kernels, Fold::max, all_dtypes);
    fill<FMinimum>(kernels, Fold::fmin, all_dtypes);
    fill<FMaximum>(kernels, Fold::fmax, all_dtypes);
    fill<Any>(kernels, Fold::any, all_dtypes);
    fill<All>(kernels, Fold::all, all_dtypes);
    fill<Count>(kernels, Fold::count, all_dtypes);
}

}  // namespace numen::cpu::NUMEN_ISA
