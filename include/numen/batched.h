// Many small matrices in memory of the caller's: no Array, no allocation, a thread if you say so.
//
//     std::vector<double> a(1000 * 4 * 4), b(1000 * 4), x(1000 * 4);
//     np::linalg::Workspace work(4);                        // once
//     std::int64_t singular = np::linalg::solve(            // in a loop with deadlines
//         np::Span<double, 2>(x, {1000, 4}), np::Span<double, 3>(a, {1000, 4, 4}),
//         np::Span<double, 2>(b, {1000, 4}), work);
//
// The first axis of a span counts matrices (vectors, numbers); strides may be any, so matrices may
// lie in columns (Eigen's order), among other members of a struct, or, as inputs, be one matrix for
// all (a stride of 0). `span<double, 3>()` of an Array serves too. The elements are double or
// float, and std::complex of both down to cholesky; the work is done in double precision (`matmul`:
// in their own), one matrix in each lane of a vector, and rounded at the end. What one matrix holds
// changes nothing for the others, and results have the same bits wherever a matrix stands and
// however many threads there are. All take O(m n min(m, n)) for a matrix, with backward errors as
// LAPACK's: a few units of rounding, times the order.
//
// A matrix without an answer (singular, not positive definite, or with infinities or NaN where an
// iteration meets them) gets NaN in all its results. The functions return how many there are; with
// `info`, an integer for each matrix, 1 tells which, and 0 that there is an answer. NaN in solve,
// inv, det and matmul spreads as in any arithmetic and is not counted.
//
// Before anything is written: ShapeError where shapes do not fit each other, `info` or the work
// space, LayoutError where results overlap an operand, each other or themselves. Nothing else is
// thrown, and no floating-point events are kept. Nothing here needs OpenBLAS, so a matrix that is
// singular but for rounding may have an answer here where numen/linalg.h calls it singular.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "numen/export.h"
#include "numen/span.h"
#include "numen/structure.h"

namespace numen::linalg {

namespace internal {

template <class T> struct Magnitude { using Type = T; };
template <class T> struct Magnitude<std::complex<T>> { using Type = T; };

}  // namespace internal

// What calls keep their matrices in while they work. It is made before a loop that may not wait for
// memory; making it also starts threads and finds the processor's kernels. Calls that run at the
// same time need one each.
class NUMEN_API Workspace {
public:
    // The most rows or columns of a matrix: larger ones are for the functions of arrays.
    static constexpr std::int64_t most_side = 48;

    // For matrices and right-hand sides of at most `side` rows and columns, and for calls on so
    // many threads, of which the caller is one. ValueError for a side that is not in 1 ... 48 or
    // for no threads, MemoryError.
    explicit Workspace(std::int64_t side, int threads = 1);

    std::int64_t side() const { return side_; }
    int threads() const { return threads_; }
    // The memory for each thread.
    std::int64_t bytes() const { return bytes_; }

private:
    friend struct WorkspaceAccess;
    struct Release {
        void operator()(std::byte* memory) const;
    };

    std::int64_t side_;
    int threads_;
    std::int64_t bytes_;
    std::unique_ptr<std::byte[], Release> memory_;
};

// An operand: T is that of the results.
template <class T, int N> using Input = Span<const std::type_identity_t<T>, N>;
// Where a call says which matrices have no answer: one integer each, or nothing at all.
using Info = std::span<std::int32_t>;

// a x = b with one right-hand side (count, n) or several (count, n, k), by LU with row exchanges.
template <class T>
NUMEN_API std::int64_t solve(Span<T, 2> x, Input<T, 3> a, Input<T, 2> b, Workspace& work,
                             Info info = {});
template <class T>
NUMEN_API std::int64_t solve(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b, Workspace& work,
                             Info info = {});
// inverse (count, n, n).
template <class T>
NUMEN_API std::int64_t inv(Span<T, 3> inverse, Input<T, 3> a, Workspace& work, Info info = {});
// value (count): 0 for a singular matrix.
template <class T> NUMEN_API void det(Span<T, 1> value, Input<T, 3> a, Workspace& work);
// det = sign exp(logabsdet), which is real; 0 and -infinity for a singular matrix.
template <class T>
NUMEN_API void slogdet(Span<T, 1> sign, Span<typename internal::Magnitude<T>::Type, 1> logabsdet,
                       Input<T, 3> a, Workspace& work);
// x (count, n, k) with a x = b for a triangle, the other one not being read.
template <class T>
NUMEN_API std::int64_t solve_triangular(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b,
                                        Workspace& work, const TriangularOptions& options = {},
                                        Info info = {});
// The lower factor (count, n, n) from the lower triangle, zeros above it.
template <class T>
NUMEN_API std::int64_t cholesky(Span<T, 3> factor, Input<T, 3> a, Workspace& work, Info info = {});

// With K the smaller side of a (count, m, n): q (count, m, K) and r (count, K, n).
template <class T>
NUMEN_API std::int64_t qr(Span<T, 3> q, Span<T, 3> r, Input<T, 3> a, Workspace& work,
                          Info info = {});
// u (count, m, K), s (count, K) descending, vh (count, K, n), by one-sided Jacobi; or s alone.
template <class T>
NUMEN_API std::int64_t svd(Span<T, 3> u, Span<T, 2> s, Span<T, 3> vh, Input<T, 3> a,
                           Workspace& work, Info info = {});
template <class T>
NUMEN_API std::int64_t svdvals(Span<T, 2> s, Input<T, 3> a, Workspace& work, Info info = {});
// Of symmetric matrices, of which the lower triangle is read: eigenvalues (count, n), ascending,
// and vectors (count, n, n), which are columns.
template <class T>
NUMEN_API std::int64_t eigh(Span<T, 2> eigenvalues, Span<T, 3> eigenvectors, Input<T, 3> a,
                            Workspace& work, Info info = {});
template <class T>
NUMEN_API std::int64_t eigvalsh(Span<T, 2> eigenvalues, Input<T, 3> a, Workspace& work,
                                Info info = {});

// inverse (count, n, m) of a (count, m, n), by singular values: those up to `rcond` times the
// largest count as zero.
template <class T>
NUMEN_API std::int64_t pinv(Span<T, 3> inverse, Input<T, 3> a, Workspace& work,
                            double rcond = 1e-15, Info info = {});
// The x (count, n, k) of least length among those that bring a x closest to b (count, m, k), in the
// same way; `rcond` is max(m, n) times double's precision unless given.
template <class T>
NUMEN_API std::int64_t lstsq(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b, Workspace& work,
                             double rcond = -1, Info info = {});
// product (count, m, n) of a (count, m, k) and b (count, k, n).
template <class T>
NUMEN_API void matmul(Span<T, 3> product, Input<T, 3> a, Input<T, 3> b, Workspace& work);

}  // namespace numen::linalg
