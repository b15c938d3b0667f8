// Singular values and vectors of small matrices by one-sided Jacobi.
#include "backends/cpu/small_matrices/basis.h"
#include "backends/cpu/small_matrices/jacobi.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/scaling.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Divides the rows of a (n, m) by their lengths s; those that are `null` become 0. Returns the
// lanes that have such rows. 0 is added, so that no sign of a zero tells what neighbours needed.
NUMEN_INLINE I64 normalise(F64* a, const F64* s, F64 null, int m, int n) {
    I64 missing{};
    for (int j = 0; j < n; ++j) {
        const I64 is_null = s[j] * s[j] <= null;
        missing |= is_null;
        const F64 inverse = is_null != 0 ? F64{} : 1.0 / s[j];
        for (int i = 0; i < m; ++i) a[j * m + i] = vm::multiply_add(a[j * m + i], inverse, 0.0);
    }
    return missing;
}

// Every rotation stretches rows by half a rounding unit or so, those of v and their values alike:
// brings the lengths of v's back to 1.
NUMEN_INLINE void shrink(F64* v, F64* s, int n) {
    for (int j = 0; j < n; ++j) {
        const F64 factor = vm::multiply_add(sum_of_squares(v + j * n, n), -0.5, 1.5);
        for (int i = 0; i < n; ++i) v[j * n + i] = vm::multiply_add(v[j * n + i], factor, 0.0);
        s[j] *= factor;
    }
}

// One pack: the rows of a (n, m), which are the matrix's columns, become those of u; v is vh.
// Returns the lanes without an answer.
template <bool with_vectors>
NUMEN_INLINE I64 decompose(F64* a, F64* s, F64* v, int m, int n) {
    F64 squares = sum_of_squares(a, m * n);
    const Scaling scaling = scale_extremes(a, squares, m * n);
    if constexpr (with_vectors) {
        for (int e = 0; e < n * n; ++e) v[e] = F64{};
        for (int i = 0; i < n; ++i) v[i * n + i] = vm::broadcast(1.0);
    }
    const F64 null = squares * (n * 0x1p-104);
    const I64 wrong = orthogonalise<with_vectors, false>(a, v, m, n, null) | scaling.wrong;
    for (int j = 0; j < n; ++j) s[j] = vm::square_root(sum_of_squares(a + j * m, m));
    if constexpr (!with_vectors) sort<false>(s, n);
    if constexpr (with_vectors) {
        const I64 missing = normalise(a, s, null, m, n) & ~wrong;
        shrink(v, s, n);
        sort<false>(s, n, Rows{a, m}, Rows{v, n});
        if (vm::any(missing)) complete_rows(missing, a, n, m);
    }
    scaling.undo(s, n);
    return wrong;
}

template <int N, bool with_vectors>
Open of_run(const MatrixRun& u, const MatrixRun& s, const MatrixRun& vh, const MatrixRun& a,
            std::int64_t rows, std::int64_t columns, std::int64_t count, void* work) {
    const int m = order_of<N>(rows), n = order_of<N>(columns);
    Work space(work);
    Room<N * N> matrix(space, n * m);
    Room<N> values(space, n);
    Room<with_vectors ? N * N : 0> right(space, n * n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(turned(a), first, count, n, m, matrix);
        const I64 wrong = decompose<with_vectors>(matrix, values, right, m, n);
        store(s, first, count, n, 1, values);
        if constexpr (with_vectors) {
            store(turned(u), first, count, n, m, matrix);
            store(vh, first, count, n, n, right);
        }
        return wrong;
    });
}

Open singular_values(const MatrixRun& u, const MatrixRun& s, const MatrixRun& vh,
                     const MatrixRun& a, std::int64_t m, std::int64_t n, std::int64_t count,
                     void* work) {
    return of_order(m == n ? n : 0, [&]<int N>() {
        return u.data != nullptr ? of_run<N, true>(u, s, vh, a, m, n, count, work)
                                 : of_run<N, false>(u, s, vh, a, m, n, count, work);
    });
}

}  // namespace

void fill_singular_values(SmallMatrixKernels& table) { table.singular_values = singular_values; }

}  // namespace numen::cpu::NUMEN_ISA
