// Batches: pseudo-inverses and least squares by singular values.
#include <limits>

#include "linalg/batched.h"
#include "linalg/batched_run.h"

namespace numen::linalg::batched {

std::int64_t slot_bytes(std::int64_t side) {
    return (cpu::work_bytes(side * side, side, true) + 63) / 64 * 64;
}

std::int64_t pinv(const Batch& inverse, const Batch& a, double rcond, WorkSpace work,
                  std::int32_t* info) {
    const auto find = small_matrix_kernels().pseudo_inverses;
    const MatrixRun cut{reinterpret_cast<char*>(&rcond), 0, 0, 0, Dtype::float64};
    const std::int64_t m = a.rows, n = a.columns;
    return for_each_call(
        a.count, cpu::most_of_call, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            const MatrixRun out = run_of(inverse, first), in = run_of(a, first);
            return m >= n ? find(out, in, cut, m, n, count, slot)
                          : find(turned(out), turned(in), cut, n, m, count, slot);
        },
        [&](std::int64_t index, char*) {
            store_nan(inverse, index);
            return false;
        });
}

std::int64_t lstsq(const Batch& x, const Batch& a, const Batch& b, double rcond, WorkSpace work,
                   std::int32_t* info) {
    const double longer = static_cast<double>(std::max(a.rows, a.columns));
    const double cut = rcond >= 0 ? rcond : longer * std::numeric_limits<double>::epsilon();
    const auto find = small_matrix_kernels().least_squares;
    return for_each_call(
        a.count, cpu::most_of_call, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find({run_of(x, first), {}, {}, {}, run_of(a, first), run_of(b, first)}, cut,
                        a.rows, a.columns, b.columns, count, slot);
        },
        [&](std::int64_t index, char*) {
            store_nan(x, index);
            return false;
        });
}

}  // namespace numen::linalg::batched
