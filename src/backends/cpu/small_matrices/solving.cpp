// Linear systems, inverses and determinants of small matrices.
#include "backends/cpu/small_matrices/elimination.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The largest order whose inversion is one run of code without loops.
constexpr int most_unrolled = 5;

constexpr auto ignore = [](const auto&) {};

// Code of its own for orders with one right-hand side, and for no order (0).
template <int N, class E>
Open solve_run(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, int n, int k,
               std::int64_t count, void* work) {
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    Room<N, E> right(space, n * k);
    Room<0, E> pivots(space, n), sides(space, k);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        load(b, first, count, n, k, right);
        Elimination done;
        if constexpr (N > 0) {
            done = eliminate_unrolled<N, 1, E>(matrix, right, ignore);
            substitute_unrolled<N, 1, E>(matrix, right);
        } else {
            const System<E> system{matrix, right, n, k, pivots, sides};
            done = eliminate(system, ignore);
            substitute(system);
        }
        store(x, first, count, n, k, right);
        return done.singular;
    });
}

template <int N, class E>
Open invert_run(const MatrixRun& inverse, const MatrixRun& a, std::int64_t order,
                std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n), right(space, n * n);
    Room<0, E> pivots(space, n), sides(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
#pragma GCC unroll 5
        for (int i = 0; i < n; ++i) {
#pragma GCC unroll 5
            for (int j = 0; j < n; ++j) set(right[i * n + j], vm::broadcast(i == j));
        }
        Elimination done;
        if constexpr (N > 0 && N <= most_unrolled) {
            done = eliminate_unrolled<N, N, E>(matrix, right, ignore);
            substitute_unrolled<N, N, E>(matrix, right);
        } else {
            const System<E> system{matrix, right, n, n, pivots, sides};
            done = eliminate(system, ignore);
            substitute(system);
        }
        store(inverse, first, count, n, n, right);
        return done.singular;
    });
}

template <int N>
Open determinant_run(const MatrixRun& value, const MatrixRun& a, int n, std::int64_t count,
                     void* work) {
    Work space(work);
    Room<N * N> matrix(space, n * n);
    Room<0> pivots(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        F64 product = vm::broadcast(1.0);
        I64 extreme{};
        const auto fold = [&](F64 pivot) {
            product *= pivot;
            const F64 size = vm::absolute(product);
            extreme |= ~((size >= 0x1p-900) & (size <= 0x1p900));
        };
        Elimination done;
        if constexpr (N > 0) {
            done = eliminate_unrolled<N, 0, F64>(matrix, nullptr, fold);
        } else {
            done = eliminate(System<F64>{matrix, nullptr, n, 0, pivots, nullptr}, fold);
        }
        product = done.is_odd != 0 ? -product : product;
        product = done.singular != 0 ? F64{} : product;
        store(value, first, count, 1, 1, &product);
        return extreme & ~done.singular;
    });
}

Open solve(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
           std::int64_t k, std::int64_t count, void* work) {
    return of_order<8>(k == 1 ? n : 0, [&]<int N>() {
        return solve_run<N, F64>(x, a, b, order_of<N>(n), static_cast<int>(k), count, work);
    });
}

Open invert(const MatrixRun& inverse, const MatrixRun& a, std::int64_t n, std::int64_t count,
            void* work) {
    return of_order(n, [&]<int N>() {
        return invert_run<N, F64>(inverse, a, n, count, work);
    });
}

Open determinants(const MatrixRun& value, const MatrixRun& a, std::int64_t n,
                  std::int64_t count, void* work) {
    return of_order<8>(n, [&]<int N>() {
        return determinant_run<N>(value, a, order_of<N>(n), count, work);
    });
}

}  // namespace

void fill_solving(SmallMatrixKernels& table) {
    table.solve = solve;
    table.invert = invert;
    table.determinants = determinants;
}

}  // namespace numen::cpu::NUMEN_ISA
