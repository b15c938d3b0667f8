// Eigenvalues and right eigenvectors of general matrices, always as complex numbers.
#include <algorithm>
#include <complex>
#include <concepts>

#include "linalg/linalg.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

// LAPACK's routine with its work spaces; `values` and `vectors` are complex afterwards.
template <class Scalar> struct General;

template <class Part> struct General<std::complex<Part>> {
    using Complex = std::complex<Part>;
    Int n;
    char job;
    Scratch scratch{};
    Complex* matrix = scratch.take<Complex>(n * n);
    Complex* values = scratch.take<Complex>(n);
    Complex* vectors = scratch.take<Complex>(job == 'V' ? n * n : 0);
    Part* real_work = scratch.take<Part>(2 * n);
    Int work_size = wanted_size();
    Complex* work = scratch.take<Complex>(work_size);

    Int wanted_size() {
        Complex wanted(1);
        lapack::geev(job, n, matrix, values, vectors, &wanted, lapack::work_query, real_work);
        return lapack::queried_size(wanted);
    }
    bool find() {
        return lapack::geev(job, n, matrix, values, vectors, work, work_size, real_work) == 0;
    }
};

template <std::floating_point Part> struct General<Part> {
    using Complex = std::complex<Part>;
    Int n;
    char job;
    Scratch scratch{};
    Part* matrix = scratch.take<Part>(n * n);
    Part* real = scratch.take<Part>(n);
    Part* imaginary = scratch.take<Part>(n);
    Part* parts = scratch.take<Part>(job == 'V' ? n * n : 0);
    Complex* values = scratch.take<Complex>(n);
    Complex* vectors = scratch.take<Complex>(job == 'V' ? n * n : 0);
    Int work_size = wanted_size();
    Part* work = scratch.take<Part>(work_size);

    Int wanted_size() {
        Part wanted = 1;
        lapack::geev(job, n, matrix, real, imaginary, parts, &wanted, lapack::work_query);
        return lapack::queried_size(wanted);
    }
    bool find() {
        if (lapack::geev(job, n, matrix, real, imaginary, parts, work, work_size) != 0) {
            return false;
        }
        for (Int j = 0; j < n; ++j) values[j] = {real[j], imaginary[j]};
        if (job == 'V') join_parts();
        return true;
    }
    // The vectors of a conjugate pair stand in two columns: real parts, imaginary parts.
    void join_parts() {
        for (Int j = 0; j < n; ++j) {
            const Part* column = parts + j * n;
            Complex* out = vectors + j * n;
            if (imaginary[j] == 0) {
                std::copy_n(column, n, out);
                continue;
            }
            for (Int i = 0; i < n; ++i) {
                out[i] = {column[i], column[n + i]};
                out[n + i] = {column[i], -column[n + i]};
            }
            ++j;
        }
    }
};

template <class Scalar> struct Eigenvalues {
    const Stack& a;
    const Stack& values;
    const Stack* vectors;  // null: values only
    General<Scalar> general{a.rows, vectors == nullptr ? 'N' : 'V'};

    Status operator()(Int index) {
        const Int n = a.rows;
        a.load(index, general.matrix);
        const bool finite = are_finite(general.matrix, n * n);
        if (!finite || !general.find()) {
            values.store_nan(index);
            if (vectors != nullptr) vectors->store_nan(index);
            return finite ? status_failed : status_invalid;
        }
        values.store(index, general.values);
        if (vectors != nullptr) vectors->store(index, general.vectors);
        return status_ok;
    }
};

Status eigenvalues(const Stack& a, const Stack& values, const Stack* vectors, Dtype dtype,
                   Precision precision) {
    if (a.rows == 0) return status_ok;
    const double work = (vectors == nullptr ? 10 : 25) * cube(a.rows);
    return in_type(dtype, precision, [&]<class Scalar>() {
        const auto make = [&] { return Eigenvalues<Scalar>{a, values, vectors}; };
        return for_each_matrix<Scalar>(a.count(), work, make, swept_work);
    });
}

}  // namespace

Status eig(const StridedView& values, const StridedView& eigenvectors, const StridedView& a,
           Precision precision) {
    const Stack columns = matrices(eigenvectors);
    return eigenvalues(matrices(a), vectors(values), &columns, a.dtype, precision);
}

Status eigvals(const StridedView& values, const StridedView& a, Precision precision) {
    return eigenvalues(matrices(a), vectors(values), nullptr, a.dtype, precision);
}

}  // namespace numen::linalg
