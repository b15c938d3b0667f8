// Schur forms, and moving chosen eigenvalues to their front.
#include <cstring>

#include "linalg/schur_form.h"
#include "linalg/spectral.h"

namespace numen::linalg {
namespace {

// Eigenvalues as complex numbers, whose parts `values` and `imaginary` are if Scalar is real.
template <class Scalar>
void store_values(const Stack& out, Int index, const Scalar* values, const Scalar* imaginary,
                  std::complex<lapack::Real<Scalar>>* numbers, Int n) {
    for (Int i = 0; i < n; ++i) {
        if constexpr (lapack::is_complex<Scalar>) numbers[i] = values[i];
        else numbers[i] = {values[i], imaginary[i]};
    }
    out.store(index, numbers);
}

template <class Scalar> struct Triangulation {
    const Stack &a, &t, &z, &values;
    Int n = a.rows;
    Scratch scratch{};
    SchurForm<Scalar> schur{n, scratch};
    std::complex<lapack::Real<Scalar>>* numbers =
        scratch.take<std::complex<lapack::Real<Scalar>>>(n);

    Status operator()(Int index) {
        a.load(index, schur.form);
        const bool is_finite = are_finite(schur.form, n * n);
        if (!is_finite || !schur.find()) {
            for (const Stack* part : {&t, &z, &values}) part->store_nan(index);
            return is_finite ? status_failed : status_invalid;
        }
        t.store(index, schur.form);
        z.store(index, schur.vectors);
        store_values(values, index, schur.values, schur.imaginary, numbers, n);
        return status_ok;
    }
};

template <class Scalar> struct Reordering {
    const Stack &t, &z, &values, &moved, &selected;
    Int n = t.rows;
    Scratch scratch{};
    Scalar* form = scratch.take<Scalar>(n * n);
    Scalar* columns = scratch.take<Scalar>(n * n);
    Scalar* eigenvalues = scratch.take<Scalar>(n);
    Scalar* imaginary = scratch.take<Scalar>(n);
    std::complex<lapack::Real<Scalar>>* numbers =
        scratch.take<std::complex<lapack::Real<Scalar>>>(n);
    Int* chosen = scratch.take<Int>(n);
    Int count = 0;
    lapack::Spaces<Scalar> spaces{scratch.take<Scalar>(n + 1), n + 1, nullptr, 0,
                                  scratch.take<Int>(n + 1), n + 1};

    Status operator()(Int index) {
        t.load(index, form);
        z.load(index, columns);
        for (Int i = 0; i < n; ++i) chosen[i] = selected.at(index)[i * selected.row_step] != 0;
        const Int info = lapack::trsen(chosen, n, form, columns, eigenvalues, imaginary, &count,
                                       spaces);
        t.store(index, form);
        z.store(index, columns);
        store_values(values, index, eigenvalues, imaginary, numbers, n);
        std::memcpy(moved.at(index), &count, sizeof count);
        return info == 0 ? status_ok : status_failed;
    }
};

}  // namespace

Status schur(const StridedView& t, const StridedView& z, const StridedView& values,
             const StridedView& a, Precision precision) {
    const Stack in = matrices(a), form = matrices(t), columns = matrices(z),
                eigenvalues = vectors(values);
    if (in.rows == 0) return status_ok;
    return in_type(t.dtype, precision, [&]<class Scalar>() {
        const auto make = [&] {
            return Triangulation<Scalar>{in, form, columns, eigenvalues};
        };
        return for_each_matrix<Scalar>(in.count(), 25 * cube(in.rows), make, swept_work);
    });
}

Status reorder_schur(const StridedView& t, const StridedView& z, const StridedView& values,
                     const StridedView& moved, const StridedView& selected, Precision precision) {
    const Stack form = matrices(t), columns = matrices(z), eigenvalues = vectors(values),
                counts = numbers(moved), chosen = vectors(selected);
    if (form.rows == 0) return status_ok;
    return in_type(t.dtype, precision, [&]<class Scalar>() {
        const auto make = [&] {
            return Reordering<Scalar>{form, columns, eigenvalues, counts, chosen};
        };
        return for_each_matrix<Scalar>(form.count(), 10 * cube(form.rows), make, swept_work);
    });
}

}  // namespace numen::linalg
