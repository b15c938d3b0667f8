// Singular values and vectors of large real matrices: a = Q B P' by our own reduction, the two
// diagonals of B by LAPACK's divide and conquer, and Q and P times their vectors.
#include <algorithm>

#include "linalg/bidiagonal.h"
#include "linalg/divided.h"
#include "linalg/graded_sides.h"
#include "linalg/reflectors.h"
#include "linalg/svd_parts.h"

namespace numen::linalg {
namespace {

// From this order on it wins; from this ratio of the sides on a QR factorisation goes first, and
// the triangle is reduced.
constexpr Int least_order = 128;
constexpr double tall_ratio = 11.0 / 6;

// Of a matrix that is not wider than high, or of its transpose.
template <class Real> struct TwoDiagonals {
    const Stack& a;  // rows >= columns
    const Stack* u;  // null, as v: values only
    const Stack& s;
    const Stack* v;  // the transpose of vh
    const SvdParts& out;
    bool has_own_threads;
    Int m = a.rows, n = a.columns, step = padded(m), v_step = padded(n);
    bool is_tall = static_cast<double>(m) >= tall_ratio * static_cast<double>(n);
    Int height = is_tall ? n : m, reduced_step = padded(height);  // of what is reduced
    Int u_columns = u == nullptr ? 0 : u->columns, vectors = u == nullptr ? 0 : n;
    Scratch scratch{};
    Real* tall = scratch.take<Real>(is_tall ? m * n : 0);
    Real* tall_factors = scratch.take<Real>(n);
    Real* matrix = scratch.take<Real>(reduced_step * n);
    Real* diagonal = scratch.take<Real>(n);
    Real* above = scratch.take<Real>(n);
    Real* factors = scratch.take<Real>(2 * n);
    Real* left = scratch.take<Real>(reduced_step * vectors);
    Real* right = scratch.take<Real>(v_step * vectors);
    Real* full_u = scratch.take<Real>(step * u_columns);
    Int work_size = u == nullptr ? 64 * n : n * (3 * v_step + 4);
    Real* work = scratch.take<Real>(work_size);
    Int* int_work = scratch.take<Int>(8 * n);
    SidesOrder order{};

    Status operator()(Int index) {
        Real* loaded = is_tall ? tall : matrix;
        const Int leading = is_tall ? m : reduced_step;
        a.load(index, loaded, leading);
        for (Int j = 0; j < n; ++j) std::fill_n(loaded + j * leading + m, leading - m, Real(0));
        if (const auto answer = not_finite(out, index, loaded, leading * n)) return *answer;
        const Real scale = scale_of(greatest(loaded, leading * n));
        if (scale != 1) std::for_each_n(loaded, leading * n, [scale](Real& x) { x *= scale; });
        order = sort_sides(loaded, m, n, leading);
        if (is_tall) take_triangle();
        const bool wanted = u != nullptr;
        Status status =
            reduce<Real>({height, n, matrix, diagonal, above, wanted ? left : nullptr, factors,
                          wanted ? right : nullptr, factors + n});
        if (status != status_ok) return status;
        status = solve_diagonals();
        if (status != status_ok) {
            out.store_nan(index);
            return status;
        }
        std::for_each_n(diagonal, n, [scale](Real& value) { value /= scale; });
        s.store(index, diagonal);
        return wanted ? store_vectors(index) : status_ok;
    }

    // The triangle of the QR factorisation; the vectors of its reflectors stay behind.
    void take_triangle() {
        const blas::OwnThreads threads(has_own_threads);
        lapack::geqrf(m, n, tall, tall_factors, work, work_size);
        for (Int j = 0; j < n; ++j) {
            Real *column = tall + j * m, *to = matrix + j * reduced_step;
            std::copy_n(column, j + 1, to);
            std::fill(to + j + 1, to + reduced_step, Real(0));
            std::fill_n(column, j, Real(0));
            column[j] = 1;
        }
    }

    // The left vectors of the two diagonals come to full_u, the right ones to the work space.
    Status solve_diagonals() {
        if (u == nullptr) {
            const Int info = lapack::bdsdc<Real>('N', n, diagonal, above, nullptr, 1, nullptr, 1,
                                                 work, int_work);
            return info == 0 ? status_ok : status_failed;
        }
        std::fill(full_u, full_u + step * u_columns, Real(0));
        for (Int j = n; j < u_columns; ++j) full_u[j * step + j] = 1;
        std::vector<Real> values;
        if (order) values = values_alone();
        const Status status =
            solve_two_diagonals<Real>({n, diagonal, above, work, int_work, has_own_threads},
                                      full_u, step, matrix, reduced_step, v_step);
        std::copy(values.begin(), values.end(), diagonal);
        return status;
    }

    // With errors in the last place of each.
    std::vector<Real> values_alone() {
        std::vector<Real> values(diagonal, diagonal + n), beside(above, above + n);
        const Int info = lapack::bdsdc<Real>('N', n, values.data(), beside.data(), nullptr, 1,
                                             nullptr, 1, work, int_work);
        if (info != 0) values.clear();
        return values;
    }

    Status store_vectors(Int index) {
        Status status = apply<Real>({height, n, 0, reduced_step, left, factors}, full_u,
                                    is_tall ? n : u_columns, step);
        if (is_tall) {
            status |= apply<Real>({m, n, 0, m, tall, tall_factors}, full_u, u_columns, step);
        }
        Real* full_v = work;
        status |= apply<Real>({n, n - 1, 1, v_step, right, factors + n}, full_v, n, v_step);
        order.rows.restore(full_u, u_columns, step, 1);
        order.columns.restore(full_v, n, v_step, 1);
        const SingularPairs<Real> found{{full_u, u_columns, m, step}, {full_v, n, n, v_step}};
        Scratch again;
        settle_signs<Real>(a, index, found, diagonal, again.take<Real>(m * n));
        u->store(index, full_u, step);
        v->store(index, full_v, v_step);
        return status;
    }
};

}  // namespace

bool is_for_two_diagonals(const Stack& a) {
    return std::min(a.rows, a.columns) >= least_order;
}

template <class Real>
Status svd_by_two_diagonals(const SvdParts& out, const Stack& a, double work) {
    const bool is_wide = a.rows < a.columns, is_whole = out.u != nullptr;
    const Stack high = is_wide ? turned(a) : a;
    const Stack u = is_whole ? is_wide ? turned(*out.vh) : *out.u : out.s;
    const Stack v = is_whole ? is_wide ? *out.u : turned(*out.vh) : out.s;
    const bool has_own_threads = a.count() == 1 && work >= swept_work;
    return for_each_matrix(
        a.count(), work,
        [&] {
            return TwoDiagonals<Real>{high, is_whole ? &u : nullptr, out.s,
                                      is_whole ? &v : nullptr, out, has_own_threads};
        },
        never_threaded);
}

template Status svd_by_two_diagonals<float>(const SvdParts&, const Stack&, double);
template Status svd_by_two_diagonals<double>(const SvdParts&, const Stack&, double);

}  // namespace numen::linalg
