// Matrices whose rows or columns differ in size, of which one-sided Jacobi can keep the digits of
// the small singular values.
//
// Where either the rows or the columns do, it does so by itself. Where both do, they are sorted
// first, and a QR factorisation leaves a triangle whose rows alone differ (Drmac and Veselic).
#pragma once

#include <algorithm>
#include <numeric>

#include "backends/cpu/small_matrices/pack.h"
#include "backends/cpu/small_matrices/reflections.h"
#include "backends/cpu/small_matrices/signs.h"

namespace numen::cpu::NUMEN_ISA {

// Sums of squares: of a matrix, of its smallest row and of its smallest column.
template <class V> struct Sizes {
    V sum{}, row = broadcast<V>(std::numeric_limits<Real<V>>::infinity()), column = row;
};

// `columns` has room for n.
template <class V> NUMEN_INLINE Sizes<V> sizes_of(const V* a, V* columns, int m, int n) {
    Sizes<V> found;
    for (int j = 0; j < n; ++j) columns[j] = V{};
    for (int i = 0; i < m; ++i) {
        V row{};
        for (int j = 0; j < n; ++j) {
            const V x = a[i * n + j];
            row = fused(x, x, row);
            columns[j] = fused(x, x, columns[j]);
        }
        found.sum += row;
        found.row = vm::lesser(found.row, row);
    }
    for (int j = 0; j < n; ++j) found.column = vm::lesser(found.column, columns[j]);
    return found;
}

// The share of the sum below which rows or columns count as small.
template <class V> inline constexpr Real<V> small_share = Real<V>(0x1p-20);
template <class V> NUMEN_INLINE MaskOf<V> has_small(const Sizes<V>& sizes) {
    const V limit = sizes.sum * small_share<V>;
    return (sizes.row < limit) | (sizes.column < limit);
}

// What small rows and columns ask for.
template <class V> struct Grading {
    V null;              // squared norms that count as zero
    MaskOf<V> both{};    // lanes with small rows and small columns
    MaskOf<V> coarse{};  // and those in which digits are lost nevertheless
};

// Rows and columns of zeros apart. `null`: what counts as zero in other lanes.
template <class V>
[[gnu::noinline, gnu::cold]] static Grading<V> find_grading(const V* a, const Sizes<V>& sizes,
                                                            V null, int n) {
    V row = sizes.sum, column = sizes.sum;
    for (int i = 0; i < n; ++i) {
        const V across = sum_of_squares(a + i * n, n);
        V down{};
        for (int k = 0; k < n; ++k) down = fused(a[k * n + i], a[k * n + i], down);
        row = (across > Real<V>(0)) & (across < row) ? across : row;
        column = (down > Real<V>(0)) & (down < column) ? down : column;
    }
    const V limit = sizes.sum * small_share<V>;
    const MaskOf<V> low = row < limit, narrow = column < limit;
    const V unit = broadcast<V>(static_cast<Real<V>>(n) * unit_of<V> * unit_of<V>);
    const V least = row / sizes.sum * column * unit, floor = sizes.sum * Limits<V>::hardly;
    const V lowered = vm::lesser(null, vm::greater(least, floor));
    const MaskOf<V> is_lost = (least < floor * unit) | (row < floor) | (column < floor);
    return {(low | narrow) != 0 ? lowered : null, low & narrow, (low | narrow) & is_lost};
}

// Room for the triangle's reflections and for the places of rows and columns before they were
// sorted, lane by lane.
template <class V> struct Sorting {
    V *reflections, *turned, *tau;  // (n, n), (n, n), (n)
    int *rows, *columns;
    Sorting(V* space, int n)
        : reflections(space), turned(space + n * n), tau(space + 2 * n * n),
          rows(reinterpret_cast<int*>(tau + n)), columns(reinterpret_cast<int*>(tau + 2 * n)) {}
    static constexpr int room_of(int n) { return n * (2 * n + 3); }
};

// Descending in the lanes of `wanted`, as they are in others.
template <class V>
NUMEN_INLINE void sort_places(const V* squares, MaskOf<V> wanted, int* places, int n) {
    int order[most_small_order];
    for (int l = 0; l < lanes_of<V>; ++l) {
        std::iota(order, order + n, 0);
        // By insertion: the library's sorts would be symbols that other kernel libraries share.
        for (int i = 1; wanted[l] != 0 && i < n; ++i) {
            const int place = order[i];
            int j = i;
            for (; j > 0 && squares[order[j - 1]][l] < squares[place][l]; --j) {
                order[j] = order[j - 1];
            }
            order[j] = place;
        }
        for (int i = 0; i < n; ++i) places[i * lanes_of<V> + l] = order[i];
    }
}

// In the lanes of `both` a (n, n) becomes the triangle of the QR factorisation of its transpose,
// rows and columns sorted.
template <class V>
[[gnu::noinline, gnu::cold]] static void take_triangle(V* a, MaskOf<V> both,
                                                       const Sorting<V>& sorting, int n) {
    constexpr int width = lanes_of<V>;
    V* const q = sorting.reflections;
    for (int i = 0; i < n; ++i) sorting.tau[i] = sum_of_squares(a + i * n, n);
    sort_places(sorting.tau, both, sorting.rows, n);
    sizes_of(a, sorting.tau, n, n);
    sort_places(sorting.tau, both, sorting.columns, n);
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i) {
            for (int l = 0; l < width; ++l) {
                const int row = sorting.rows[k * width + l];
                const int column = sorting.columns[i * width + l];
                q[k * n + i][l] = a[row * n + column][l];
            }
        }
    }
    reduce(q, sorting.tau, n, n);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const V element = j < i ? V{} : q[j * n + i];
            a[i * n + j] = both != 0 ? element : a[i * n + j];
        }
    }
}

// In the lanes of `both` the singular vectors of the triangle, rows of left and right, become those
// of the matrix.
template <class V>
[[gnu::noinline, gnu::cold]] static void undo_triangle(V* left, V* right, MaskOf<V> both,
                                                       const Sorting<V>& sorting, int n) {
    constexpr int width = lanes_of<V>;
    V* const turned = sorting.turned;
    for (int e = 0; e < n * n; ++e) turned[e] = left[e];
    for (int j = n - 1; j >= 0; --j) {
        reflect_all(sorting.reflections + j * n + j, sorting.tau[j], turned + j, n, n, n - j);
    }
    Real<V> across[most_small_order], down[most_small_order];
    for (int j = 0; j < n; ++j) {
        V *const u = left + j * n, *const v = right + j * n;
        for (int l = 0; l < width; ++l) {
            if (both[l] == 0) continue;
            for (int i = 0; i < n; ++i) {
                across[i] = turned[j * n + i][l];
                down[i] = v[i][l];
            }
            for (int i = 0; i < n; ++i) {
                v[sorting.columns[i * width + l]][l] = across[i];
                u[sorting.rows[i * width + l]][l] = down[i];
            }
        }
        const V sign = with_rule(broadcast<V>(1), v, n);
        for (int i = 0; i < n; ++i) {
            v[i] = both != 0 ? v[i] * sign : v[i];
            u[i] = both != 0 ? u[i] * sign : u[i];
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
