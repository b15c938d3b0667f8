// Eigenvalues and eigenvectors of small symmetric matrices.
//
// A shift by 9/8 of the Frobenius norm makes the matrix positive definite with a condition of at
// most 17; a larger one costs digits. The columns of its Cholesky factor L are made orthogonal by
// one-sided Jacobi (Veselic and Hari): they become the eigenvectors times the roots of the
// eigenvalues. Half of the work of rotations from both sides, and no rotations to accumulate.
// Errors are those of a shift: units in the last place of the norm, as LAPACK's.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/jacobi.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/scaling.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Copies the lower triangle of a (n, n) to the upper one.
NUMEN_INLINE void mirror(F64* a, int n) {
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < i; ++j) a[j * n + i] = a[i * n + j];
    }
}

// Turns a lower triangle into the upper one that is its transpose.
NUMEN_INLINE void turn_triangle(F64* a, int n) {
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            a[j * n + i] = a[i * n + j];
            a[i * n + j] = F64{};
        }
    }
}

// Rayleigh's quotients of the rows of `vectors`, whose errors are the squares of theirs.
NUMEN_INLINE void find_values(const F64* a, const F64* vectors, F64* values, int n) {
    for (int k = 0; k < n; ++k) {
        const F64* vector = vectors + k * n;
        F64 value{};
        for (int i = 0; i < n; ++i) {
            F64 sum{};
            for (int j = 0; j < n; ++j) sum = vm::multiply_add(a[i * n + j], vector[j], sum);
            value = vm::multiply_add(sum, vector[i], value);
        }
        values[k] = value;
    }
}

// One pack: the rows of `vectors` become the eigenvectors of a (n, n), whose lower triangle is
// given, in ascending order of the values. Returns the lanes without an answer.
template <int N> NUMEN_INLINE I64 decompose(F64* a, F64* values, F64* vectors, int order) {
    const int n = N > 0 ? N : order;
    mirror(a, n);
    F64 squares = sum_of_squares(a, n * n);
    const Scaling<F64> scaling = scale_extremes(a, squares, n * n);
    const F64 norm = 1.125 * square_root(squares);
    const F64 shift = norm > 0.0 ? norm : vm::broadcast(1.0);
    for (int e = 0; e < n * n; ++e) vectors[e] = a[e];
    for (int i = 0; i < n; ++i) vectors[i * n + i] += shift;
    I64 wrong = scaling.wrong | factorise<N>(vectors, n);
    turn_triangle(vectors, n);
    wrong |= orthogonalise<true>(Rows<F64>{vectors, n, values}, n, F64{});
    for (int j = 0; j < n; ++j) {
        const F64 inverse = inverse_root(sum_of_squares(vectors + j * n, n));
        for (int i = 0; i < n; ++i) {
            vectors[j * n + i] = vm::multiply_add(vectors[j * n + i], inverse, 0.0);
        }
    }
    find_values(a, vectors, values, n);
    sort<true>(values, n, vectors, n);
    scaling.undo(values, n);
    return wrong;
}

template <int N>
Open of_run(const MatrixRun& values, const MatrixRun& vectors, const MatrixRun& a,
            std::int64_t order, std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N> matrix(space, n * n), rows(space, n * n);
    Room<N> found(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(a, first, count, n, n, matrix);
        const I64 wrong = decompose<N>(matrix, found, rows, n);
        store(values, first, count, n, 1, found);
        if (vectors.data != nullptr) store(turned(vectors), first, count, n, n, rows);
        return wrong;
    });
}

Open eigenvalues(const MatrixRun& values, const MatrixRun& vectors, const MatrixRun& a,
                 std::int64_t n, std::int64_t count, void* work) {
    return of_order(n, [&]<int N>() { return of_run<N>(values, vectors, a, n, count, work); });
}

}  // namespace

void fill_eigenvalues(SmallMatrixKernels& table) { table.eigenvalues = eigenvalues; }

}  // namespace numen::cpu::NUMEN_ISA
