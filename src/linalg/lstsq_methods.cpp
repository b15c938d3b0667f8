// Least squares by QR with column exchanges, or by the SVD with QR iteration.
#include <algorithm>
#include <cstring>
#include <limits>

#include "linalg/lapack_spectral.h"
#include "linalg/spectral.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct Solution {
    using Magnitude = lapack::Real<Scalar>;
    const Stack &a, &b, &x, &residuals, &rank;
    const Stack* s;  // null: the method has none
    Magnitude rcond;
    LstsqMethod method;
    Int m = a.rows, n = a.columns, k = b.columns, least = std::min(m, n), most = std::max(m, n);
    Int sides = std::max<Int>(k, 1);  // one of zeros where none are given: the rank is wanted
    Int found = 0;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * n);
    Scalar* right = scratch.take<Scalar>(most * sides);
    Magnitude* values = scratch.take<Magnitude>(least);
    Magnitude* squares = scratch.take<Magnitude>(k);
    Int* pivots = scratch.take<Int>(n);
    lapack::Spaces<Scalar> spaces = lapack::take_spaces<Scalar>(
        scratch, 5 * most, 0, [this](const lapack::Spaces<Scalar>& query) { solve(query); });

    Int solve(const lapack::Spaces<Scalar>& with) {
        if (method == LstsqMethod::exchange) {
            return lapack::gelsy(m, n, sides, matrix, right, pivots, rcond, &found, with);
        }
        return lapack::gelss(m, n, sides, matrix, right, values, rcond, &found, with);
    }
    Status operator()(Int index) {
        a.load(index, matrix);
        std::fill(right, right + most * sides, Scalar(0));
        b.load(index, right, most);
        std::fill(pivots, pivots + n, Int{0});
        const bool is_finite = are_finite(matrix, m * n) && are_finite(right, most * sides);
        if (!is_finite || solve(spaces) != 0) {
            for (const Stack* part : {&x, &residuals, s}) {
                if (part != nullptr) part->store_nan(index);
            }
            return is_finite ? status_failed : status_invalid;
        }
        std::memcpy(rank.at(index), &found, sizeof found);
        if (s != nullptr) s->store(index, values);
        x.store(index, right, most);
        const bool has_squares = s != nullptr && found == n && m > n;
        for (Int j = 0; j < k; ++j) {
            squares[j] = has_squares ? 0 : std::numeric_limits<Magnitude>::quiet_NaN();
            for (Int i = n; i < m && has_squares; ++i) squares[j] += std::norm(right[j * most + i]);
        }
        residuals.store(index, squares);
        return is_open() ? status_doubtful : status_ok;
    }

    // Whether rounding, or the estimates of another library, decides about the rank that exchanges
    // of columns found: by the diagonal of the triangle around it. Singular values are the caller's
    // to judge.
    bool is_open() const {
        if (method != LstsqMethod::exchange) return false;
        const auto share = [this](Int i) {
            return std::abs(matrix[i * (m + 1)]) / std::abs(matrix[0]);
        };
        constexpr Magnitude eps = std::numeric_limits<Magnitude>::epsilon();
        if (found == 0 || !(share(found - 1) > 32 * rcond)) return true;
        return found < least && (rcond < 32 * eps || !(share(found) < rcond / 32));
    }
};

}  // namespace

Status lstsq(const StridedView& x, const StridedView& residuals, const StridedView& rank,
             const StridedView* s, const StridedView& a, const StridedView& b, double rcond,
             LstsqMethod method, Precision precision) {
    if (method == LstsqMethod::divide) {
        return lstsq(x, residuals, rank, *s, a, b, rcond, precision);
    }
    const Stack left = matrices(a), right = matrices(b), out = matrices(x),
                squares = vectors(residuals), ranks = numbers(rank);
    const Stack values = s == nullptr ? squares : vectors(*s);
    const double work = 10 * static_cast<double>(std::min(left.rows, left.columns)) *
                        static_cast<double>(left.rows) * static_cast<double>(left.columns);
    return in_type(x.dtype, precision, [&]<class Scalar>() {
        const auto make = [&] {
            return Solution<Scalar>{left, right, out, squares, ranks,
                                    s == nullptr ? nullptr : &values,
                                    static_cast<lapack::Real<Scalar>>(rcond), method};
        };
        return for_each_matrix<Scalar>(left.count(), work, make, swept_work);
    });
}

}  // namespace numen::linalg
