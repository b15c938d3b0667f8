// Linear systems, inverses and determinants of small matrices.
#include "backends/cpu/small_matrices/elimination.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr auto ignore = [](F64) {};

template <int N, int K>
Open solve_run(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t order,
               std::int64_t columns, std::int64_t count, void* work) {
    const int n = order_of<N>(order), k = order_of<K>(columns);
    Work space(work);
    Room<N * N> matrix(space, n * n);
    Room<N * K> right(space, n * k);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        load(b, first, count, n, k, right);
        const Elimination done = eliminate<N>(matrix, right, n, k, ignore);
        substitute<N>(matrix, right, n, k);
        store(x, first, count, n, k, right);
        return done.singular;
    });
}

template <int N>
Open invert_run(const MatrixRun& inverse, const MatrixRun& a, std::int64_t order,
                std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N> matrix(space, n * n), right(space, n * n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        for (int e = 0; e < n * n; ++e) right[e] = F64{};
        for (int i = 0; i < n; ++i) right[i * n + i] = vm::broadcast(1.0);
        const Elimination done = eliminate<N>(matrix, right, n, n, ignore);
        substitute<N>(matrix, right, n, n);
        store(inverse, first, count, n, n, right);
        return done.singular;
    });
}

template <int N>
Open determinant_run(const MatrixRun& value, const MatrixRun& a, std::int64_t order,
                     std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N> matrix(space, n * n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        F64 product = vm::broadcast(1.0);
        I64 extreme{};
        const Elimination done = eliminate<N>(matrix, nullptr, n, 0, [&](F64 pivot) {
            product *= pivot;
            const F64 size = vm::absolute(product);
            extreme |= ~((size >= 0x1p-900) & (size <= 0x1p900));
        });
        product = done.is_odd != 0 ? -product : product;
        product = done.singular != 0 ? F64{} : product;
        store(value, first, count, 1, 1, &product);
        return extreme & ~done.singular;
    });
}

Open solve(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
           std::int64_t k, std::int64_t count, void* work) {
    return of_order(n, [&]<int N>() {
        return k == 1 ? solve_run<N, 1>(x, a, b, n, k, count, work)
                      : solve_run<N, 0>(x, a, b, n, k, count, work);
    });
}

Open invert(const MatrixRun& inverse, const MatrixRun& a, std::int64_t n, std::int64_t count,
            void* work) {
    return of_order(n, [&]<int N>() { return invert_run<N>(inverse, a, n, count, work); });
}

Open determinants(const MatrixRun& value, const MatrixRun& a, std::int64_t n,
                  std::int64_t count, void* work) {
    return of_order(n, [&]<int N>() { return determinant_run<N>(value, a, n, count, work); });
}

}  // namespace

void fill_solving(SmallMatrixKernels& table) {
    table.solve = solve;
    table.invert = invert;
    table.determinants = determinants;
}

}  // namespace numen::cpu::NUMEN_ISA
