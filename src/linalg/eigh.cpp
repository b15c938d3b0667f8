// Eigenvalues and eigenvectors of symmetric and Hermitian matrices: divide and conquer.
#include <algorithm>

#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"

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
        const Int info = lapack::syevd(job, triangle, n, matrix, found, work, work_size, real_work,
                                       real_size, int_work, int_size);
        if (info != 0) {
            values.store_nan(index);
            if (vectors != nullptr) vectors->store_nan(index);
            return status_failed;
        }
        values.store(index, found);
        if (vectors != nullptr) vectors->store(index, matrix);
        return status_ok;
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
        const auto make = [&] { return Eigenvalues<Scalar>{in, out, wanted, letter}; };
        return for_each_matrix(in.count(), work, make, swept_work);
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
