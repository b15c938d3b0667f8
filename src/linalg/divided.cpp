#include "linalg/divided.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/columns.h"

namespace numen::linalg {
namespace {

// From here on the halves are worth a thread each. They are divided whatever the number of threads:
// the result is not to depend on it.
constexpr Int least_halved = 256;

// What LAPACK's info says.
Status status_of(Int info) { return info == 0 ? status_ok : status_failed; }

// Runs the halves, which return LAPACK's info, side by side.
template <class First, class Second> Status run_halves(First first, Second second) {
    return cpu::parallel_for(2, 1, [&](Int begin, Int end) {
        Status status = status_ok;
        for (Int half = begin; half < end; ++half) {
            status |= status_of(half == 0 ? first() : second());
        }
        return status;
    });
}

// Columns and values come into an order: place j takes what stands at order[j], which is lost.
template <class Real> struct Sorted {
    Int rows, count;
    Int* order;
    Real *values, *columns;
    Int leading;
    Real* spare;  // a column

    void sort() {
        for (Int first = 0; first < count; ++first) {
            if (order[first] == first) continue;
            const Real value = values[first];
            std::copy_n(columns + first * leading, rows, spare);
            Int place = first;
            for (Int from = order[place]; from != first; from = order[place]) {
                values[place] = values[from];
                std::copy_n(columns + from * leading, rows, columns + place * leading);
                order[place] = place;
                place = from;
            }
            values[place] = value;
            std::copy_n(spare, rows, columns + place * leading);
            order[place] = place;
        }
    }
};

template <class Real> void clear(Int n, Real* matrix, Int leading, Real diagonal) {
    for (Int j = 0; j < n; ++j) {
        std::fill_n(matrix + j * leading, n, Real(0));
        matrix[j * (leading + 1)] = diagonal;
    }
}

template <class Real> void scale_by(Real factor, Real* numbers, Int count) {
    std::for_each_n(numbers, count, [factor](Real& number) { number *= factor; });
}

// Brings the largest element of both diagonals to [1, 2), what the criteria of deflation stand on;
// the factor, or 0 for zeros.
template <class Real> Real normalise(const Division<Real>& of) {
    const Real most = std::max(greatest(of.diagonal, of.order), greatest(of.beside, of.order - 1));
    if (most == 0) return 0;
    const Real factor = std::ldexp(Real(1), -std::ilogb(most));
    scale_by(factor, of.diagonal, of.order);
    scale_by(factor, of.beside, of.order - 1);
    return factor;
}

// LAPACK cuts the matrix where an element beside the diagonal vanishes, and replaces zeros on it.
template <class Real> bool has_small(const Real* numbers, Int count) {
    return std::any_of(numbers, numbers + count, [](Real number) {
        return std::abs(number) < std::numeric_limits<Real>::epsilon();
    });
}

template <class Real>
Status merge_two_diagonals(const Division<Real>& of, Int* order, Real* u, Int u_leading, Real* vh,
                           Int vh_leading) {
    const Int n = of.order, low = n / 2, high = n - low - 1;
    Real *diagonal = of.diagonal, *above = of.beside;
    clear(n, u, u_leading, Real(1));
    clear(n, vh, vh_leading, Real(1));
    // The first half has a column more than rows.
    const Int half_work = (3 * (low + 1) + 2) * (low + 1), corner = low + 1;
    const Status status = run_halves(
        [&] {
            return lapack::lasd0(low, 1, diagonal, above, u, u_leading, vh, vh_leading, of.work,
                                 of.int_work);
        },
        [&] {
            return lapack::lasd0(high, 0, diagonal + corner, above + corner,
                                 u + corner * (u_leading + 1), u_leading,
                                 vh + corner * (vh_leading + 1), vh_leading, of.work + half_work,
                                 of.int_work + 8 * low);
        });
    if (status != status_ok) return status;
    const auto rank = [&](Int* places, const Real* values, Int count) {
        for (Int i = 0; i < count; ++i) places[i] = i + 1;
        std::sort(places, places + count,
                  [&](Int i, Int j) { return values[i - 1] < values[j - 1]; });
    };
    rank(order, diagonal, low);
    rank(order + corner, diagonal + corner, high);
    const blas::OwnThreads threads(of.has_own_threads);
    return status_of(lapack::lasd1(low, high, diagonal, diagonal[low], above[low], u, u_leading,
                                   vh, vh_leading, order, order + n, of.work));
}

}  // namespace

template <class Real>
Status solve_two_diagonals(const Division<Real>& of, Real* u, Int u_leading, Real* vh,
                           Int vh_leading, Int v_leading) {
    const Int n = of.order;
    const Real factor = normalise(of);
    const bool is_halved = n >= least_halved && factor != 0 && !has_small(of.diagonal, n) &&
                           !has_small(of.beside, n - 1);
    Int* order = of.int_work;
    if (is_halved) {
        const Status status = merge_two_diagonals(of, order, u, u_leading, vh, vh_leading);
        if (status != status_ok) return status;
        // Ascending, counted from 1.
        std::reverse(order, order + n);
        std::for_each_n(order, n, [](Int& place) { --place; });
    } else {
        const blas::OwnThreads threads(of.has_own_threads);
        if (lapack::bdsdc('I', n, of.diagonal, of.beside, u, u_leading, vh, vh_leading, of.work,
                          of.int_work) != 0) {
            return status_failed;
        }
        for (Int j = 0; j < n; ++j) order[j] = j;
    }
    const Int shape[2] = {n, n}, strides[2] = {vh_leading * static_cast<Int>(sizeof(Real)),
                                               static_cast<Int>(sizeof(Real))};
    matrices({reinterpret_cast<char*>(vh), dtype_of<Real>, 2, shape, strides})
        .load(0, of.work, v_leading);
    Real* spare = of.work + n * v_leading;
    Int* again = order + n;
    std::copy_n(order, n, again);
    std::copy_n(of.diagonal, n, vh);
    Sorted<Real>{n, n, order, of.diagonal, u, u_leading, spare}.sort();
    Sorted<Real>{n, n, again, vh, of.work, v_leading, spare}.sort();
    if (factor != 0) scale_by(1 / factor, of.diagonal, n);
    return status_ok;
}

template <class Real>
Status solve_three_diagonals(const Division<Real>& of, Real* vectors, Int leading) {
    const Int n = of.order, low = n / 2;
    Real *diagonal = of.diagonal, *below = of.beside, *work = of.work;
    const auto solve = [&](Int first, Int count, Real* space, Int* int_space) {
        return lapack::stedc(count, diagonal + first, below + first,
                             vectors + first * (leading + 1), leading, space,
                             count * (count + 4) + 1, int_space, 5 * count + 3);
    };
    const Real factor = n < least_halved ? Real(0) : normalise(of);
    if (factor == 0) {
        const blas::OwnThreads threads(of.has_own_threads);
        return status_of(solve(0, n, work, of.int_work));
    }
    clear(n, vectors, leading, Real(0));
    // The halves without the elements between them, which then change both by a matrix of rank one.
    const Real between = below[low - 1];
    diagonal[low - 1] -= std::abs(between);
    diagonal[low] -= std::abs(between);
    const Status status = run_halves(
        [&] { return solve(0, low, work, of.int_work); },
        [&] {
            return solve(low, n - low, work + low * (low + 4) + 1, of.int_work + 5 * low + 3);
        });
    if (status != status_ok) return status;
    Int* order = of.int_work;
    for (Int i = 0; i < n; ++i) order[i] = (i < low ? i : i - low) + 1;
    {
        const blas::OwnThreads threads(of.has_own_threads);
        const Int info =
            lapack::laed1(n, diagonal, vectors, leading, order, between, low, work, order + n);
        if (info != 0) return status_failed;
    }
    std::for_each_n(order, n, [](Int& place) { --place; });
    Sorted<Real>{n, n, order, diagonal, vectors, leading, work}.sort();
    scale_by(1 / factor, diagonal, n);
    return status_ok;
}

#define NUMEN_FOR(T)                                                                              \
    template Status solve_two_diagonals(const Division<T>&, T*, Int, T*, Int, Int);               \
    template Status solve_three_diagonals(const Division<T>&, T*, Int);
NUMEN_FOR(float)
NUMEN_FOR(double)
#undef NUMEN_FOR

}  // namespace numen::linalg
