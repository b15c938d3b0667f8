// The triangular factor of a positive definite matrix.
#include <algorithm>

#include "linalg/doubtful.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

using lapack::Real;

Status factor_in_double(const Stack& factor, const Stack& a, bool upper, bool is_decided_elsewhere,
                        Int index);

// Whether a matrix is positive definite may depend on rounding: then the library that NumPy is
// linked with says it (doubtful.h). One matrix alone is that library's from the start, so that
// nearly singular ones, such as the covariances of smooth processes, are not factored twice; in
// stacks ours is faster, a matrix on each thread.
template <class Scalar> struct PositiveFactor {
    const Stack &factor, &a;
    bool upper;
    bool is_decided_elsewhere;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Real<Scalar>* diagonal = scratch.take<Real<Scalar>>(a.rows);

    bool is_positive(Int index) {
        const char triangle = upper ? 'U' : 'L';
        if (!is_decided_elsewhere) {
            a.load(index, matrix);
            for (Int j = 0; j < a.rows; ++j) diagonal[j] = std::real(matrix[j * (a.rows + 1)]);
            const bool is_found = lapack::potrf(triangle, a.rows, matrix) == 0;
            if (!lapack::decides_elsewhere() || (is_found && !is_doubtful())) return is_found;
        }
        a.load(index, matrix);
        return lapack::deciding_potrf(triangle, a.rows, matrix) == 0;
    }

    bool is_doubtful() const {
        Losses losses;
        for (Int j = 0; j < a.rows; ++j) {
            losses.add(static_cast<double>(diagonal[j] / std::norm(matrix[j * (a.rows + 1)])));
        }
        return !losses.are_below(most_loss<Scalar>(a.rows));
    }

    // NumPy's arithmetic is double, where a matrix may be positive definite that is not in single.
    Status refuse(Int index) {
        if constexpr (lapack::is_single<Scalar>) {
            return factor_in_double(factor, a, upper, is_decided_elsewhere, index);
        }
        factor.store_nan(index);
        return status_failed;
    }

    Status operator()(Int index) {
        const Int n = a.rows;
        if (!is_positive(index)) return refuse(index);
        for (Int j = 0; j < n; ++j) {
            Scalar* column = matrix + j * n;
            upper ? std::fill(column + j + 1, column + n, Scalar(0))
                  : std::fill(column, column + j, Scalar(0));
        }
        factor.store(index, matrix);
        return status_ok;
    }
};

Status factor_in_double(const Stack& factor, const Stack& a, bool upper, bool is_decided_elsewhere,
                        Int index) {
    return in_type(factor.dtype(), Precision::standard, [&]<class Scalar>() {
        return PositiveFactor<Scalar>{factor, a, upper, is_decided_elsewhere}(index);
    });
}

}  // namespace

Status cholesky(const StridedView& factor, const StridedView& a, bool upper,
                Precision precision) {
    const Stack out = matrices(factor), in = matrices(a);
    if (in.rows == 0) return status_ok;
    const bool elsewhere = lapack::decides_elsewhere();
    const auto redo = [&](Int index) {  // what the lanes leave is doubtful
        return factor_in_double(out, in, upper, elsewhere, index);
    };
    if (const auto done = small::cholesky(factor, a, upper, redo)) return *done;
    return in_type(factor.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 6, [&] {
            return PositiveFactor<Scalar>{out, in, upper, elsewhere && in.count() == 1};
        });
    });
}

}  // namespace numen::linalg
