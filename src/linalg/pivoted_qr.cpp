// Orthogonal and triangular factors with all that LAPACK leaves of them, or with exchanged columns.
#include <algorithm>

#include "backends/cpu/element_moves.h"
#include "linalg/lapack_spectral.h"
#include "linalg/spectral.h"

namespace numen::linalg {
namespace {

// The stacks of the wanted parts; null where one is not.
struct Part {
    explicit Part(const StridedView* view, Stack::Of kind)
        : is_wanted(view != nullptr), stack(view == nullptr ? StridedView{} : *view,
                                            view == nullptr ? Stack::Of::numbers : kind) {}
    bool is_wanted;
    Stack stack;
};

struct Wanted {
    explicit Wanted(const QrParts& parts)
        : q(parts.q, Stack::Of::matrices), r(parts.r, Stack::Of::matrices),
          reflectors(parts.reflectors, Stack::Of::matrices), tau(parts.tau, Stack::Of::vectors),
          pivots(parts.pivots, Stack::Of::vectors),
          pivot_size(parts.pivots == nullptr ? 0 : itemsize(parts.pivots->dtype)) {}
    Part q, r, reflectors, tau, pivots;
    int pivot_size;
};

template <class Scalar> struct PivotedReflections {
    const Stack& a;
    const Wanted& wanted;
    Int m = a.rows, n = a.columns, least = std::min(m, n);
    Int q_columns = wanted.q.is_wanted ? wanted.q.stack.columns : 0;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * std::max(n, q_columns));
    Scalar* triangle =
        scratch.take<Scalar>(wanted.r.is_wanted ? wanted.r.stack.rows * n : 0);
    Scalar* tau = scratch.take<Scalar>(least);
    Int* pivots = scratch.take<Int>(n);
    lapack::Spaces<Scalar> factoring = lapack::take_spaces<Scalar>(
        scratch, 2 * n, 0, [this](const lapack::Spaces<Scalar>& query) { factor(query); });
    lapack::Spaces<Scalar> making = lapack::take_spaces<Scalar>(
        scratch, 0, 0, [this](const lapack::Spaces<Scalar>& query) { make(query); });

    Int factor(const lapack::Spaces<Scalar>& spaces) {
        if (!wanted.pivots.is_wanted) {
            return lapack::geqrf(m, n, matrix, tau, spaces.work, spaces.work_size);
        }
        return lapack::geqp3(m, n, matrix, pivots, tau, spaces);
    }
    Int make(const lapack::Spaces<Scalar>& spaces) {
        if (q_columns == 0) return 0;
        return lapack::orgqr(m, q_columns, least, matrix, tau, spaces.work, spaces.work_size);
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        std::fill_n(pivots, n, Int{0});  // every column may move
        bool failed = factor(factoring) != 0;
        if (wanted.pivots.is_wanted) store_pivots(index);
        if (wanted.reflectors.is_wanted) wanted.reflectors.stack.store(index, matrix);
        if (wanted.tau.is_wanted) wanted.tau.stack.store(index, tau);
        if (wanted.r.is_wanted) store_triangle(index);
        if (q_columns > 0) {
            failed |= make(making) != 0;
            wanted.q.stack.store(index, matrix);
        }
        return failed ? status_failed : status_ok;
    }
    void store_pivots(Int index) {
        const Stack& out = wanted.pivots.stack;
        char* to = out.at(index);
        for (Int j = 0; j < n; ++j, to += out.row_step) {
            if (wanted.pivot_size == 4) cpu::write(to, static_cast<std::int32_t>(pivots[j] - 1));
            else cpu::write(to, pivots[j] - 1);
        }
    }
    void store_triangle(Int index) {
        const Int rows = wanted.r.stack.rows;
        for (Int j = 0; j < n; ++j) {
            const Int length = std::min(j + 1, rows);
            std::copy_n(matrix + j * m, length, triangle + j * rows);
            std::fill(triangle + j * rows + length, triangle + (j + 1) * rows, Scalar(0));
        }
        wanted.r.stack.store(index, triangle);
    }
};

}  // namespace

Status qr(const QrParts& parts, const StridedView& a, Dtype dtype, Precision precision) {
    const Stack in = matrices(a);
    const Wanted wanted(parts);
    const double work = 2 * static_cast<double>(std::min(in.rows, in.columns)) *
                        static_cast<double>(in.rows) * static_cast<double>(in.columns);
    return in_type(dtype, precision, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), work,
                               [&] { return PivotedReflections<Scalar>{in, wanted}; });
    });
}

}  // namespace numen::linalg
