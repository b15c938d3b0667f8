// Systems with triangular matrices, and with positive definite ones, whose factors are triangles.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/tables.h"
#include "backends/cpu/small_matrices/triangles.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <class E>
Open triangular_run(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, int n, int k,
                    TriangleKind kind, std::int64_t count, void* work) {
    Work space(work);
    Room<0, E> matrix(space, n * n), right(space, n * k), inverses(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<0>(a, first, count, n, n, matrix);
        load<0>(b, first, count, n, k, right);
        if (kind.is_conjugated) {
            for (int e = 0; e < n * n; ++e) matrix[e] = conjugate(matrix[e]);
        }
        for (int i = 0; kind.has_unit_diagonal && i < n; ++i) {
            set(matrix[i * n + i], vm::broadcast(1.0));
        }
        const I64 open = invert_diagonal<E>(matrix, inverses, n);
        kind.is_lower ? solve_lower<E>(matrix, inverses, right, n, k)
                      : solve_upper<E>(matrix, inverses, right, n, k);
        store<0>(x, first, count, n, k, right);
        return open;
    });
}

template <class E>
Open positive_run(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, int n, int k,
                  PositiveKind kind, std::int64_t count, void* work) {
    Work space(work);
    Room<0, E> matrix(space, n * n), right(space, n * k), inverses(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<0>(a, first, count, n, n, matrix);
        load<0>(b, first, count, n, k, right);
        if (kind.is_conjugated) {
            for (int e = 0; e < n * n; ++e) matrix[e] = conjugate(matrix[e]);
        }
        I64 wrong{};
        if (!kind.is_factor) wrong = factorise<0, E>(matrix, n);
        wrong |= invert_diagonal<E>(matrix, inverses, n);
        solve_lower<E>(matrix, inverses, right, n, k);
        solve_adjoint<E>(matrix, inverses, right, n, k);
        store<0>(x, first, count, n, k, right);
        return wrong;
    });
}

Open solve_triangular(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
                      std::int64_t k, TriangleKind kind, std::int64_t count, void* work) {
    const int rows = static_cast<int>(n), columns = static_cast<int>(k);
    return is_complex(x.dtype) ? triangular_run<Pair>(x, a, b, rows, columns, kind, count, work)
                               : triangular_run<F64>(x, a, b, rows, columns, kind, count, work);
}

Open solve_positive(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
                    std::int64_t k, PositiveKind kind, std::int64_t count, void* work) {
    const int rows = static_cast<int>(n), columns = static_cast<int>(k);
    return is_complex(x.dtype) ? positive_run<Pair>(x, a, b, rows, columns, kind, count, work)
                               : positive_run<F64>(x, a, b, rows, columns, kind, count, work);
}

}  // namespace

void fill_triangles(SmallMatrixKernels& table) {
    table.solve_triangular = solve_triangular;
    table.solve_positive = solve_positive;
}

}  // namespace numen::cpu::NUMEN_ISA
