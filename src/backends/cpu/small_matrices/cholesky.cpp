// Cholesky factors of small matrices.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <int N>
Open factorise_run(const MatrixRun& factor, const MatrixRun& a, std::int64_t order,
                   std::int64_t count) {
    constexpr int room = Order<N>::room;
    const int n = Order<N>::of(order);
    F64 matrix[room * room];
    Open open = 0;
    for (std::int64_t first = 0; first < count; first += lanes) {
        load(a, first, count, n, n, matrix);
        open |= open_matrices(factorise<N>(matrix, n), first, count);
        store(factor, first, count, n, n, matrix);
    }
    return open;
}

Open cholesky(const MatrixRun& factor, const MatrixRun& a, std::int64_t n, std::int64_t count) {
    return of_order(n, [&]<int N>() { return factorise_run<N>(factor, a, n, count); });
}

}  // namespace

void fill_cholesky(SmallMatrixKernels& table) { table.cholesky = cholesky; }

}  // namespace numen::cpu::NUMEN_ISA
