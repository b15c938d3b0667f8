// One-sided Jacobi: rotations make the rows of a matrix orthogonal (Hestenes).
//
// The larger of two rows goes first (de Rijk), or last: the norms end almost in order. Pairs of
// rows that have no row in common are worked on together, since each rotation waits for a chain of
// some twenty instructions. Lanes that need no rotation keep their values (signs of zeros apart):
// what a lane holds depends on itself alone, however many sweeps its neighbours ask for.
#pragma once

#include "backends/cpu/small_matrices/pack.h"
#include "backends/cpu/small_matrices/scaling.h"

namespace numen::cpu::NUMEN_ISA {

inline constexpr int most_sweeps = 40;

// Rows x and y become first.x x + first.y y and second.x x + second.y y.
template <class V> struct Rotation {
    struct {
        V x, y;
    } first, second;
    MaskOf<V> turns;  // lanes whose rows are not orthogonal yet
    MaskOf<V> acts;   // and those whose rows change places
};

// The rotation that makes rows of squared norms x and y and product xy orthogonal and puts them
// in order, and what it makes of x and y. Rows shorter than `null` are left alone among themselves.
template <bool ascending, class V>
NUMEN_INLINE Rotation<V> rotation_of(V& x, V& y, V xy, Real<V> tolerance, V null) {
    using T = Real<V>;
    const V difference = y - x;
    const MaskOf<V> turns = (xy * xy > tolerance * x * y) & ((x > null) | (y > null));
    const MaskOf<V> swaps = ascending ? y < x : y > x;
    // With h = hypot(difference, 2 xy): cosine^2 = (1 + |difference|/h) / 2, sine = xy/(h cosine),
    // and the larger of x and y grows by tangent xy, the smaller shrinks by it.
    const V twice = xy + xy, inverse = inverse_root(fused(twice, twice, difference * difference));
    const V cosine_2 = fused(T(0.5) * vm::absolute(difference), inverse, broadcast<V>(T(0.5)));
    const V root = inverse_root(cosine_2);
    const V sine = xy * inverse * root;
    const V c = turns != 0 ? cosine_2 * root : broadcast<V>(T(1));
    const V s = turns != 0 ? with_signs(sine, xy, difference) : V{};
    const V growth = turns != 0 ? sine * root * xy : V{};
    const V larger = vm::greater(x, y) + growth, smaller = vm::lesser(x, y) - growth;
    x = ascending ? smaller : larger;
    y = ascending ? larger : smaller;
    // (c x - s y, s x + c y), in the other order where they swap: no row changes its sign for that.
    return {{swaps != 0 ? s : c, swaps != 0 ? c : -s}, {swaps != 0 ? c : s, swaps != 0 ? -s : c},
            turns, turns | swaps};
}

template <class V> NUMEN_INLINE void rotate(const Rotation<V>& r, V* x, V* y, int count) {
    for (int i = 0; i < count; ++i) {
        const V a = x[i], b = y[i];
        x[i] = fused(r.first.y, b, r.first.x * a);
        y[i] = fused(r.second.x, a, r.second.y * b);
    }
}

// Pairs of rows p < q of which no two have a row in common.
struct Round {
    static constexpr int most = 4;
    int count = 0;
    int p[most], q[most];
    void add(int one, int other) {
        p[count] = one < other ? one : other;
        q[count++] = one < other ? other : one;
    }
};

// Calls visit(round) until every two of n rows have met. Up to eight rows meet in a tournament; of
// more, four meet each other and then four others after the next, since they stay in the nearest
// cache.
template <class Visit> NUMEN_INLINE void for_each_round(int n, Visit&& visit) {
    if (n <= 2 * Round::most) {
        const int circle = n - 1 + n % 2;
        for (int turn = 0; turn < circle; ++turn) {
            Round round;
            for (int i = 0; i < circle; ++i) {
                const int j = (turn + circle - i) % circle;
                if (i < j) round.add(i, j);
                if (i == j && circle < n) round.add(i, circle);
            }
            visit(round);
        }
        return;
    }
    for (int first = 0; first < n; first += Round::most) {
        for (int second = first; second < n; second += Round::most) {
            for (int shift = first == second ? 1 : 0; shift < Round::most; ++shift) {
                Round round;
                for (int i = 0; i < Round::most; ++i) {
                    const int j = first == second ? i ^ shift : (i + shift) % Round::most;
                    const int p = first + i, q = second + j;
                    if (p < q && q < n) round.add(p, q);
                }
                visit(round);
            }
        }
    }
}

// The rows of a (n, m) and their squared norms.
template <class V> struct Rows {
    V* first;
    int m;
    V* squares;
    V* at(int row) const { return first + row * m; }
};

// What decides on the rotations of a sweep, and the lanes that rotated in it.
template <class V> struct Sweep {
    Real<V> tolerance;  // of squared cosines
    V null;
    MaskOf<V> turned{}, moved{};
};

// Rotates `width` pairs of rows.
template <int width, bool ascending, class V>
NUMEN_INLINE void turn_pairs(const Rows<V>& rows, const int* p, const int* q, Sweep<V>& sweep) {
    V products[width]{};
    for (int i = 0; i < rows.m; ++i) {
#pragma GCC unroll 4
        for (int k = 0; k < width; ++k) {
            products[k] = fused(rows.at(p[k])[i], rows.at(q[k])[i], products[k]);
        }
    }
    Rotation<V> rotations[width];
    MaskOf<V> acts{};
#pragma GCC unroll 4
    for (int k = 0; k < width; ++k) {
        V x = rows.squares[p[k]], y = rows.squares[q[k]];
        rotations[k] = rotation_of<ascending>(x, y, products[k], sweep.tolerance, sweep.null);
        rows.squares[p[k]] = x;
        rows.squares[q[k]] = y;
        sweep.turned |= rotations[k].turns;
        acts |= rotations[k].acts;
    }
    if (!any(acts)) return;
    sweep.moved |= acts;
#pragma GCC unroll 4
    for (int k = 0; k < width; ++k) {
        rotate(rotations[k], rows.at(p[k]), rows.at(q[k]), rows.m);
    }
}

template <bool ascending, class V>
NUMEN_INLINE void turn_round(const Rows<V>& rows, const Round& round, Sweep<V>& sweep) {
    const int *p = round.p, *q = round.q;
    if (round.count == 4) return turn_pairs<4, ascending>(rows, p, q, sweep);
    if (round.count >= 2) turn_pairs<2, ascending>(rows, p, q, sweep);
    if (round.count % 2 == 1) {
        turn_pairs<1, ascending>(rows, p + round.count - 1, q + round.count - 1, sweep);
    }
}

// Makes the rows orthogonal, about in the order of their norms. `null`: squared norms that count
// as zero. Returns the lanes that have not come to an end.
template <bool ascending, class V>
NUMEN_INLINE MaskOf<V> orthogonalise(const Rows<V>& rows, int n, V null) {
    const Real<V> tolerance = unit_of<V> * unit_of<V> * static_cast<Real<V>>(rows.m);
    Sweep<V> sweep{tolerance, null};
    for (int count = 0; count < most_sweeps; ++count) {
        // Norms that are brought up to date by every rotation lose digits: found anew here.
        for (int j = 0; j < n; ++j) rows.squares[j] = sum_of_squares(rows.at(j), rows.m);
        sweep = {tolerance, null};
        for_each_round(n, [&](const Round& round) { turn_round<ascending>(rows, round, sweep); });
        if (!any(sweep.moved)) break;
    }
    return sweep.turned;
}

// Puts values in order, and the rows (n, m) with them; equal ones stay.
template <bool ascending, class V> NUMEN_INLINE void sort(V* values, int n, V* rows, int m) {
    for (bool is_sorted = false; !is_sorted;) {
        is_sorted = true;
        for (int p = 0; p + 1 < n; ++p) {
            const V one = values[p], next = values[p + 1];
            const MaskOf<V> swaps = ascending ? one > next : one < next;
            if (!any(swaps)) continue;
            is_sorted = false;
            exchange_rows(swaps, values + p, values + p + 1, 1);
            exchange_rows(swaps, rows + p * m, rows + (p + 1) * m, m);
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
