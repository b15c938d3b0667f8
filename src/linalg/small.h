// Stacks of small matrices, one matrix in each lane of a vector.
//
// Each function says nothing where LAPACK, matrix by matrix, serves the question better: an order
// or a number of matrices beyond the crossovers in small.cpp, complex numbers for those that have
// no complex kernel. All is computed in float64 or complex128 and rounded as it is stored; svd and
// pinv of float32 in float32 where that is native.
#pragma once

#include <memory>
#include <optional>

#include "array/strided.h"
#include "numen/precision.h"
#include "ops/status.h"

namespace numen::linalg::small {

// Answers the question for one matrix of a stack by LAPACK: for those that the lanes leave open,
// singular or nearly singular ones or others out of the ordinary. A borrowed callable
// Status(index), which may throw std::bad_alloc.
class Redo {
  public:
    template <class Callable>
    Redo(const Callable& callable)
        : object_(std::addressof(callable)), call_([](const void* object, std::int64_t index) {
              return (*static_cast<const Callable*>(object))(index);
          }) {}
    Status operator()(std::int64_t index) const { return call_(object_, index); }

  private:
    const void* object_;
    Status (*call_)(const void*, std::int64_t);
};

// How many matrices the lanes have answered since the program began.
std::uint64_t matrices_in_lanes();

// As the functions of these names in linalg.h; x and b are vectors if `are_vectors`.
std::optional<Status> solve(const StridedView& x, const StridedView& a, const StridedView& b,
                            bool are_vectors, Redo redo);
std::optional<Status> inv(const StridedView& inverse, const StridedView& a, Redo redo);
// The inverses of matrices whose condition number (Frobenius norm) is at most `most`, others by
// `redo`.
std::optional<Status> invert_guarded(const StridedView& inverse, const StridedView& a, double most,
                                     Redo redo);
// Doubtful is what may be singular in an arithmetic of that unit of rounding.
std::optional<Status> det(const StridedView& determinant, const StridedView& a, double unit,
                          Redo redo);
std::optional<Status> slogdet(const StridedView& sign, const StridedView& logarithm,
                              const StridedView& a, Redo redo);

// x (n, k) with op(a) x = b: of a the lower or upper triangle is read, and not its diagonal where
// that is said to be of ones. Zeros on the diagonal go to `redo`.
struct Triangular {
    bool lower, unit, transposed, conjugated;
};
std::optional<Status> solve_triangular(const StridedView& x, const StridedView& a,
                                       const StridedView& b, Triangular kind, Redo redo);
// The same with a Hermitian positive definite a, of which one triangle is read, or with its
// Cholesky factor in that triangle.
struct Positive {
    bool is_factor, lower;
};
std::optional<Status> solve_positive(const StridedView& x, const StridedView& a,
                                     const StridedView& b, Positive kind, Redo redo);
std::optional<Status> cholesky(const StridedView& factor, const StridedView& a, bool upper,
                               Redo redo);
// Without q where that is null.
std::optional<Status> qr(const StridedView* q, const StridedView& r, const StridedView& a,
                         Redo redo);
// Without vectors where that is null.
std::optional<Status> eigh(const StridedView& values, const StridedView* vectors,
                           const StridedView& a, bool upper, Redo redo);
// Without vectors where u is null.
std::optional<Status> svd(const StridedView* u, const StridedView& s, const StridedView* vh,
                          const StridedView& a, Precision precision, Redo redo);

// The pseudo-inverse (n, m) of a (m, n): singular values that are not above rcond (float64, one
// number per matrix) times the largest are cut.
std::optional<Status> pinv(const StridedView& inverse, const StridedView& a,
                           const StridedView& rcond, Precision precision, Redo redo);

std::optional<Status> lstsq(const StridedView& x, const StridedView& residuals,
                            const StridedView& rank, const StridedView& s, const StridedView& a,
                            const StridedView& b, double rcond, Redo redo);

}  // namespace numen::linalg::small
