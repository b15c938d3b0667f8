// Householder's reflections of the rows of a pack.
#pragma once

#include "backends/cpu/small_matrices/precision.h"
#include "backends/cpu/small_matrices/scaling.h"

namespace numen::cpu::NUMEN_ISA {

// y -= tau v (v' y) with v[0] = 1, whatever stands there.
template <class V> NUMEN_INLINE void reflect(const V* v, V tau, V* y, int count) {
    V product = y[0];
    for (int i = 1; i < count; ++i) product = fused(v[i], y[i], product);
    product *= tau;
    y[0] -= product;
    for (int i = 1; i < count; ++i) y[i] = fused(-product, v[i], y[i]);
}

// Several rows y by one reflection: each waits for a chain of sums.
template <int width, class V>
NUMEN_INLINE void reflect_rows(const V* v, V tau, V* y, int step, int count) {
    V products[width];
#pragma GCC unroll 4
    for (int k = 0; k < width; ++k) products[k] = y[k * step];
    for (int i = 1; i < count; ++i) {
#pragma GCC unroll 4
        for (int k = 0; k < width; ++k) products[k] = fused(v[i], y[k * step + i], products[k]);
    }
#pragma GCC unroll 4
    for (int k = 0; k < width; ++k) {
        products[k] *= tau;
        y[k * step] -= products[k];
    }
    for (int i = 1; i < count; ++i) {
#pragma GCC unroll 4
        for (int k = 0; k < width; ++k) {
            y[k * step + i] = fused(-products[k], v[i], y[k * step + i]);
        }
    }
}

// The rows y, y + step, ... by one reflection.
template <class V>
NUMEN_INLINE void reflect_all(const V* v, V tau, V* y, int rows, int step, int count) {
    int done = 0;
    for (; done + 4 <= rows; done += 4) reflect_rows<4>(v, tau, y + done * step, step, count);
    for (; done < rows; ++done) reflect_rows<1>(v, tau, y + done * step, step, count);
}

// Squares below it may have lost digits, and the factor that brings them back.
template <class V> inline constexpr Real<V> smallest_squares = 0x1p-900;
template <> inline constexpr float smallest_squares<F32> = 0x1p-80F;
template <class V> inline constexpr Real<V> enlargement = 0x1p600;
template <> inline constexpr float enlargement<F32> = 0x1p95F;

// Multiplies the lanes of x whose squares come near to vanishing; the factors.
template <class V> [[gnu::noinline, gnu::cold]] static V enlarge(V* x, int count, MaskOf<V> tiny) {
    const V factor = tiny != 0 ? broadcast<V>(enlargement<V>) : broadcast<V>(1);
    for (int i = 0; i < count; ++i) x[i] *= factor;
    return factor;
}

// Makes x the reflection that sends it to a multiple of the first axis, which x[0] becomes, as
// LAPACK does: of the other sign, and none for a multiple of that axis. Returns tau.
template <class V> NUMEN_INLINE V make_reflection(V* x, int count) {
    if (count == 1) return V{};
    V squares = sum_of_squares(x + 1, count - 1), factor = broadcast<V>(1);
    const MaskOf<V> tiny = fused(x[0], x[0], squares) < smallest_squares<V>;
    const bool has_tiny = any(tiny);
    if (has_tiny) {
        factor = enlarge(x, count, tiny);
        squares = sum_of_squares(x + 1, count - 1);
    }
    // With the image -sign(first) length: v = x / (first - image), tau = (image - first) / image.
    const V first = x[0], length = square_root(fused(first, first, squares));
    const V image = with_signs(length, first, broadcast<V>(-1));
    const MaskOf<V> is_none = squares == Real<V>(0);
    const V inverse = is_none != 0 ? V{} : Real<V>(1) / (first - image);
    for (int i = 1; i < count; ++i) x[i] *= inverse;
    x[0] = is_none != 0 ? first : image;
    if (has_tiny) x[0] = x[0] / factor;
    return is_none != 0 ? V{} : (image - first) / image;
}

// The rows of a (n, m) are the columns of the matrix; they become those of r and the reflections.
template <class V> NUMEN_INLINE void reduce(V* a, V* tau, int m, int n) {
    for (int j = 0; j < std::min(m, n); ++j) {
        const V* v = a + j * m + j;
        tau[j] = make_reflection(a + j * m + j, m - j);
        reflect_all(v, tau[j], a + (j + 1) * m + j, n - j - 1, m, m - j);
    }
}

// Turns what reduce left of a (n, m) into the first `columns` columns of q, as rows. With signs,
// those of which r's diagonal is negative change theirs, as if it were positive; no zero has one.
template <bool with_signs_of_r = false, class V>
NUMEN_INLINE void form_q(V* a, const V* tau, int m, int n, int columns) {
    const int reflections = std::min(m, n);
    for (int k = reflections; k < columns; ++k) {
        for (int i = 0; i < m; ++i) a[k * m + i] = broadcast<V>(i == k ? 1 : 0);
    }
    for (int j = reflections - 1; j >= 0; --j) {
        V* v = a + j * m + j;
        // Above row j the other columns are zero as yet.
        for (int k = j + 1; k < columns; ++k) a[k * m + j] = V{};
        reflect_all(v, tau[j], a + (j + 1) * m + j, columns - j - 1, m, m - j);
        const V one = with_signs_of_r ? with_signs(broadcast<V>(1), v[0], broadcast<V>(1))
                                      : broadcast<V>(1);
        const V scale = one * tau[j];
        v[0] = one - scale;
        for (int i = 1; i < m - j; ++i) {
            v[i] = with_signs_of_r ? fused(v[i], -scale, V{}) : v[i] * -scale;
        }
        for (int i = 0; i < j; ++i) a[j * m + i] = V{};
    }
}

// The n columns of a tall matrix (m, n), as rows, become what reduce leaves of them; the triangle
// is written by rows.
template <class V> NUMEN_INLINE void reduce_tall(V* tall, V* tau, V* triangle, int m, int n) {
    reduce(tall, tau, m, n);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) triangle[i * n + j] = j < i ? V{} : tall[j * m + i];
    }
}

// The rows of out (columns, m) are the `given` rows of a matrix of n columns, and axes where those
// end, each multiplied by the q of what reduce left of a (n, m).
template <class V>
NUMEN_INLINE void expand(const V* a, const V* tau, const V* rows, int given, V* out, int m, int n,
                         int columns) {
    for (int k = 0; k < columns; ++k) {
        for (int i = 0; i < m; ++i) {
            const V rest = broadcast<V>(i == k && k >= given ? 1 : 0);
            out[k * m + i] = k < given && i < n ? rows[k * n + i] : rest;
        }
    }
    for (int j = n - 1; j >= 0; --j) {
        reflect_all(a + j * m + j, tau[j], out + j, columns, m, m - j);
    }
}

}  // namespace numen::cpu::NUMEN_ISA
