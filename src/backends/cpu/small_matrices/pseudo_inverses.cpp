// Pseudo-inverses of small matrices from their singular values and vectors, of tall ones through
// the triangle of their QR factorisation.
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/single_pack.h"
#include "backends/cpu/small_matrices/singular_parts.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The matrix, whose squares are within Limits, becomes its pseudo-inverse, by rows. Returns the
// lanes without an answer.
template <class V>
NUMEN_INLINE MaskOf<V> pseudo_invert(const SquareRooms<V>& pack, V rcond, int n) {
    const Sizes<V> sizes = sizes_of(pack.matrix, pack.s, n, n);
    // What is far below rounding is kept if rcond says so.
    const MaskOf<V> wrong = decompose<true>(pack, sizes, sizes.sum * Limits<V>::hardly, n).wrong;
    invert_values(pack.s, pack.s, rcond, n);
    for (int i = 0; i < n; ++i) {
        V* const row = pack.matrix + i * n;
        for (int j = 0; j < n; ++j) row[j] = V{};
        for (int k = 0; k < n; ++k) {
            const V factor = pack.right[k * n + i] * pack.s[k];
            for (int j = 0; j < n; ++j) row[j] = fused(factor, pack.left[k * n + j], row[j]);
        }
    }
    return wrong;
}

struct Question {
    const MatrixRun &inverse, &a, &rcond;
    std::int64_t m, n;
};

template <class V, int N> Open of_squares(const Question& q, std::int64_t count, void* work) {
    const int n = order_of<N>(q.n);
    Work space(work);
    using Rooms = SquareRooms<V>;
    Room<Rooms::matrices_of(N), V> matrices(space, Rooms::matrices_of(n));
    Room<Rooms::vectors_of(N), V> vectors(space, Rooms::vectors_of(n));
    Room<halves_of<V>(N * N)> halves(space, halves_of<V>(n * n));
    const Rooms pack(matrices, vectors, space.take<V>(Sorting<V>::room_of(n)), n);
    return for_each_pack<V>(count, [&](std::int64_t first) {
        V rcond;
        load<N>(q.rcond, first, count, 1, 1, &rcond, halves);
        load<N>(q.a, first, count, n, n, pack.matrix, halves);
        V squares = sum_of_squares(pack.matrix, n * n);
        const Scaling<V> scaling = scale_extremes(pack.matrix, squares, n * n);
        const MaskOf<V> wrong = pseudo_invert(pack, rcond, n) | scaling.wrong;
        scaling.redo(pack.matrix, n * n);
        store<N>(q.inverse, first, count, n, n, pack.matrix, halves);
        return wrong;
    });
}

template <class V> Open of_tall(const Question& q, std::int64_t count, void* work) {
    const int m = static_cast<int>(q.m), n = static_cast<int>(q.n);
    Work space(work);
    V *const tall = space.take<V>(n * m), *const scales = space.take<V>(n);
    V* const inverse = space.take<V>(n * m);
    F64* const halves = space.take<F64>(halves_of<V>(n * m));
    using Rooms = SquareRooms<V>;
    const Rooms pack(space.take<V>(Rooms::matrices_of(n)), space.take<V>(Rooms::vectors_of(n)),
                     space.take<V>(Sorting<V>::room_of(n)), n);
    return for_each_pack<V>(count, [&](std::int64_t first) {
        V rcond;
        load<0>(q.rcond, first, count, 1, 1, &rcond, halves);
        load<0>(turned(q.a), first, count, n, m, tall, halves);
        V squares = sum_of_squares(tall, m * n);
        const Scaling<V> scaling = scale_extremes(tall, squares, m * n);
        reduce_tall(tall, scales, pack.matrix, m, n);
        const MaskOf<V> wrong = pseudo_invert(pack, rcond, n) | scaling.wrong;
        expand(tall, scales, pack.matrix, n, inverse, m, n, n);
        scaling.redo(inverse, m * n);
        store<0>(q.inverse, first, count, n, m, inverse, halves);
        return wrong;
    });
}

template <class V>
Open pseudo_inverses(const MatrixRun& inverse, const MatrixRun& a, const MatrixRun& rcond,
                     std::int64_t m, std::int64_t n, std::int64_t count, void* work) {
    const Question question{inverse, a, rcond, m, n};
    if (m > n) return of_tall<V>(question, count, work);
    return of_order(n, [&]<int N>() { return of_squares<V, N>(question, count, work); });
}

}  // namespace

void fill_pseudo_inverses(SmallMatrixKernels& table) {
    table.pseudo_inverses = pseudo_inverses<F64>;
    table.native_pseudo_inverses = pseudo_inverses<F32>;
}

}  // namespace numen::cpu::NUMEN_ISA
