// The triangular factor of a positive definite matrix.
#include <algorithm>

#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct PositiveFactor {
    const Stack &factor, &a;
    bool upper;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);

    Status operator()(Int index) {
        const Int n = a.rows;
        a.load(index, matrix);
        if (lapack::potrf(upper ? 'U' : 'L', n, matrix) != 0) {
            factor.store_nan(index);
            return status_failed;
        }
        for (Int j = 0; j < n; ++j) {
            Scalar* column = matrix + j * n;
            upper ? std::fill(column + j + 1, column + n, Scalar(0))
                  : std::fill(column, column + j, Scalar(0));
        }
        factor.store(index, matrix);
        return status_ok;
    }
};

}  // namespace

Status cholesky(const StridedView& factor, const StridedView& a, bool upper,
                Precision precision) {
    const Stack out = matrices(factor), in = matrices(a);
    if (in.rows == 0) return status_ok;
    const auto redo = [&](Int index) {
        return in_type(factor.dtype, Precision::standard, [&]<class Scalar>() {
            return PositiveFactor<Scalar>{out, in, upper}(index);
        });
    };
    if (const auto done = small::cholesky(factor, a, upper, redo)) return *done;
    return in_type(factor.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix(in.count(), cube(in.rows) / 6, [&] {
            return PositiveFactor<Scalar>{out, in, upper};
        });
    });
}

}  // namespace numen::linalg
