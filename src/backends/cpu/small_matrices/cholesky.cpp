// Cholesky factors of small matrices.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <int N, class E>
Open factorise_run(const MatrixRun& factor, const MatrixRun& a, std::int64_t order,
                   std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        const I64 wrong = factorise<N, E>(matrix, n);
        store(factor, first, count, n, n, matrix);
        return wrong;
    });
}

Open cholesky(const MatrixRun& factor, const MatrixRun& a, std::int64_t n, std::int64_t count,
              void* work) {
    if (is_complex(factor.dtype)) {
        return of_order<4>(n, [&]<int N>() {
            return factorise_run<N, Pair>(factor, a, n, count, work);
        });
    }
    return of_order(n, [&]<int N>() { return factorise_run<N, F64>(factor, a, n, count, work); });
}

}  // namespace

void fill_cholesky(SmallMatrixKernels& table) { table.cholesky = cholesky; }

}  // namespace numen::cpu::NUMEN_ISA
