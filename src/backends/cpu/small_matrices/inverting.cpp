// Inverses of small matrices: systems whose right-hand sides are the columns of the identity.
#include "backends/cpu/small_matrices/elimination.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The largest order whose inversion is one run of code without loops.
constexpr int most_unrolled = 5;

template <int N, class E>
Open invert_run(const MatrixRun& inverse, const MatrixRun& a, std::int64_t order,
                std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n), right(space, n * n);
    Room<0, E> pivots(space, n), sides(space, n);
    Room<0> squares(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
#pragma GCC unroll 5
        for (int i = 0; i < n; ++i) {
#pragma GCC unroll 5
            for (int j = 0; j < n; ++j) set(right[i * n + j], vm::broadcast(i == j));
        }
        Elimination done;
        if constexpr (N > 0 && N <= most_unrolled) {
            F64 own_squares[N] = {};
            done = eliminate_unrolled<N, N, E>(matrix, right, own_squares, divide);
            substitute_unrolled<N, N, E>(matrix, right);
        } else {
            const System<E> system{matrix, right, n, n, pivots, sides, squares};
            done = eliminate(system, divide);
            substitute(system);
        }
        store<N>(inverse, first, count, n, n, right);
        return is_doubtful(done, n);
    });
}

Open invert(const MatrixRun& inverse, const MatrixRun& a, std::int64_t n, std::int64_t count,
            void* work) {
    if (is_complex(inverse.dtype)) {
        return of_order<4>(n, [&]<int N>() {
            return invert_run<N, Pair>(inverse, a, n, count, work);
        });
    }
    return of_order(n, [&]<int N>() { return invert_run<N, F64>(inverse, a, n, count, work); });
}

}  // namespace

void fill_inverting(SmallMatrixKernels& table) { table.invert = invert; }

}  // namespace numen::cpu::NUMEN_ISA
