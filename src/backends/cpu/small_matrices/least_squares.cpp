// Least squares of small matrices by their singular values and vectors. Of the m x n and its
// transpose the taller one is reduced to the triangle of its QR factorisation first.
#include "backends/cpu/small_matrices/pack.h"
#include "backends/cpu/small_matrices/singular_parts.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Rows out (k, n) = sum of to[j] (from[j] rows) inverses[j], for right-hand sides that are rows
// `step` vectors apart.
NUMEN_INLINE void solve_rows(const F64* from, const F64* to, const F64* inverses, const F64* rows,
                             int step, F64* out, int n, int k) {
    for (int e = 0; e < k * n; ++e) out[e] = F64{};
    for (int side = 0; side < k; ++side) {
        for (int j = 0; j < n; ++j) {
            F64 sum{};
            for (int i = 0; i < n; ++i) {
                sum = fused(from[j * n + i], rows[side * step + i], sum);
            }
            sum *= inverses[j];
            for (int i = 0; i < n; ++i) {
                out[side * n + i] = fused(sum, to[j * n + i], out[side * n + i]);
            }
        }
    }
}

// Sums of the squares of what lies beyond n in rows (k, m), where the rank is n, else NaN.
NUMEN_INLINE void find_residuals(const F64* rows, F64 rank, F64* residuals, int m, int n, int k) {
    for (int side = 0; side < k; ++side) {
        const F64 sum = sum_of_squares(rows + side * m + n, m - n);
        const I64 is_known = (rank == static_cast<double>(n)) & (I64{} + (m > n ? -1 : 0));
        residuals[side] = is_known != 0 ? sum : vm::broadcast(__builtin_nan(""));
    }
}

Open least_squares(const LeastSquaresRuns& q, double rcond, std::int64_t rows,
                   std::int64_t columns, std::int64_t sides, std::int64_t count, void* work) {
    const int m = static_cast<int>(rows), n = static_cast<int>(columns);
    const int k = static_cast<int>(sides), least = std::min(m, n), most = std::max(m, n);
    const bool is_wide = m < n;
    Work space(work);
    F64 *const tall = space.take<F64>(m * n), *const scales = space.take<F64>(least);
    F64 *const right = space.take<F64>(k * most), *const x = space.take<F64>(k * least);
    F64 *const inverses = space.take<F64>(least), *const residuals = space.take<F64>(k);
    using Rooms = SquareRooms<F64>;
    const Rooms pack(space.take<F64>(Rooms::matrices_of(least)),
                     space.take<F64>(Rooms::vectors_of(least)),
                     space.take<F64>(Sorting<F64>::room_of(least)), least);
    return for_each_pack(count, [&](std::int64_t first) {
        load<0>(is_wide ? q.a : turned(q.a), first, count, least, most, tall);
        load<0>(turned(q.b), first, count, k, m, right);
        F64 squares = sum_of_squares(tall, m * n);
        const F64 size = sum_of_squares(right, k * m);
        const Scaling<F64> scaling = scale_extremes(tall, squares, m * n);
        reduce_tall(tall, scales, pack.matrix, most, least);
        const Sizes<F64> sizes = sizes_of(pack.matrix, pack.s, least, least);
        const F64 null = squares * Limits<F64>::hardly;
        const I64 wrong = decompose<true>(pack, sizes, null, least).wrong;
        F64 rank = invert_values(pack.s, inverses, vm::broadcast(rcond), least);
        // With r = left' diag(s) right: a x = q r x, or of a wide one r' q' x.
        if (is_wide) {
            solve_rows(pack.right, pack.left, inverses, right, m, x, least, k);
            expand(tall, scales, x, k, right, n, least, k);
        } else {
            for (int j = 0; j < n; ++j) {
                reflect_all(tall + j * m + j, scales[j], right + j, k, m, m - j);
            }
            solve_rows(pack.left, pack.right, inverses, right, m, x, least, k);
        }
        find_residuals(right, rank, residuals, is_wide ? n : m, n, k);
        F64* const solution = is_wide ? right : x;
        scaling.redo(solution, k * n);
        scaling.undo(pack.s, least);
        store<0>(turned(q.x), first, count, k, n, solution);
        if (q.residuals.data != nullptr) store<0>(q.residuals, first, count, k, 1, residuals);
        if (q.rank.data != nullptr) store<0>(q.rank, first, count, 1, 1, &rank);
        if (q.s.data != nullptr) store<0>(q.s, first, count, least, 1, pack.s);
        const I64 is_plain = (size == 0.0) | ((size >= 0x1p-900) & (size <= 0x1p900));
        return wrong | scaling.wrong | ~is_plain;
    });
}

}  // namespace

void fill_least_squares(SmallMatrixKernels& table) { table.least_squares = least_squares; }

}  // namespace numen::cpu::NUMEN_ISA
