// Linear systems of small matrices.
#include "backends/cpu/small_matrices/elimination.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Code of its own for orders with one right-hand side, and for no order (0).
template <int N, class E>
Open solve_run(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t order,
               int k, std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    Room<N, E> right(space, n * k);
    Room<0, E> pivots(space, n), sides(space, k);
    Room<0> squares(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
        load<N>(b, first, count, n, k, right);
        Elimination done;
        if constexpr (N > 0) {
            F64 own_squares[N] = {};
            done = eliminate_unrolled<N, 1, E>(matrix, right, own_squares, divide);
            substitute_unrolled<N, 1, E>(matrix, right);
        } else {
            const System<E> system{matrix, right, n, k, pivots, sides, squares};
            done = eliminate(system, divide);
            substitute(system);
        }
        store<N>(x, first, count, n, k, right);
        return is_doubtful(done, n);
    });
}

Open solve(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
           std::int64_t k, std::int64_t count, void* work) {
    const int columns = static_cast<int>(k);
    if (is_complex(x.dtype)) {
        return of_order<4>(k == 1 ? n : 0, [&]<int N>() {
            return solve_run<N, Pair>(x, a, b, n, columns, count, work);
        });
    }
    return of_order(k == 1 ? n : 0, [&]<int N>() {
        return solve_run<N, F64>(x, a, b, n, columns, count, work);
    });
}

}  // namespace

void fill_solving(SmallMatrixKernels& table) { table.solve = solve; }

}  // namespace numen::cpu::NUMEN_ISA
