// Singular values and vectors: divide and conquer, or by the eigenvalues of a Hermitian matrix.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "linalg/graded_sides.h"
#include "linalg/lapack_spectral.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/svd_parts.h"

namespace numen::linalg {
namespace {

using lapack::Real;
using Parts = SvdParts;

template <class Scalar> struct SingularValues {
    const Stack& a;
    Parts out;
    Int m = a.rows, n = a.columns, least = std::min(m, n), most = std::max(m, n);
    Int u_columns = out.u == nullptr ? 0 : out.u->columns;
    Int vh_rows = out.vh == nullptr ? 0 : out.vh->rows;
    char job = out.u == nullptr ? 'N' : u_columns == m && vh_rows == n ? 'A' : 'S';
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * n);
    Real<Scalar>* s = scratch.take<Real<Scalar>>(least);
    Scalar* u = scratch.take<Scalar>(m * u_columns);
    Scalar* vh = scratch.take<Scalar>(vh_rows * n);
    Int* int_work = scratch.take<Int>(8 * least);
    Real<Scalar>* real_work = scratch.take<Real<Scalar>>(real_size());
    Int work_size = wanted_size();
    Scalar* work = scratch.take<Scalar>(work_size);

    // The most that any version of zgesdd's manual asks for.
    Int real_size() const {
        if (!lapack::is_complex<Scalar>) return 0;
        if (job == 'N') return 7 * least;
        return least * std::max(5 * least + 7, 2 * most + 2 * least + 1);
    }
    Int wanted_size() {
        Scalar wanted(1);
        lapack::gesdd(job, m, n, matrix, s, u, vh, vh_rows, &wanted, lapack::work_query, real_work,
                      int_work);
        return lapack::queried_size(wanted);
    }

    // Divide and conquer has errors in the last place of the norm, and QR iteration in that of each
    // number where what is iterated on has such, but takes 1.8 times as long at order 127 and four
    // times as long at 300.
    static constexpr Int max_iterated = 128;
    Int iterate() {
        Scratch own;
        const auto find = [this](const lapack::Spaces<Scalar>& with) {
            return lapack::gesvd(job, m, n, matrix, s, u, vh, vh_rows, with);
        };
        return find(lapack::take_spaces<Scalar>(own, 5 * least, 0, find));
    }

    Int divide(char wanted) {
        return lapack::gesdd(wanted, m, n, matrix, s, u, vh, vh_rows, work, work_size, real_work,
                             int_work);
    }
    // Without vectors they are found to the last place of each.
    Int find_values_again(Int index) {
        a.load(index, matrix);
        sort_sides(matrix, m, n, m);
        return divide('N');
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        if (const auto answer = not_finite(out, index, matrix, m * n)) return *answer;
        const SidesOrder order = least > 1 ? sort_sides(matrix, m, n, m) : SidesOrder{};
        const bool is_iterated = order && job != 'N' && least < max_iterated;
        Int info = is_iterated ? iterate() : divide(job);
        if (order && job != 'N' && !is_iterated && info == 0) info = find_values_again(index);
        if (info != 0) {
            out.store_nan(index);
            return status_failed;
        }
        out.s.store(index, s);
        if (out.u == nullptr) return status_ok;
        order.rows.restore(u, u_columns, m, 1);
        order.columns.restore(vh, vh_rows, 1, vh_rows);
        settle_signs<Scalar>(a, index, {{u, u_columns, m, m}, {vh, vh_rows, n, 1, vh_rows}}, s,
                             matrix);
        out.u->store(index, u);
        out.vh->store(index, vh);
        return status_ok;
    }
};

// All vectors of a matrix without rows or columns: any orthonormal ones.
template <class Scalar> void store_identity(const Stack& out) {
    const Int shape[2] = {out.rows, out.columns}, strides[2] = {out.row_step, out.column_step};
    const Scalar zero(0), one(1);
    for (Int index = 0; index < out.count(); ++index) {
        char* data = out.at(index);
        backend::fill({data, dtype_of<Scalar>, 2, shape, strides}, &zero);
        for (Int i = 0; i < std::min(out.rows, out.columns); ++i) {
            cpu::write(data + i * (out.row_step + out.column_step), one);
        }
    }
}

Status singular_values(const StridedView* u, const StridedView& s, const StridedView* vh,
                       const StridedView& a, Precision precision) {
    const Stack in = matrices(a), values = vectors(s);
    const Stack left = u == nullptr ? values : matrices(*u);
    const Stack right = u == nullptr ? values : matrices(*vh);
    const Parts out{u == nullptr ? nullptr : &left, values, u == nullptr ? nullptr : &right};
    const double least = static_cast<double>(std::min(in.rows, in.columns));
    const double work = (u == nullptr ? 3 : 10) * least * static_cast<double>(in.rows) *
                        static_cast<double>(in.columns);
    const auto redo = [&](Int index) { return SingularValues<double>{in, out}(index); };
    if (const auto done = small::svd(u, s, vh, a, precision, redo)) return *done;
    return in_type(type_of_work(s, a), precision, [&]<class Scalar>() {
        if (std::min(in.rows, in.columns) == 0) {
            if (out.u != nullptr) store_identity<Scalar>(*out.u);
            if (out.vh != nullptr) store_identity<Scalar>(*out.vh);
            return status_ok;
        }
        if constexpr (!lapack::is_complex<Scalar>) {
            if (is_for_strips(out, in)) {
                const auto by_lapack = [&](Int index) {
                    return SingularValues<Scalar>{in, out}(index);
                };
                return svd_by_strips(out, in, work, by_lapack);
            }
            if (is_for_two_diagonals(in)) return svd_by_two_diagonals<Scalar>(out, in, work);
        }
        return for_each_matrix<Scalar>(
            in.count(), work, [&] { return SingularValues<Scalar>{in, out}; }, swept_work);
    });
}

// The eigenvalues' magnitudes in descending order, and their signs moved into vectors.
template <class Scalar> struct HermitianParts {
    const Stack& values;   // of eigh, ascending
    const Stack* vectors;  // null: values only
    Parts out;
    Int n = values.rows;
    Scratch scratch{};
    Real<Scalar>* eigenvalues = scratch.take<Real<Scalar>>(n);
    Real<Scalar>* s = scratch.take<Real<Scalar>>(n);
    Int* order = scratch.take<Int>(n);
    Scalar* before = scratch.take<Scalar>(vectors == nullptr ? 0 : n * n);
    Scalar* u = scratch.take<Scalar>(vectors == nullptr ? 0 : n * n);

    Status operator()(Int index) {
        values.load(index, eigenvalues);
        std::iota(order, order + n, 0);
        std::stable_sort(order, order + n, [this](Int i, Int j) {
            const auto left = std::abs(eigenvalues[i]), right = std::abs(eigenvalues[j]);
            return left < right || (std::isnan(right) && !std::isnan(left));
        });
        std::reverse(order, order + n);
        for (Int i = 0; i < n; ++i) s[i] = std::abs(eigenvalues[order[i]]);
        out.s.store(index, s);
        if (vectors != nullptr) turn_vectors(index);
        return status_ok;
    }

    void turn_vectors(Int index) {
        vectors->load(index, before);
        for (Int j = 0; j < n; ++j) std::copy_n(before + order[j] * n, n, u + j * n);
        Scalar* vh = before;
        for (Int j = 0; j < n; ++j) {
            const auto sign = std::copysign(Real<Scalar>(1), eigenvalues[order[j]]);
            // Those of a real matrix follow the rule of signs in vh, as in svd.
            for (Int i = 0; i < n; ++i) {
                const Scalar element = u[j * n + i];
                vh[i * n + j] = lapack::is_complex<Scalar> ? conjugate(element * sign) : element;
                if (!lapack::is_complex<Scalar>) u[j * n + i] *= sign;
            }
        }
        out.u->store(index, u);
        out.vh->store(index, vh);
    }
    static Scalar conjugate(Scalar value) {
        if constexpr (lapack::is_complex<Scalar>) return std::conj(value);
        return value;
    }
};

}  // namespace

Status svd(const StridedView& u, const StridedView& s, const StridedView& vh,
           const StridedView& a, Precision precision) {
    return singular_values(&u, s, &vh, a, precision);
}

Status svdvals(const StridedView& s, const StridedView& a, Precision precision) {
    return singular_values(nullptr, s, nullptr, a, precision);
}

Status svd_hermitian(const StridedView& u, const StridedView& s, const StridedView& vh,
                     const StridedView& a, Precision precision) {
    // u and s first receive what eigh gives.
    const Status status = eigh(s, u, a, Triangle::lower, precision);
    if (status & (status_failed | status_no_memory)) return status;
    const Stack left = matrices(u), values = vectors(s), right = matrices(vh);
    return in_type(u.dtype, precision, [&]<class Scalar>() {
        const Parts parts{&left, values, &right};
        return for_each_matrix<Scalar>(left.count(), cube(left.rows), [&] {
            return HermitianParts<Scalar>{values, &left, parts};
        });
    });
}

Status svdvals_hermitian(const StridedView& s, const StridedView& a, Precision precision) {
    const Status status = eigvalsh(s, a, Triangle::lower, precision);
    if (status & (status_failed | status_no_memory)) return status;
    const Stack values = vectors(s);
    const Parts parts{nullptr, values, nullptr};
    return in_type(s.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(values.count(), static_cast<double>(values.rows), [&] {
            return HermitianParts<Scalar>{values, nullptr, parts};
        });
    });
}

}  // namespace numen::linalg
