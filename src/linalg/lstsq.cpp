// Least squares by the singular value decomposition.
#include <algorithm>
#include <cstring>
#include <limits>

#include "linalg/graded_sides.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"
#include "linalg/strip_lstsq.h"

namespace numen::linalg {
namespace {

using lapack::Real;

struct Answer {
    const Stack &x, &residuals, &rank, &s;
};

template <class Scalar> struct LeastSquares {
    const Stack &a, &b;
    Real<Scalar> rcond;
    Answer out;
    Int m = a.rows, n = a.columns, k = b.columns, least = std::min(m, n), most = std::max(m, n);
    Int sides = std::max<Int>(k, 1);  // one of zeros where none are given: the rank is wanted
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * n);
    Scalar* right = scratch.take<Scalar>(most * sides);
    Real<Scalar>* s = scratch.take<Real<Scalar>>(least);
    Real<Scalar>* residuals = scratch.take<Real<Scalar>>(k);
    Int work_size = 1, real_size = 1, int_size = 1;
    Scalar* work = take_work();
    Real<Scalar>* real_work = scratch.take<Real<Scalar>>(real_size);
    Int* int_work = scratch.take<Int>(int_size);

    Scalar* take_work() {
        Scalar wanted(1);
        Real<Scalar> wanted_real = 1;
        Int rank = 0;
        lapack::gelsd(m, n, sides, matrix, right, s, rcond, &rank, &wanted, lapack::work_query,
                      &wanted_real, &int_size);
        work_size = lapack::queried_size(wanted);
        real_size = lapack::queried_size(wanted_real);
        int_size = std::max<Int>(int_size, 1);
        return scratch.take<Scalar>(work_size);
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        std::fill(right, right + most * sides, Scalar(0));
        b.load(index, right, most);
        Int rank = 0;
        SidesOrder order;
        if (least > 0) order = sort_sides(matrix, m, n, m);
        order.rows.sort(right, sides, most);
        const bool failed =
            least > 0 && (!are_finite(matrix, m * n) ||
                          lapack::gelsd(m, n, sides, matrix, right, s, rcond, &rank, work,
                                        work_size, real_work, int_work) != 0);
        if (failed) {
            for (const Stack* part : {&out.x, &out.residuals, &out.s}) part->store_nan(index);
            return status_failed;
        }
        order.columns.restore(right, sides, most, 1);
        if (m == 0) std::fill(right, right + most * sides, Scalar(0));
        std::memcpy(out.rank.at(index), &rank, sizeof rank);
        out.s.store(index, s);
        out.x.store(index, right, most);
        sum_squares(rank);
        out.residuals.store(index, residuals);
        return status_ok;
    }

    // Below the solution lie the components of b that a x cannot reach.
    void sum_squares(Int rank) {
        for (Int j = 0; j < k; ++j) {
            residuals[j] = std::numeric_limits<Real<Scalar>>::quiet_NaN();
            if (rank != n || m <= n) continue;
            residuals[j] = 0;
            for (Int i = n; i < m; ++i) residuals[j] += std::norm(right[j * most + i]);
        }
    }
};

}  // namespace

Status lstsq(const StridedView& x, const StridedView& residuals, const StridedView& rank,
             const StridedView& s, const StridedView& a, const StridedView& b, double rcond,
             Precision precision) {
    const Stack solution = matrices(x), squares = vectors(residuals), ranks = numbers(rank),
                singular = vectors(s), left = matrices(a), right = matrices(b);
    const LstsqStacks strips{solution, squares, ranks, singular, left, right};
    // As gelsd reads it.
    const double tolerance = rcond <= 0 || rcond >= 1 ? 0x1p-53 : rcond;
    const Answer out{solution, squares, ranks, singular};
    const auto redo = [&](Int index) {
        return LeastSquares<double>{left, right, rcond, out}(index);
    };
    if (takes_strips(strips)) return lstsq_by_strips(strips, tolerance, redo);
    if (precision == Precision::standard) {
        if (const auto done = small::lstsq(x, residuals, rank, s, a, b, tolerance, redo)) {
            return *done;
        }
    }
    const double least = static_cast<double>(std::min(left.rows, left.columns));
    const double work =
        8 * least * static_cast<double>(left.rows) * static_cast<double>(left.columns);
    return in_type(x.dtype, precision, [&]<class Scalar>() {
        const auto cut = static_cast<Real<Scalar>>(rcond);
        const auto make = [&] { return LeastSquares<Scalar>{left, right, cut, out}; };
        return for_each_matrix<Scalar>(left.count(), work, make, swept_work);
    });
}

}  // namespace numen::linalg
