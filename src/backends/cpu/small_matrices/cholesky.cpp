// Cholesky factors of small matrices.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/losses.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The lanes where rounding decides whether the matrix is positive definite: the library that NumPy
// is linked with does. A loss is what a diagonal element was times what is left of it.
template <class E> NUMEN_INLINE I64 is_doubtful(const F64* diagonal, const E* factor, int n) {
    Losses losses;
    for (int j = 0; j < n; ++j) {
        const F64 pivot = real_part(factor[j * n + j]);
        add(losses, diagonal[j] / (pivot * pivot));
    }
    return are_above(losses, vm::broadcast(1 / (16 * n * 0x1p-53)));
}

template <int N, class E>
Open factorise_run(const MatrixRun& factor, const MatrixRun& a, std::int64_t order,
                   std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    Room<N> diagonal(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
        for (int j = 0; j < n; ++j) diagonal[j] = real_part(matrix[j * n + j]);
        const I64 wrong = factorise<N, E>(matrix, n);
        store<N>(factor, first, count, n, n, matrix);
        return wrong | is_doubtful<E>(diagonal, matrix, n);
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
