// Stacks of small matrices, one matrix in each lane of a vector.
//
// Each function says nothing where LAPACK, matrix by matrix, serves the question better: another
// type than float64 or float32 (computed in float64; results are rounded as they are stored), an
// order or a number of matrices beyond the crossovers in small.cpp.
#pragma once

#include <memory>
#include <optional>

#include "array/strided.h"
#include "ops/status.h"

namespace numen::linalg::small {

// Answers the question for one matrix of a stack by LAPACK: for those that the lanes leave open,
// singular ones or others out of the ordinary. A borrowed callable Status(index), which may throw
// std::bad_alloc.
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

// As the functions of these names in linalg.h; x and b are vectors if `are_vectors`.
std::optional<Status> solve(const StridedView& x, const StridedView& a, const StridedView& b,
                            bool are_vectors, Redo redo);
std::optional<Status> inv(const StridedView& inverse, const StridedView& a, Redo redo);
std::optional<Status> det(const StridedView& determinant, const StridedView& a, Redo redo);
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
                          const StridedView& a, Redo redo);

}  // namespace numen::linalg::small
