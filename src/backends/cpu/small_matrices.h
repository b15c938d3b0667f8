// Kernels for many small matrices: one matrix in each lane of a vector. Plain data only, as in
// kernel_table.h.
#pragma once

#include <cstdint>

#include "backends/cpu/strips.h"

namespace numen::cpu {

// Of least squares; results other than x are not written where their data is null.
struct LeastSquaresRuns {
    MatrixRun x, residuals, rank, s, a, b;
};

// Orders that the kernels take, right-hand sides likewise, and matrices of one call.
inline constexpr std::int64_t most_small_order = 48, most_of_call = 64;

// The matrices of a call, matrix i by bit i, that are left to the caller: they have no answer, or
// cancellation left so little of them that rounding decides whether they have one, are not finite,
// or come near to the limits of float64. Their results are of no use.
using Open = std::uint64_t;

// Of a call that asks for eigenvalues or singular values.
struct SpectralAnswers {
    Open open;
    // Rows differ in size, and the errors are units in the last place of the norm where LAPACK has
    // smaller ones.
    Open coarse;
};

// A triangle with which a system is to be solved.
struct TriangleKind {
    bool is_lower, has_unit_diagonal;
    bool is_conjugated;  // the conjugates of the elements are meant
};
// A positive definite matrix, of which the lower triangle is read, or its lower factor.
struct PositiveKind {
    bool is_factor, is_conjugated;
};

// Inputs are of any type but float16, results float64 or float32; solve, invert, determinants,
// log_determinants, cholesky and the systems of triangles take complex matrices too, and go by the
// first result. All compute in float64. What one matrix holds changes nothing for the others, and
// its place among them nothing for itself. None of them allocates: `work` has work_bytes of the
// largest matrix of a call, aligned to 64.
struct SmallMatrixKernels {
    int lanes;  // matrices of a pack
    // x (n, k) with a x = b.
    Open (*solve)(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b, std::int64_t n,
                  std::int64_t k, std::int64_t count, void* work);
    Open (*invert)(const MatrixRun& inverse, const MatrixRun& a, std::int64_t n,
                   std::int64_t count, void* work);
    // Those are left open whose pivots may vanish in an arithmetic of that unit of rounding.
    Open (*determinants)(const MatrixRun& value, const MatrixRun& a, std::int64_t n, double unit,
                         std::int64_t count, void* work);
    // det = sign exp(logarithm); singular matrices are left open.
    Open (*log_determinants)(const MatrixRun& sign, const MatrixRun& logarithm,
                             const MatrixRun& a, std::int64_t n, std::int64_t count, void* work);
    // As solve. Matrices with zeros on the diagonal, or not positive definite, are left open.
    Open (*solve_triangular)(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b,
                             std::int64_t n, std::int64_t k, TriangleKind kind,
                             std::int64_t count, void* work);
    Open (*solve_positive)(const MatrixRun& x, const MatrixRun& a, const MatrixRun& b,
                           std::int64_t n, std::int64_t k, PositiveKind kind,
                           std::int64_t count, void* work);
    // The lower factor from the lower triangle, zeros above it.
    Open (*cholesky)(const MatrixRun& factor, const MatrixRun& a, std::int64_t n,
                     std::int64_t count, void* work);
    // a (m, n) = q r with `columns` columns of q and rows of r: the smaller side or m. Without q
    // where q.data is null.
    Open (*qr)(const MatrixRun& q, const MatrixRun& r, const MatrixRun& a, std::int64_t m,
               std::int64_t n, std::int64_t columns, std::int64_t count, void* work);
    // Eigenvalues (n), ascending, and eigenvectors (n, n), columns, of a symmetric matrix, of which
    // the lower triangle is read; no vectors where vectors.data is null. Signs by sign_rule.h.
    SpectralAnswers (*eigenvalues)(const MatrixRun& values, const MatrixRun& vectors,
                                   const MatrixRun& a, std::int64_t n, std::int64_t count,
                                   void* work);
    // a (m, n) = u diag(s) vh with m >= n, u (m, columns) with n or m columns, s (n) descending;
    // without u and vh where u.data is null. The rows of vh have their signs by sign_rule.h, and
    // the columns of u that they have no part in. The native ones compute in float32.
    using SingularValues = SpectralAnswers(const MatrixRun& u, const MatrixRun& s,
                                           const MatrixRun& vh, const MatrixRun& a,
                                           std::int64_t m, std::int64_t n, std::int64_t columns,
                                           std::int64_t count, void* work);
    SingularValues *singular_values, *native_singular_values;
    // The pseudo-inverse (n, m) of a (m, n) with m >= n; singular values that are not above rcond,
    // one number for a matrix, times the largest are cut. The native ones compute in float32.
    using PseudoInverses = Open(const MatrixRun& inverse, const MatrixRun& a,
                                const MatrixRun& rcond, std::int64_t m, std::int64_t n,
                                std::int64_t count, void* work);
    PseudoInverses *pseudo_inverses, *native_pseudo_inverses;
    // Least squares as linalg.h has them; the rank comes as a float64.
    Open (*least_squares)(const LeastSquaresRuns& runs, double rcond, std::int64_t m,
                          std::int64_t n, std::int64_t k, std::int64_t count, void* work);
    // The matrices with |a| |inverse| above `most` (Frobenius norm), or too near to the limits of
    // float64 to tell.
    Open (*ill_conditioned)(const MatrixRun& a, const MatrixRun& inverse, std::int64_t n,
                            double most, std::int64_t count, void* work);
    StripKernels strips;
};

// The kernels of the instruction set in use.
const SmallMatrixKernels& small_matrix_kernels();

// The work space of a kernel for matrices of at most so many elements and such a side: some packs,
// and gaps between them.
inline std::int64_t work_bytes(std::int64_t elements, std::int64_t side, bool is_complex = false) {
    const std::int64_t vectors = 9 * elements + 12 * side + 80;
    return 8 * small_matrix_kernels().lanes * vectors * (is_complex ? 2 : 1);
}

}  // namespace numen::cpu
