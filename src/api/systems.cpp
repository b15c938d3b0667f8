#include "numen/systems.h"

#include <algorithm>
#include <vector>

#include "api/matrix_call.h"
#include "api/message.h"
#include "linalg/linalg.h"
#include "linalg/systems.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/reductions.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

using Of = MatrixCall::Of;

constexpr char singular[] = "A singular matrix detected.";

void check_finite(const Array& a) {
    if (are_all_finite(view_of(a))) return;
    throw ValueError("array must not contain infs or NaNs");
}

// A matrix, or something made from one, and a right side as matrices of columns.
class Solving {
public:
    Solving(const char* name, const Array& a, const Array& b, Of kind = Of::squares)
        : is_vector_(b.ndim() == 1), call_(name, a, kind) {
        check_finite(a);
        check_finite(b);
        call_.join(is_vector_ ? expand_dims(b, 1) : b);
        x_ = call_.make(call_.work_type(), {call_.rows(), call_.right().shape[last()]});
    }

    StridedView a() const { return call_.left(); }
    StridedView b() const { return call_.right(); }
    StridedView x() const { return view_of(x_); }
    const MatrixCall& call() const { return call_; }

    Array finish(Status status, const char* failure = singular) const {
        call_.check(status, failure);
        return call_.finish(is_vector_ ? squeeze(x_, -1) : x_);
    }

private:
    int last() const { return call_.right().ndim - 1; }

    bool is_vector_;
    MatrixCall call_;
    Array x_;
};

// The leading axes that two operands share, and each stretched to them.
struct Joined {
    Array first, second;

    Joined(const Array& a, int a_core, const Array& b, int b_core) {
        const auto leading = [](const Array& array, int core) {
            return Extents(array.shape().first(static_cast<std::size_t>(array.ndim() - core)));
        };
        const auto shape = broadcast_shapes(leading(a, a_core), leading(b, b_core));
        const auto stretched = [&](const Array& array, int core) {
            std::vector<std::int64_t> whole = shape;
            whole.insert(whole.end(), array.shape().end() - core, array.shape().end());
            return broadcast_to(array, whole);
        };
        first = stretched(a, a_core);
        second = stretched(b, b_core);
    }
};

}  // namespace

Array solve(const Array& a, const Array& b, Structure assume_a, bool lower) {
    const Solving solving("solve", a, b);
    const Array rcond = solving.call().make(Dtype::float64, {});
    return solving.finish(solve_system(solving.x(), view_of(rcond), solving.a(), solving.b(),
                                       {.structure = assume_a, .lower = lower}));
}

Array inv(const Array& a, Structure assume_a, bool lower) {
    const MatrixCall call("inv", a, Of::squares);
    check_finite(a);
    const bool is_band = assume_a == Structure::banded || assume_a == Structure::tridiagonal;
    const Array inverse = call.make(call.work_type(), {call.rows(), call.rows()});
    const Array rcond = call.make(Dtype::float64, {});
    const Structure structure = is_band ? Structure::general : assume_a;
    call.check(invert(view_of(inverse), view_of(rcond), call.left(),
                      {.structure = structure, .lower = lower}),
               singular);
    return call.finish(inverse);
}

Array solve_triangular(const Array& a, const Array& b, const TriangularOptions& options) {
    const Solving solving("solve_triangular", a, b);
    return solving.finish(solve_triangular(solving.x(), solving.a(), solving.b(), options.trans,
                                           options.lower, options.unit_diagonal));
}

Array solve_banded(std::int64_t lower, std::int64_t upper, const Array& ab, const Array& b) {
    const std::int64_t diagonals = ab.ndim() < 2 ? 0 : ab.shape(-2);
    if (lower < 0 || upper < 0 || lower + upper + 1 != diagonals) {
        throw ShapeError(message("invalid values for the number of lower and upper diagonals: l+u+1"
                                 " (", lower + upper + 1, ") does not equal ab.shape[0] (",
                                 diagonals, ")"));
    }
    // A matrix of as many rows as there are unknowns stands for the bands in the checks.
    const Solving solving("solve_banded", swapaxes(ab, -1, -2), b, Of::any);
    StridedView bands = solving.a();
    std::vector<std::int64_t> shape(bands.shape, bands.shape + bands.ndim);
    std::vector<std::int64_t> strides(bands.strides, bands.strides + bands.ndim);
    std::swap(shape.end()[-1], shape.end()[-2]);
    std::swap(strides.end()[-1], strides.end()[-2]);
    bands.shape = shape.data();
    bands.strides = strides.data();
    return solving.finish(solve_banded(solving.x(), bands, solving.b(), lower, upper));
}

CholeskyFactor cho_factor(const Array& a, bool lower) {
    const MatrixCall call("cho_factor", a, Of::squares);
    check_finite(a);
    const Array factor = call.make(call.work_type(), {call.rows(), call.rows()});
    call.check(cho_factor(view_of(factor), call.left(), lower),
               "Matrix is not positive definite");
    return {call.finish(factor), lower};
}

Array cho_solve(const CholeskyFactor& factor, const Array& b) {
    const Solving solving("cho_solve", factor.c, b);
    return solving.finish(cho_solve(solving.x(), solving.a(), solving.b(), factor.lower));
}

LuFactors lu_factor(const Array& a) {
    const MatrixCall call("lu_factor", a, Of::any);
    check_finite(a);
    const Array factors = call.make(call.work_type(), {call.rows(), call.columns()});
    const Array pivots = call.make(Dtype::int32, {std::min(call.rows(), call.columns())});
    const Array zeros = call.make(Dtype::int64, {});
    call.check(lu_factor(view_of(factors), view_of(pivots), view_of(zeros), call.left()), "");
    return {call.finish(factors), pivots};
}

Array lu_solve(const LuFactors& factors, const Array& b, Transposition trans) {
    if (factors.piv.dtype() != Dtype::int32) {
        throw DtypeError("lu_solve: piv is what lu_factor gives, of int32");
    }
    const Array vectors = b.ndim() == 1 ? expand_dims(b, 1) : b;
    const Solving solving("lu_solve", factors.lu, vectors);
    const Joined joined(factors.piv, 1, vectors, 2);
    const StridedView b_view = solving.b();
    if (factors.piv.shape(-1) != factors.lu.shape(-1) || joined.first.ndim() + 1 != b_view.ndim) {
        throw ShapeError("lu_solve: the pivots do not fit the factors");
    }
    const Array x = solving.finish(
        lu_solve(solving.x(), solving.a(), view_of(joined.first), b_view, trans));
    return b.ndim() == 1 ? squeeze(x, -1) : x;
}

LuResult lu(const Array& a, bool p_indices) {
    const MatrixCall call("lu", a, Of::any);
    check_finite(a);
    const std::int64_t m = call.rows(), n = call.columns(), least = std::min(m, n);
    const Array rows = call.make(Dtype::int32, {m});
    const Array l = call.make(call.work_type(), {m, least});
    const Array u = call.make(call.work_type(), {least, n});
    call.check(lu(view_of(rows), view_of(l), view_of(u), call.left(), false), "");
    const Array lower = call.finish(l), upper = call.finish(u);
    if (p_indices) return {rows, lower, upper};
    const Array is_one = equal(expand_dims(rows, -1), arange(m));
    return {call.finish(is_one.astype(call.real_type())), lower, upper};
}

LdlResult ldl(const Array& a, bool lower, bool hermitian) {
    const MatrixCall call("ldl", a, Of::squares);
    check_finite(a);
    const std::int64_t n = call.rows();
    const Array l = call.make(call.work_type(), {n, n}), d = call.make(call.work_type(), {n, n});
    const Array perm = call.make(Dtype::int64, {n});
    call.check(ldl(view_of(l), view_of(d), view_of(perm), call.left(), lower, hermitian),
               "ldl: the diagonal of a Hermitian matrix is real");
    return {call.finish(l), call.finish(d), perm};
}

}  // namespace numen::linalg
