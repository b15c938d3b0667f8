// QR factorisations of small matrices by Householder's reflections.
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/pack.h"
#include "backends/cpu/small_matrices/reflections.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <int N>
Open of_run(const MatrixRun& q, const MatrixRun& r, const MatrixRun& a, std::int64_t rows,
            std::int64_t columns, std::int64_t wanted, std::int64_t count, void* work) {
    const int m = order_of<N>(rows), n = order_of<N>(columns), c = order_of<N>(wanted);
    Work space(work);
    // Nobody has counted columns of q that are not wanted.
    const int kept = q.data != nullptr ? std::max(n, c) : n;
    Room<N * N> matrix(space, kept * m), triangle(space, c * n);
    Room<N> tau(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(turned(a), first, count, n, m, matrix);
        F64 squares = sum_of_squares<F64>(matrix, m * n);
        const Scaling<F64> scaling = scale_extremes<F64>(matrix, squares, m * n);
        reduce<F64>(matrix, tau, m, n);
        for (int i = 0; i < c; ++i) {
            for (int j = 0; j < n; ++j) triangle[i * n + j] = j < i ? F64{} : matrix[j * m + i];
        }
        scaling.undo(triangle, c * n);
        store<N>(r, first, count, c, n, triangle);
        if (q.data != nullptr) {
            form_q<false, F64>(matrix, tau, m, n, c);
            store<N>(turned(q), first, count, c, m, matrix);
        }
        return scaling.wrong | scaling.lossy;
    });
}

Open qr(const MatrixRun& q, const MatrixRun& r, const MatrixRun& a, std::int64_t m,
        std::int64_t n, std::int64_t columns, std::int64_t count, void* work) {
    return of_order(m == n ? n : 0, [&]<int N>() {
        return of_run<N>(q, r, a, m, n, columns, count, work);
    });
}

}  // namespace

void fill_qr(SmallMatrixKernels& table) { table.qr = qr; }

}  // namespace numen::cpu::NUMEN_ISA
