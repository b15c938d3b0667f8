// Systems of equations whose matrices are bands around the diagonal.
#include <algorithm>

#include "linalg/doubtful.h"
#include "linalg/lapack_systems.h"
#include "linalg/stack.h"
#include "linalg/systems.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct BandSolver {
    const Stack &x, &bands, &b;
    Int lower, upper;
    Int n = bands.columns;
    bool is_tridiagonal = lower == 1 && upper == 1 && n > 1;
    Int rows = is_tridiagonal ? 3 : 2 * lower + upper + 1;
    Scratch scratch{};
    // Columns, whose first `lower` elements are room for new ones; else diagonal after diagonal.
    Scalar* matrix = scratch.take<Scalar>(rows * n);
    Scalar* right = scratch.take<Scalar>(b.rows * b.columns);
    Int* pivots = scratch.take<Int>(n);

    Status operator()(Int index) {
        b.load(index, right);
        const Status status = is_tridiagonal ? solve_tridiagonal(index) : solve(index);
        if (status != status_failed) x.store(index, right);
        return status;
    }

    Status solve(Int index) {
        for (Int j = 0; j < n; ++j) {
            std::fill(matrix + j * rows, matrix + j * rows + lower, Scalar(0));
        }
        bands.load(index, matrix + lower, rows);
        if (n == 1) {
            const Scalar number = matrix[lower + upper];
            for (Int j = 0; j < b.columns; ++j) right[j] /= number;
            return status_ok;
        }
        if (lapack::gbsv(n, lower, upper, b.columns, matrix, pivots, right) != 0) {
            return status_failed;
        }
        NativeLosses<Scalar> losses(n);
        for (Int j = 0; j < n; ++j) {
            const Int above = std::min(j, lower + upper);
            losses.add_square(squared_loss(matrix + j * rows + lower + upper, above));
        }
        return losses.status();
    }

    Status solve_tridiagonal(Int index) {
        turned(bands).load(index, matrix, n);
        Scalar *first = matrix + 1, *diagonal = matrix + n, *second = matrix + 2 * n;
        if (lapack::gtsv(n, b.columns, second, diagonal, first, right) != 0) {
            return status_failed;
        }
        NativeLosses<Scalar> losses(n);
        const auto square = [](const Scalar& number) {
            const double real = std::real(number), imaginary = std::imag(number);
            return real * real + imaginary * imaginary;
        };
        for (Int j = 0; j < n; ++j) {
            const double pivot = square(diagonal[j]);
            double above = j > 0 ? square(first[j - 1]) : 0;
            if (j > 1) above += square(second[j - 2]);
            losses.add_square((pivot + above) / pivot);
        }
        return losses.status();
    }
};

}  // namespace

Status solve_banded(const StridedView& x, const StridedView& bands, const StridedView& b,
                    std::int64_t lower, std::int64_t upper) {
    const Stack out = matrices(x), in = matrices(bands), right = matrices(b);
    const double work = static_cast<double>(in.columns) * static_cast<double>(lower + 1) *
                        static_cast<double>(lower + upper + out.columns);
    return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), work, [&] {
            return BandSolver<Scalar>{out, in, right, lower, upper};
        });
    });
}

}  // namespace numen::linalg
