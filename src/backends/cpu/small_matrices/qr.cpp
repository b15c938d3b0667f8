// QR factorisations of small matrices by Householder's reflections.
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/scaling.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// y -= tau v (v' y) with v[0] = 1, whatever stands there.
NUMEN_INLINE void reflect(const F64* v, F64 tau, F64* y, int count) {
    F64 product = y[0];
    for (int i = 1; i < count; ++i) product = vm::multiply_add(v[i], y[i], product);
    product *= tau;
    y[0] -= product;
    for (int i = 1; i < count; ++i) y[i] = vm::multiply_add(-product, v[i], y[i]);
}

// Multiplies the lanes of x whose squares come near to vanishing by 2^600; the factors.
[[gnu::noinline, gnu::cold]] F64 enlarge(F64* x, int count, I64 tiny) {
    const F64 factor = tiny != 0 ? vm::broadcast(0x1p600) : vm::broadcast(1.0);
    for (int i = 0; i < count; ++i) x[i] *= factor;
    return factor;
}

// Makes x the reflection that sends it to a multiple of the first axis, which x[0] becomes, as
// LAPACK does: of the other sign, and none for a multiple of that axis. Returns tau.
NUMEN_INLINE F64 make_reflection(F64* x, int count) {
    F64 squares = sum_of_squares(x + 1, count - 1), factor = vm::broadcast(1.0);
    const I64 tiny = vm::multiply_add(x[0], x[0], squares) < 0x1p-900;
    if (vm::any(tiny)) {
        factor = enlarge(x, count, tiny);
        squares = sum_of_squares(x + 1, count - 1);
    }
    const F64 first = x[0];
    const I64 is_none = squares == 0.0;
    const F64 length = vm::square_root(vm::multiply_add(first, first, squares));
    const F64 image = vm::from_bits(vm::bits(length) ^ (~vm::bits(first) & vm::sign_bit));
    const F64 inverse = is_none != 0 ? F64{} : 1.0 / (first - image);
    for (int i = 1; i < count; ++i) x[i] *= inverse;
    x[0] = (is_none != 0 ? first : image) / factor;
    return is_none != 0 ? F64{} : (image - first) / image;
}

// The rows of a (n, m) are the columns of the matrix; they become those of r and the reflections.
NUMEN_INLINE void factorise(F64* a, F64* tau, int m, int n) {
    for (int j = 0; j < std::min(m, n); ++j) {
        const F64* v = a + j * m + j;
        tau[j] = make_reflection(a + j * m + j, m - j);
        for (int c = j + 1; c < n; ++c) reflect(v, tau[j], a + c * m + j, m - j);
    }
}

// The first `columns` columns of q, as rows.
NUMEN_INLINE void form_q(const F64* a, const F64* tau, F64* q, int m, int n, int columns) {
    for (int e = 0; e < columns * m; ++e) q[e] = F64{};
    for (int k = 0; k < columns; ++k) q[k * m + k] = vm::broadcast(1.0);
    for (int j = std::min(m, n) - 1; j >= 0; --j) {
        for (int k = j; k < columns; ++k) {
            reflect(a + j * m + j, tau[j], q + k * m + j, m - j);
        }
    }
}

template <int N>
Open of_run(const MatrixRun& q, const MatrixRun& r, const MatrixRun& a, std::int64_t rows,
            std::int64_t columns, std::int64_t wanted, std::int64_t count, void* work) {
    const int m = order_of<N>(rows), n = order_of<N>(columns), c = order_of<N>(wanted);
    Work space(work);
    Room<N * N> matrix(space, n * m), other(space, c * std::max(m, n));
    Room<N> tau(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load(turned(a), first, count, n, m, matrix);
        F64 squares = sum_of_squares(matrix, m * n);
        const Scaling scaling = scale_extremes(matrix, squares, m * n);
        factorise(matrix, tau, m, n);
        if (q.data != nullptr) {
            form_q(matrix, tau, other, m, n, c);
            store(turned(q), first, count, c, m, other);
        }
        for (int i = 0; i < c; ++i) {
            for (int j = 0; j < n; ++j) other[i * n + j] = j < i ? F64{} : matrix[j * m + i];
        }
        scaling.undo(other, c * n);
        store(r, first, count, c, n, other);
        return scaling.wrong;
    });
}

Open qr(const MatrixRun& q, const MatrixRun& r, const MatrixRun& a, std::int64_t m,
        std::int64_t n, std::int64_t columns, std::int64_t count, void* work) {
    return of_order(m == n ? n : 0, [&]<int N>() {
        return of_run<N>(q, r, a, m, n, columns, count, work);
    });
}

}  // namespace

void fill_qr(SmallMatrixKernels& table) { table.qr = qr; }

}  // namespace numen::cpu::NUMEN_ISA
