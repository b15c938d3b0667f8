// Eigenvalues and eigenvectors of symmetric and Hermitian matrices: divide and conquer.
#include <algorithm>

#include "linalg/columns.h"
#include "linalg/divided.h"
#include "linalg/graded_sides.h"
#include "linalg/linalg.h"
#include "linalg/reflectors.h"
#include "linalg/signs.h"
#include "linalg/small.h"

namespace numen::linalg {
namespace {

using lapack::Real;

template <class Scalar> struct Eigenvalues {
    const Stack& a;
    const Stack& values;
    const Stack* vectors;  // null: values only
    char triangle;
    char job = vectors == nullptr ? 'N' : 'V';
    Int n = a.rows;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(n * n);
    Real<Scalar>* found = scratch.take<Real<Scalar>>(n);
    Int work_size = 1, real_size = 1, int_size = 1;
    Scalar* work = take_work();
    Real<Scalar>* real_work = scratch.take<Real<Scalar>>(real_size);
    Int* int_work = scratch.take<Int>(int_size);

    Scalar* take_work() {
        Scalar wanted(1);
        Real<Scalar> wanted_real = 1;
        lapack::syevd(job, triangle, n, matrix, found, &wanted, lapack::work_query, &wanted_real,
                      lapack::work_query, &int_size, lapack::work_query);
        work_size = lapack::queried_size(wanted);
        real_size = lapack::queried_size(wanted_real);
        return scratch.take<Scalar>(work_size);
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        const SizeOrder order = sort_hermitian(matrix, n, n, triangle);
        const Int info = lapack::syevd(job, triangle, n, matrix, found, work, work_size, real_work,
                                       real_size, int_work, int_size);
        if (info != 0) {
            values.store_nan(index);
            if (vectors != nullptr) vectors->store_nan(index);
            return status_failed;
        }
        values.store(index, found);
        if (vectors == nullptr) return status_ok;
        order.restore(matrix, n, n, 1);
        follow_rule(matrix, n, n, n);
        vectors->store(index, matrix);
        return status_ok;
    }
};

// Large real matrices, of which the lower triangle is meant: a = Q T Q' by LAPACK, the three
// diagonals of T in halves, and Q times their vectors.
template <class Real> struct ThreeDiagonals {
    static constexpr Int least_order = 128;
    const Stack& a;
    const Stack& values;
    const Stack* vectors;  // null: values only
    bool has_own_threads;
    Int n = a.rows, step = padded(n);
    Int side = vectors == nullptr ? 0 : n;
    Scratch scratch{};
    Real* matrix = scratch.take<Real>(step * n);
    Real* diagonal = scratch.take<Real>(n);
    Real* below = scratch.take<Real>(n);
    Real* reflectors = scratch.take<Real>(step * side);
    Real* factors = scratch.take<Real>(n);
    Real* found = scratch.take<Real>(step * side);
    Int work_size = std::max(n * 32, side * (side + 4) + 1);
    Real* work = scratch.take<Real>(work_size);
    Int* int_work = scratch.take<Int>(5 * n + 6);
    SizeOrder order{};

    Status operator()(Int index) {
        a.load(index, matrix, step);
        Real most = 0;
        for (Int j = 0; j < n; ++j) {
            Real* column = matrix + j * step;
            // LAPACK says what is to be said of those.
            if (!are_finite(column + j, n - j)) {
                return Eigenvalues<Real>{a, values, vectors, 'L'}(index);
            }
            most = std::max(most, greatest(column + j, n - j));
        }
        const Real scale = scale_of(most);
        for (Int j = 0; j < n && scale != 1; ++j) {
            Real* column = matrix + j * step;
            std::for_each(column + j, column + n, [scale](Real& x) { x *= scale; });
        }
        order = sort_hermitian(matrix, n, step, 'L');
        const Status status = solve();
        if (status != status_ok) {
            values.store_nan(index);
            if (vectors != nullptr) vectors->store_nan(index);
            return status;
        }
        std::for_each_n(diagonal, n, [scale](Real& value) { value /= scale; });
        values.store(index, diagonal);
        return vectors == nullptr ? status_ok : store_vectors(index);
    }

    Status solve() {
        {
            const blas::OwnThreads threads(has_own_threads);
            lapack::sytrd('L', n, matrix, step, diagonal, below, factors, work, work_size);
        }
        if (vectors == nullptr) {
            return lapack::sterf(n, diagonal, below) == 0 ? status_ok : status_failed;
        }
        return solve_three_diagonals<Real>(
            {n, diagonal, below, work, int_work, has_own_threads}, found, step);
    }

    Status store_vectors(Int index) {
        for (Int j = 0; j + 1 < n; ++j) {
            Real *column = reflectors + j * step, *below_it = column + j + 2;
            std::fill(column, below_it, Real(0));
            column[j + 1] = 1;
            std::copy(matrix + j * step + j + 2, matrix + j * step + n, below_it);
        }
        const Reflectors<Real> product{n, n - 1, 1, step, reflectors, factors};
        const Status status = apply(product, found, n, step);
        order.restore(found, n, step, 1);
        follow_rule(found, n, n, step);
        vectors->store(index, found, step);
        return status;
    }
};

Status eigenvalues(const StridedView& values, const StridedView* eigenvectors,
                   const StridedView& a, Triangle triangle, Precision precision) {
    const Stack in = matrices(a), out = vectors(values);
    const Stack columns = eigenvectors == nullptr ? out : matrices(*eigenvectors);
    const Stack* wanted = eigenvectors == nullptr ? nullptr : &columns;
    if (in.rows == 0) return status_ok;
    const char letter = static_cast<char>(triangle);
    const auto redo = [&](Int index) {
        return Eigenvalues<double>{in, out, wanted, letter}(index);
    };
    const bool upper = triangle == Triangle::upper;
    if (const auto done = small::eigh(values, eigenvectors, a, upper, redo)) return *done;
    const double work = (wanted == nullptr ? 2 : 5) * cube(in.rows);
    return in_type(type_of_work(values, a), precision, [&]<class Scalar>() {
        if constexpr (!lapack::is_complex<Scalar>) {
            if (in.rows >= ThreeDiagonals<Scalar>::least_order) {
                const Stack lower = upper ? turned(in) : in;
                const bool is_alone = in.count() == 1 && work >= swept_work;
                return for_each_matrix<Scalar>(
                    in.count(), work,
                    [&] { return ThreeDiagonals<Scalar>{lower, out, wanted, is_alone}; },
                    never_threaded);
            }
        }
        const auto make = [&] { return Eigenvalues<Scalar>{in, out, wanted, letter}; };
        return for_each_matrix<Scalar>(in.count(), work, make, swept_work);
    });
}

}  // namespace

Status eigh(const StridedView& values, const StridedView& eigenvectors, const StridedView& a,
            Triangle triangle, Precision precision) {
    return eigenvalues(values, &eigenvectors, a, triangle, precision);
}

Status eigvalsh(const StridedView& values, const StridedView& a, Triangle triangle,
                Precision precision) {
    return eigenvalues(values, nullptr, a, triangle, precision);
}

}  // namespace numen::linalg
