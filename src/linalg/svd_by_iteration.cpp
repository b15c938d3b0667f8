// Singular values and vectors by QR iteration: slower than divide and conquer for large matrices.
#include <algorithm>

#include "linalg/lapack_spectral.h"
#include "linalg/spectral.h"
#include "linalg/svd_parts.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct Iteration {
    const Stack& a;
    const Stack* u;  // null, as vh: values only
    const Stack& s;
    const Stack* vh;
    Int m = a.rows, n = a.columns, least = std::min(m, n);
    Int u_columns = u == nullptr ? 0 : u->columns, vh_rows = vh == nullptr ? 0 : vh->rows;
    char job = u == nullptr ? 'N' : u_columns == m && vh_rows == n ? 'A' : 'S';
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * n);
    lapack::Real<Scalar>* values = scratch.take<lapack::Real<Scalar>>(least);
    Scalar* left = scratch.take<Scalar>(m * u_columns);
    Scalar* right = scratch.take<Scalar>(vh_rows * n);
    lapack::Spaces<Scalar> spaces = lapack::take_spaces<Scalar>(
        scratch, 5 * least, 0, [this](const lapack::Spaces<Scalar>& query) { find(query); });

    Int find(const lapack::Spaces<Scalar>& with) {
        return lapack::gesvd(job, m, n, matrix, values, left, right, vh_rows, with);
    }
    Status operator()(Int index) {
        a.load(index, matrix);
        // The iteration over infinities or NaNs may not end.
        const bool failed = !are_finite(matrix, m * n) || find(spaces) != 0;
        for (const Stack* part : {u, &s, vh}) {
            if (failed && part != nullptr) part->store_nan(index);
        }
        if (failed) return status_failed;
        s.store(index, values);
        if (u == nullptr) return status_ok;
        settle_signs<Scalar>(a, index, {{left, u_columns, m, m}, {right, vh_rows, n, 1, vh_rows}},
                             values, matrix);
        u->store(index, left);
        vh->store(index, right);
        return status_ok;
    }
};

}  // namespace

Status svd_by_iteration(const StridedView* u, const StridedView& s, const StridedView* vh,
                        const StridedView& a, Precision precision) {
    const Stack in = matrices(a), values = vectors(s);
    const Stack left = u == nullptr ? values : matrices(*u);
    const Stack right = u == nullptr ? values : matrices(*vh);
    const double work = 20 * static_cast<double>(std::min(in.rows, in.columns)) *
                        static_cast<double>(in.rows) * static_cast<double>(in.columns);
    return in_type(type_of_work(s, a), precision, [&]<class Scalar>() {
        const auto make = [&] {
            return Iteration<Scalar>{in, u == nullptr ? nullptr : &left, values,
                                     u == nullptr ? nullptr : &right};
        };
        return for_each_matrix<Scalar>(in.count(), work, make, swept_work);
    });
}

}  // namespace numen::linalg
