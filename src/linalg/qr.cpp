// Orthogonal and triangular factors by Householder reflections.
#include <algorithm>

#include "linalg/completed_basis.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

// What is wanted of a factorisation; null where not.
struct Wanted {
    const Stack* q = nullptr;
    const Stack* r = nullptr;
    const Stack* reflectors = nullptr;  // R with the Householder vectors below it
    const Stack* tau = nullptr;
};

template <class Scalar> struct Reflections {
    const Stack& a;
    Wanted wanted;
    Int m = a.rows, n = a.columns, least = std::min(m, n);
    Int q_columns = wanted.q == nullptr ? 0 : wanted.q->columns;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * std::max(n, q_columns));
    Scalar* triangle = scratch.take<Scalar>(wanted.r == nullptr ? 0 : wanted.r->rows * n);
    Scalar* tau = scratch.take<Scalar>(least);
    Int work_size = wanted_size();
    Scalar* work = scratch.take<Scalar>(work_size);

    Int wanted_size() {
        Scalar factoring(1), making(1);
        lapack::geqrf(m, n, matrix, tau, &factoring, lapack::work_query);
        if (q_columns > 0) {
            lapack::orgqr(m, q_columns, least, matrix, tau, &making, lapack::work_query);
        }
        return std::max(lapack::queried_size(factoring), lapack::queried_size(making));
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        bool failed = lapack::geqrf(m, n, matrix, tau, work, work_size) != 0;
        if (wanted.reflectors != nullptr) wanted.reflectors->store(index, matrix);
        if (wanted.tau != nullptr) wanted.tau->store(index, tau);
        if (wanted.r != nullptr) store_triangle(index);
        const Int made = is_completed() ? n : q_columns;
        if (made > 0) {
            failed |= lapack::orgqr(m, made, least, matrix, tau, work, work_size) != 0;
            Stack q = *wanted.q;
            q.columns = made;
            q.store(index, matrix);
        }
        if (failed) return status_failed;
        if constexpr (std::is_same_v<Scalar, double>) {
            if (made < q_columns) {
                return complete_basis(*wanted.q, index, {matrix, m, n, m}, Signs::of_reflections);
            }
        }
        return status_ok;
    }
    // Whether of q (m, m) only the columns that belong to those of a are made one by one.
    bool is_completed() const {
        constexpr Int most_columns = 127, least_ratio = 2;
        return std::is_same_v<Scalar, double> && n > 0 && n <= most_columns && q_columns == m &&
               m >= least_ratio * n;
    }

    void store_triangle(Int index) {
        const Int rows = wanted.r->rows;
        for (Int j = 0; j < n; ++j) {
            const Int length = std::min(j + 1, rows);
            std::copy_n(matrix + j * m, length, triangle + j * rows);
            std::fill(triangle + j * rows + length, triangle + (j + 1) * rows, Scalar(0));
        }
        wanted.r->store(index, triangle);
    }
};

Status factor(const Stack& a, const Wanted& wanted, Dtype dtype, Precision precision) {
    const double least = static_cast<double>(std::min(a.rows, a.columns));
    const double work =
        2 * least * static_cast<double>(a.rows) * static_cast<double>(a.columns);
    return in_type(dtype, precision, [&]<class Scalar>() {
        const auto make = [&] { return Reflections<Scalar>{a, wanted}; };
        return for_each_matrix<Scalar>(a.count(), work, make);
    });
}

}  // namespace

Status qr(const StridedView& q, const StridedView& r, const StridedView& a, Precision precision) {
    const Stack in = matrices(a), orthogonal = matrices(q), triangle = matrices(r);
    const Wanted wanted{.q = &orthogonal, .r = &triangle};
    const auto redo = [&](Int index) { return Reflections<double>{in, wanted}(index); };
    if (const auto done = small::qr(&q, r, a, redo)) return *done;
    return factor(in, wanted, q.dtype, precision);
}

Status qr_triangle(const StridedView& r, const StridedView& a, Precision precision) {
    const Stack in = matrices(a), triangle = matrices(r);
    const Wanted wanted{.r = &triangle};
    const auto redo = [&](Int index) { return Reflections<double>{in, wanted}(index); };
    if (const auto done = small::qr(nullptr, r, a, redo)) return *done;
    return factor(in, wanted, r.dtype, precision);
}

Status qr_reflectors(const StridedView& reflectors, const StridedView& tau, const StridedView& a,
                     Precision precision) {
    const Stack packed = matrices(reflectors), scales = vectors(tau);
    const Wanted wanted{.reflectors = &packed, .tau = &scales};
    return factor(matrices(a), wanted, reflectors.dtype, precision);
}

}  // namespace numen::linalg
