// Singular values and vectors of small matrices by one-sided Jacobi; tall ones through the triangle
// of their QR factorisation.
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/single_pack.h"
#include "backends/cpu/small_matrices/singular_parts.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// What is asked for; u has `columns` columns, n or m.
struct Question {
    const MatrixRun &u, &s, &vh, &a;
    std::int64_t m, n, columns;
};

// Square matrices.
template <class V, int N, bool with_vectors>
SpectralAnswers of_squares(const Question& q, std::int64_t count, void* work) {
    const int n = order_of<N>(q.n);
    Work space(work);
    using Rooms = SquareRooms<V>;
    Room<Rooms::matrices_of(N), V> matrices(space, Rooms::matrices_of(n));
    Room<Rooms::vectors_of(N), V> vectors(space, Rooms::vectors_of(n));
    Room<halves_of<V>(N * N)> halves(space, halves_of<V>(n * n));
    const Rooms pack(matrices, vectors, space.take<V>(Sorting<V>::room_of(n)), n);
    SpectralAnswers answers{};
    answers.open = for_each_pack<V>(count, [&](std::int64_t first) {
        load<N>(q.a, first, count, n, n, pack.matrix, halves);
        Sizes<V> sizes = sizes_of<V>(pack.matrix, pack.s, n, n);
        const Scaling<V> scaling = scale_extremes(pack.matrix, sizes.sum, n * n);
        if (scaling.is_used) sizes = sizes_of<V>(pack.matrix, pack.s, n, n);
        const SingularMarks<V> marks =
            decompose<with_vectors>(pack, sizes, rounding_of(sizes.sum, n), n);
        answers.coarse |= open_matrices(marks.is_coarse, first, count);
        if constexpr (with_vectors) {
            const MaskOf<V> untied = has_untied(pack, marks.both, n, n);
            if (any(untied)) follow_rule(pack.left + (n - 1) * n, n, untied);
            store<N>(turned(q.u), first, count, n, n, pack.left, halves);
            store<N>(q.vh, first, count, n, n, pack.right, halves);
        }
        scaling.undo(pack.s, n);
        store<N>(q.s, first, count, n, 1, pack.s, halves);
        return marks.wrong | scaling.wrong;
    });
    return answers;
}

// Tall matrices (m > n).
template <class V, bool with_vectors>
SpectralAnswers of_tall(const Question& q, std::int64_t count, void* work) {
    const int m = static_cast<int>(q.m), n = static_cast<int>(q.n);
    const int columns = static_cast<int>(q.columns);
    Work space(work);
    V *const tall = space.take<V>(n * m), *const scales = space.take<V>(n);
    V* const u = with_vectors ? space.take<V>(columns * m) : nullptr;
    F64* const halves = space.take<F64>(halves_of<V>((with_vectors ? columns : n) * m));
    using Rooms = SquareRooms<V>;
    const Rooms pack(space.take<V>(Rooms::matrices_of(n)), space.take<V>(Rooms::vectors_of(n)),
                     space.take<V>(Sorting<V>::room_of(n)), n);
    SpectralAnswers answers{};
    answers.open = for_each_pack<V>(count, [&](std::int64_t first) {
        load<0>(turned(q.a), first, count, n, m, tall, halves);
        V squares = sum_of_squares(tall, m * n);
        const Scaling<V> scaling = scale_extremes(tall, squares, m * n);
        reduce_tall(tall, scales, pack.matrix, m, n);
        const Sizes<V> sizes = sizes_of(pack.matrix, pack.s, n, n);
        const SingularMarks<V> marks =
            decompose<with_vectors>(pack, sizes, rounding_of(squares, n), n);
        answers.coarse |= open_matrices(marks.is_coarse, first, count);
        if constexpr (with_vectors) {
            const MaskOf<V> untied = has_untied(pack, marks.both, m, n);
            expand(tall, scales, pack.left, n, u, m, n, columns);
            for (int k = n; k < columns; ++k) follow_rule(u + k * m, m, ~MaskOf<V>{});
            if (any(untied)) follow_rule(u + (n - 1) * m, m, untied);
            store<0>(turned(q.u), first, count, columns, m, u, halves);
            store<0>(q.vh, first, count, n, n, pack.right, halves);
        }
        scaling.undo(pack.s, n);
        store<0>(q.s, first, count, n, 1, pack.s, halves);
        return marks.wrong | scaling.wrong;
    });
    return answers;
}

template <class V>
SpectralAnswers singular_values(const MatrixRun& u, const MatrixRun& s, const MatrixRun& vh,
                                const MatrixRun& a, std::int64_t m, std::int64_t n,
                                std::int64_t columns, std::int64_t count, void* work) {
    const Question question{u, s, vh, a, m, n, columns};
    const bool with_vectors = u.data != nullptr;
    if (m > n) {
        return with_vectors ? of_tall<V, true>(question, count, work)
                            : of_tall<V, false>(question, count, work);
    }
    return of_order(n, [&]<int N>() {
        return with_vectors ? of_squares<V, N, true>(question, count, work)
                            : of_squares<V, N, false>(question, count, work);
    });
}

}  // namespace

void fill_singular_values(SmallMatrixKernels& table) {
    table.singular_values = singular_values<F64>;
    table.native_singular_values = singular_values<F32>;
}

}  // namespace numen::cpu::NUMEN_ISA
