// Gaussian elimination with row exchanges, each lane its own.
//
// Rows are not exchanged by themselves: a column of pivots is taken out of the rows that the lanes
// have chosen, and where a lane's row is chosen, the row that has to make room stands in for it
// while it is updated.
#pragma once

#include "backends/cpu/small_matrices/losses.h"

namespace numen::cpu::NUMEN_ISA {

// What elimination found, by lane.
struct Elimination {
    I64 is_odd{};  // an odd number of rows changed places
    // A loss is what the length of a column of the upper triangle is times its pivot, squared.
    Losses losses;
};

// Up to which sum of products a matrix is plainly regular. Rounding changes a pivot by some n u of
// its column, times the loss of a column before it, whose factors it changes by as much: beyond
// that another order of operations, or another rounding, may find a pivot zero.
NUMEN_INLINE F64 most_products(int n, double unit = 0x1p-53) {
    const double limit = 16 * n * unit;
    return vm::broadcast(1 / (limit * limit));
}

// The lanes of which that cannot be said, those with a pivot of zero among them, or whose squares
// overflow or vanish.
NUMEN_INLINE I64 is_doubtful(const Elimination& found, int n, double unit = 0x1p-53) {
    return are_above(found.losses, most_products(n, unit));
}

NUMEN_INLINE F64 plus_square(F64 x, F64 sum) { return vm::multiply_add(x, x, sum); }
NUMEN_INLINE F64 plus_square(Pair x, F64 sum) {
    return vm::multiply_add(x.re, x.re, vm::multiply_add(x.im, x.im, sum));
}

// The reciprocal of a pivot, for those who have no other interest in it.
inline constexpr auto divide = [](const auto& pivot) { return inverse_of(pivot); };

// A square matrix and its right-hand sides, in rows, room for a row of each, and for a number per
// column.
template <class E> struct System {
    E *a, *right;
    int n, k;
    E *pivots, *sides;
    F64* squares;
};

// The same by code for the order N and K right-hand sides: all loops are unrolled, so that the
// elements may be registers. Of the first `columns` columns only, if not of all. `squares` (N) is
// zero at first, and the sums of squares of the columns of the upper triangle then.
template <int N, int K, class E, int columns = N, class Take>
NUMEN_INLINE Elimination eliminate_unrolled(E* a, E* right, F64* squares, Take&& take) {
    Elimination found;
#pragma GCC unroll 8
    for (int c = 0; c < columns; ++c) {
        E pivots[N], sides[K + 1];
        F64 largest = size_of(a[c * N + c]);
        I64 row = I64{} + c;
#pragma GCC unroll 8
        for (int j = c; j < N; ++j) pivots[j] = a[c * N + j];
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) sides[j] = right[c * K + j];
#pragma GCC unroll 8
        for (int i = c + 1; i < N; ++i) {
            const F64 size = size_of(a[i * N + c]);
            const I64 larger = size > largest;
            largest = larger != 0 ? size : largest;
            row = larger != 0 ? I64{} + i : row;
#pragma GCC unroll 8
            for (int j = c; j < N; ++j) pivots[j] = select(larger, a[i * N + j], pivots[j]);
#pragma GCC unroll 8
            for (int j = 0; j < K; ++j) sides[j] = select(larger, right[i * K + j], sides[j]);
        }
        found.is_odd ^= row != c;
        const E inverse = take(pivots[c]);
#pragma GCC unroll 8
        for (int j = c; j < N; ++j) squares[j] = plus_square(pivots[j], squares[j]);
        add(found.losses, squares[c] * squared_size(inverse));
#pragma GCC unroll 8
        for (int i = c + 1; i < N; ++i) {
            const I64 here = row == i;
            const E factor = times(select(here, a[c * N + c], a[i * N + c]), inverse);
#pragma GCC unroll 8
            for (int j = c + 1; j < N; ++j) {
                const E rest = select(here, a[c * N + j], a[i * N + j]);
                a[i * N + j] = minus_product(factor, pivots[j], rest);
            }
#pragma GCC unroll 8
            for (int j = 0; j < K; ++j) {
                const E rest = select(here, right[c * K + j], right[i * K + j]);
                right[i * K + j] = minus_product(factor, sides[j], rest);
            }
        }
        a[c * N + c] = inverse;
#pragma GCC unroll 8
        for (int j = c + 1; j < N; ++j) a[c * N + j] = pivots[j];
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) right[c * K + j] = sides[j];
    }
    return found;
}

// The row of each lane's largest element of a column, at or below the diagonal.
template <class E> NUMEN_INLINE I64 pivot_rows(const E* a, int n, int column) {
    F64 largest = size_of(a[column * n + column]);
    I64 row = I64{} + column;
    for (int i = column + 1; i < n; ++i) {
        const F64 size = size_of(a[i * n + column]);
        const I64 larger = size > largest;
        largest = larger != 0 ? size : largest;
        row = larger != 0 ? I64{} + i : row;
    }
    return row;
}

template <int lane, class E> NUMEN_INLINE E with_lane(E x, const E* from) {
    I64 mask{};
    mask[lane] = -1;
    return select(mask, *from, x);
}

// Each lane's elements of another row: `count` of them, from `offset` on.
template <class E, int... lane>
NUMEN_INLINE void take_rows(I64 row, const E* rows, int length, int offset, E* to, int count,
                            std::integer_sequence<int, lane...>) {
    const E* of[lanes] = {rows + row[lane] * length + offset...};
    for (int j = 0; j < count; ++j) {
        E found = of[0][j];
        ((found = with_lane<lane>(found, of[lane] + j)), ...);
        to[j] = found;
    }
}

// A row that loses `factor` times the pivots; `old` stands in for it in the lanes of `here`.
template <class E> struct Update {
    E* row;
    I64 here;
    E factor;
};
template <class E>
NUMEN_INLINE void update(Update<E> one, Update<E> other, const E* old, const E* pivots, int count) {
    for (int j = 0; j < count; ++j) {
        const E instead = old[j], pivot = pivots[j];
        one.row[j] = minus_product(one.factor, pivot, select(one.here, instead, one.row[j]));
        other.row[j] =
            minus_product(other.factor, pivot, select(other.here, instead, other.row[j]));
    }
}
template <class E>
NUMEN_INLINE void update(Update<E> one, const E* old, const E* pivots, int count) {
    for (int j = 0; j < count; ++j) {
        one.row[j] = minus_product(one.factor, pivots[j], select(one.here, old[j], one.row[j]));
    }
}

// Two rows at a time: they share what they read.
template <class E> NUMEN_INLINE void update_rest(const System<E>& s, int c, I64 row, E inverse) {
    const auto [a, right, n, k, pivots, sides, squares] = s;
    const E *old = a + c * n + c, *old_sides = right + c * k;
    const auto part = [=](int i) {
        const I64 here = row == i;
        return Update<E>{a + i * n + c + 1, here,
                         times(select(here, *old, a[i * n + c]), inverse)};
    };
    const auto side = [=](const Update<E>& of, int i) {
        return Update<E>{right + i * k, of.here, of.factor};
    };
    int i = c + 1;
    for (; i + 1 < n; i += 2) {
        const Update<E> one = part(i), other = part(i + 1);
        update(one, other, old + 1, pivots + 1, n - c - 1);
        update(side(one, i), side(other, i + 1), old_sides, sides, k);
    }
    if (i < n) {
        const Update<E> last = part(i);
        update(last, old + 1, pivots + 1, n - c - 1);
        update(side(last, i), old_sides, sides, k);
    }
}

// Brings a matrix to upper triangular form and takes the right-hand sides along. The diagonal holds
// the reciprocals of the pivots then, which take(pivot) returns.
template <class E, class Take> NUMEN_INLINE Elimination eliminate(const System<E>& s, Take&& take) {
    const auto [a, right, n, k, pivots, sides, squares] = s;
    constexpr std::make_integer_sequence<int, lanes> all{};
    Elimination found;
    std::fill_n(squares, n, F64{});
    for (int c = 0; c < n; ++c) {
        const I64 row = pivot_rows(a, n, c);
        found.is_odd ^= row != c;
        take_rows(row, a, n, c, pivots, n - c, all);
        take_rows(row, right, k, 0, sides, k, all);
        const E inverse = take(pivots[0]);
        update_rest(s, c, row, inverse);
        for (int j = c; j < n; ++j) {
            const E pivot = pivots[j - c];
            a[c * n + j] = pivot;
            squares[j] = plus_square(pivot, squares[j]);
        }
        add(found.losses, squares[c] * squared_size(inverse));
        std::copy_n(sides, k, right + c * k);
        a[c * n + c] = inverse;
    }
    return found;
}

// Solves with the triangle that eliminate leaves.
template <int N, int K, class E>
NUMEN_INLINE void substitute_unrolled(const E* a, E* right) {
#pragma GCC unroll 8
    for (int i = N - 1; i >= 0; --i) {
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
            E sum = right[i * K + j];
#pragma GCC unroll 8
            for (int c = i + 1; c < N; ++c) {
                sum = minus_product(a[i * N + c], right[c * K + j], sum);
            }
            right[i * K + j] = times(sum, a[i * N + i]);
        }
    }
}
template <class E> NUMEN_INLINE void substitute(const System<E>& s) {
    const auto [a, right, n, k, pivots, sides, squares] = s;
    for (int c = n - 1; c >= 0; --c) {
        const E* solved = right + c * k;
        for (int j = 0; j < k; ++j) right[c * k + j] = times(right[c * k + j], a[c * n + c]);
        for (int i = 0; i < c; ++i) {
            const E factor = a[i * n + c];
            E* row = right + i * k;
            for (int j = 0; j < k; ++j) row[j] = minus_product(factor, solved[j], row[j]);
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
