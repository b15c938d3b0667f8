#include "linalg/small_systems.h"

#include <algorithm>
#include <limits>

#include "linalg/matrix_structure.h"
#include "linalg/stack.h"

namespace numen::linalg::small {
namespace {

// Bytes of inverses at a time: what the second cache holds.
constexpr std::int64_t chunk_bytes = 1 << 18;

// Part of a stack along its first axis; the whole of a single matrix.
class Part {
  public:
    Part(const StridedView& whole, std::int64_t first, std::int64_t count) : view_(whole) {
        if (whole.ndim == 0 || count < 0) return;
        std::copy_n(whole.shape, whole.ndim, shape_);
        shape_[0] = count;
        view_.data += first * whole.strides[0];
        view_.shape = shape_;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    const StridedView& view() const { return view_; }

  private:
    StridedView view_;
    std::int64_t shape_[max_dimensions + 2];
};

// Looks at matrices and their inverses: writes condition numbers, or has them done again.
template <class Scalar> struct Judge {
    const Stack &inverse, &rcond, &a;
    bool keeps_symmetry;
    double least;
    const Redo& redo;
    std::int64_t first;  // number of the first matrix in the whole stack
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Scalar* inverted = scratch.take<Scalar>(a.rows * a.rows);

    Status operator()(Int index) {
        const Int n = a.rows;
        a.load(index, matrix);
        inverse.load(index, inverted);
        const double found = 1 / (one_norm(matrix, n, n) * one_norm(inverted, n, n));
        if (!(found >= least) || has_structure()) return redo(first + index);
        rcond.store(index, &found);
        return status_ok;
    }

    bool has_structure() const {
        const Int n = a.rows;
        const Bandwidth<Scalar> band(matrix, n);
        if (band.lower == 0 || band.upper == 0) return true;
        return keeps_symmetry && (is_symmetric(matrix, n) || is_hermitian(matrix, n));
    }
};

Status judge(const StridedView& inverse, const StridedView& rcond, const StridedView& a,
             bool keeps_symmetry, const Redo& redo, std::int64_t first) {
    const Stack inverses = matrices(inverse), numbers_found = numbers(rcond), in = matrices(a);
    const bool is_single = inverse.dtype == Dtype::float32 || inverse.dtype == Dtype::complex64;
    // LAPACK's estimates are at most a few times too large.
    const double least = 1000 * (is_single ? std::numeric_limits<float>::epsilon()
                                           : std::numeric_limits<double>::epsilon());
    const double work = static_cast<double>(in.rows * in.rows);
    return in_type(inverse.dtype, Precision::standard, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), work, [&] {
            return Judge<Scalar>{inverses, numbers_found, in, keeps_symmetry, least, redo, first};
        });
    });
}

}  // namespace

std::optional<Status> invert(const StridedView& inverse, const StridedView& rcond,
                             const StridedView& a, Redo redo) {
    const auto done = inv(inverse, a, redo);
    if (!done) return {};
    return (*done & status_no_memory) | judge(inverse, rcond, a, true, redo, 0);
}

std::optional<Status> solve_system(const StridedView& x, const StridedView& rcond,
                                   const StridedView& a, const StridedView& b,
                                   Redo redo) try {
    const auto done = solve(x, a, b, false, redo);
    if (!done) return {};
    const std::int64_t n = a.shape[a.ndim - 1], size = itemsize(x.dtype);
    const bool is_stack = a.ndim > 2;
    const std::int64_t extent = is_stack ? a.shape[0] : 1;
    std::int64_t each = n * n;  // numbers along one step of the first axis
    for (int axis = 1; axis < a.ndim - 2; ++axis) each *= a.shape[axis];
    const std::int64_t count = std::clamp<std::int64_t>(chunk_bytes / (each * size), 1, extent);
    Scratch scratch;
    auto* inverses = scratch.take<char>(count * each * size);
    Status status = *done & status_no_memory;
    for (std::int64_t first = 0; first < extent; first += count) {
        const std::int64_t taken = is_stack ? std::min(count, extent - first) : -1;
        const Part matrix(a, first, taken), number(rcond, first, taken);
        std::int64_t strides[max_dimensions + 2], step = size;
        for (int axis = a.ndim - 1; axis >= 0; --axis) {
            strides[axis] = step;
            step *= matrix.view().shape[axis];
        }
        const StridedView inverse = {inverses, x.dtype, a.ndim, matrix.view().shape, strides};
        // What has no inverse has no solution either: judged with what stands there.
        std::fill(inverses, inverses + count * each * size, char{-1});
        if (!inv(inverse, matrix.view(), Redo([](std::int64_t) { return status_ok; }))) return {};
        status |= judge(inverse, number.view(), matrix.view(), false, redo,
                        first * (each / (n * n)));
    }
    return status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::linalg::small
