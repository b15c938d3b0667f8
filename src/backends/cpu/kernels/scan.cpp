// Running sums, products, minima and maxima.
#include <cstring>
#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/folds.h"
#include "backends/cpu/kernels/truths.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

void fill_truths(char* out, std::int64_t step, std::int64_t count, bool value) {
    if (step == 1) {
        std::memset(out, value, static_cast<std::size_t>(count));
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) out[i * step] = value;
}

template <class F> constexpr bool is_truth_extremum = false;
template <bool is_max>
constexpr bool is_truth_extremum<Extremum<Truth, is_max, false>> = true;

template <class F>
void scan_line(char* out, std::int64_t out_step, const char* in, std::int64_t in_step,
               std::int64_t count) {
    using In = typename F::Input;
    if constexpr (is_truth_extremum<F>) {  // one change at most
        constexpr bool last_value = F::seeks_largest;
        const std::int64_t found = first_truth<last_value>(in, in_step, count);
        const std::int64_t change = found < 0 ? count : found;
        fill_truths(out, out_step, change, !last_value);
        return fill_truths(out + change * out_step, out_step, count - change, last_value);
    }
    In last = load<In>(in);
    store(out, last);
    for (std::int64_t i = 1; i < count; ++i) {
        const auto value = F::enter(load<In>(in + i * in_step));
        last = convert<In>(F::combine(F::enter(last), value));
        store(out + i * out_step, last);
    }
}

template <class F>
void scan_step(char* out, const char* before, std::int64_t out_step, const char* in,
               std::int64_t in_step, std::int64_t count) {
    using In = typename F::Input;
    for (std::int64_t j = 0; j < count; ++j) {
        const auto last = F::enter(load<In>(before + j * out_step));
        const auto value = F::enter(load<In>(in + j * in_step));
        store(out + j * out_step, convert<In>(F::combine(last, value)));
    }
}

template <template <class> class F, std::size_t... dtype>
void fill(DataKernels& kernels, Fold fold, std::index_sequence<dtype...>) {
    const int row = static_cast<int>(fold);
    ((kernels.scan_line[row][dtype] = scan_line<F<KernelElement<static_cast<Dtype>(dtype)>>>,
      kernels.scan_step[row][dtype] = scan_step<F<KernelElement<static_cast<Dtype>(dtype)>>>),
     ...);
}

}  // namespace

void fill_scan(DataKernels& kernels) {
    constexpr auto all_dtypes = std::make_index_sequence<dtype_count>{};
    fill<Sum>(kernels, Fold::sum, all_dtypes);
    fill<Prod>(kernels, Fold::prod, all_dtypes);
    fill<Minimum>(kernels, Fold::min, all_dtypes);
    fill<Maximum>(kernels, Fold::max, all_dtypes);
}

}  // namespace numen::cpu::NUMEN_ISA
