// One-sided Jacobi: rotations make the rows of a matrix orthogonal (Hestenes).
//
// The larger of two rows goes first (de Rijk), or last: the norms end almost in order. Lanes that
// need no rotation keep their values (signs of zeros apart): what a lane holds depends on itself
// alone, however many sweeps its neighbours ask for.
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

inline constexpr int most_sweeps = 40;

// 1/sqrt(x) with an error of a unit or two in the last place, for normal x.
NUMEN_INLINE F64 inverse_root(F64 x) {
#if defined(__AVX512F__)
    const F64 half = vm::half_inverse_root(x);
    const F64 first = 2.0 * half;
    return vm::multiply_add(vm::multiply_add(-x * first, first, 1.0), half, first);
#else
    return 1.0 / vm::square_root(x);
#endif
}

NUMEN_INLINE F64 with_signs(F64 magnitude, F64 a, F64 b) {
    return vm::with_sign(magnitude, vm::from_bits(vm::bits(a) ^ vm::bits(b)));
}

// Rows x and y become first.x x + first.y y and second.x x + second.y y.
struct Rotation {
    struct {
        F64 x, y;
    } first, second;
    I64 turns;  // lanes whose rows are not orthogonal yet
    I64 acts;   // and those whose rows change places
};

// The rotation that makes rows of squared norms x and y and product xy orthogonal and puts them
// in order. Rows shorter than `null` are left alone among themselves.
template <bool ascending>
NUMEN_INLINE Rotation rotation_of(F64 x, F64 y, F64 xy, double tolerance, F64 null) {
    const F64 difference = y - x;
    const I64 turns = (xy * xy > tolerance * tolerance * x * y) & ((x > null) | (y > null));
    const I64 swaps = ascending ? y < x : y > x;
    // With h = hypot(difference, 2 xy): cosine^2 = (1 + |difference|/h) / 2, sine = xy/(h cosine).
    const F64 square = vm::multiply_add(difference, difference, 4.0 * xy * xy);
    const F64 inverse = inverse_root(turns != 0 ? square : vm::broadcast(1.0));
    const F64 cosine_2 = vm::multiply_add(0.5 * vm::absolute(difference), inverse, 0.5);
    const F64 root = inverse_root(cosine_2);
    const F64 sine = xy * inverse * root;
    const F64 c = turns != 0 ? cosine_2 * root : vm::broadcast(1.0);
    const F64 s = turns != 0 ? with_signs(sine, xy, difference) : F64{};
    // (c x - s y, s x + c y), in the other order where they swap: no row changes its sign for that.
    return {{swaps != 0 ? s : c, swaps != 0 ? c : -s}, {swaps != 0 ? c : s, swaps != 0 ? -s : c},
            turns, turns | swaps};
}

NUMEN_INLINE void rotate(const Rotation& r, F64* x, F64* y, int count) {
    for (int i = 0; i < count; ++i) {
        const F64 a = x[i], b = y[i];
        x[i] = vm::multiply_add(r.first.y, b, r.first.x * a);
        y[i] = vm::multiply_add(r.second.x, a, r.second.y * b);
    }
}

struct Products {
    F64 x, y, xy;
};

NUMEN_INLINE Products products_of(const F64* x, const F64* y, int count) {
    Products sums{};
    for (int i = 0; i < count; ++i) {
        sums.x = vm::multiply_add(x[i], x[i], sums.x);
        sums.y = vm::multiply_add(y[i], y[i], sums.y);
        sums.xy = vm::multiply_add(x[i], y[i], sums.xy);
    }
    return sums;
}

// Calls visit(p, q) for every p < q < n. Four columns meet four others before the next are taken:
// they stay in the nearest cache, and pairs that follow each other have no column in common, so
// that the processor works on several at a time.
template <class Visit> NUMEN_INLINE void for_each_pair(int n, Visit&& visit) {
    constexpr int block = 4;
    for (int first = 0; first < n; first += block) {
        for (int second = first; second < n; second += block) {
            for (int shift = 0; shift < block; ++shift) {
                for (int i = 0; i < block; ++i) {
                    const int p = first + i, q = second + (i + shift) % block;
                    if (p < q && q < n) visit(p, q);
                }
            }
        }
    }
}

// Makes the rows of a (n, m) orthogonal, about in the order of their norms; the rows of v (n, n)
// are rotated with them if `with_vectors`. `null`: squared norms that count as zero. Returns the
// lanes that have not come to an end.
template <bool with_vectors, bool ascending>
NUMEN_INLINE I64 orthogonalise(F64* a, F64* v, int m, int n, F64 null) {
    const double tolerance = 0x1p-52 * __builtin_sqrt(static_cast<double>(m));
    I64 turned{};
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        turned = I64{};
        I64 moved{};
        for_each_pair(n, [&](int p, int q) {
            F64 *x = a + p * m, *y = a + q * m;
            const Products sums = products_of(x, y, m);
            const Rotation r = rotation_of<ascending>(sums.x, sums.y, sums.xy, tolerance, null);
            if (!vm::any(r.acts)) return;
            turned |= r.turns;
            moved |= r.acts;
            rotate(r, x, y, m);
            if constexpr (with_vectors) rotate(r, v + p * n, v + q * n, n);
        });
        if (!vm::any(moved)) break;
    }
    return turned;
}

// Rows of `length` elements, one after the other.
struct Rows {
    F64* first;
    int length;
    F64* at(int row) const { return first + row * length; }
};

// Puts values in order, and rows with them; equal ones stay.
template <bool ascending, class... All>
NUMEN_INLINE void sort(F64* values, int n, All... rows) {
    for (bool is_sorted = false; !is_sorted;) {
        is_sorted = true;
        for (int p = 0; p + 1 < n; ++p) {
            const F64 one = values[p], next = values[p + 1];
            const I64 swaps = ascending ? one > next : one < next;
            if (!vm::any(swaps)) continue;
            is_sorted = false;
            exchange_rows(swaps, values + p, values + p + 1, 1);
            (exchange_rows(swaps, rows.at(p), rows.at(p + 1), rows.length), ...);
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
