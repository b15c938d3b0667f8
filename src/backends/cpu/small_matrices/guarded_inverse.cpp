// Which inverses can be trusted: |a| |a^-1| in the Frobenius norm is the condition number, or up to
// n times as much.
#include "backends/cpu/small_matrices/pack.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

NUMEN_INLINE F64 sum_of_squares(const F64* a, std::int64_t count) {
    F64 sum{};
    for (std::int64_t e = 0; e < count; ++e) sum = vm::multiply_add(a[e], a[e], sum);
    return sum;
}

Open ill_conditioned(const MatrixRun& a, const MatrixRun& inverse, std::int64_t n, double most,
                     std::int64_t count, void* work) {
    Work space(work);
    Room<0> matrix(space, static_cast<int>(n * n));
    return for_each_pack(count, [&](std::int64_t first) {
        load<0>(a, first, count, n, n, matrix);
        const F64 size = sum_of_squares(matrix, n * n);
        load<0>(inverse, first, count, n, n, matrix);
        const F64 condition = size * sum_of_squares(matrix, n * n);
        // Squares of numbers beyond these are lost.
        const I64 is_safe = (size > 0x1p-960) & (size < 0x1p960) & (condition <= most * most);
        return ~is_safe;
    });
}

}  // namespace

void fill_guarded_inverse(SmallMatrixKernels& table) { table.ill_conditioned = ill_conditioned; }

}  // namespace numen::cpu::NUMEN_ISA
