// Pseudo-inverses: which way for which shape.
//
// Square matrices up to order 8 are inverted by elimination, one in each lane, and the inverse
// tells whether that was accurate; others with a short side up to 64 are strips. What is left, and
// complex matrices, takes the singular value decomposition of the matrix.
//
// Singular values in lanes would serve stacks of eight and more nearly square matrices of order 9
// to 24 in 0.7 of the time of strips (AVX-512; 1.5 on AVX2), but one alone in six times that: what
// a matrix says would depend on its company.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "array/layout_rules.h"
#include "backends/backend.h"
#include "linalg/least_squares.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/strip_factors.h"
#include "linalg/strip_stack.h"

namespace numen::linalg {
namespace {

constexpr Int most_strip_rows = 64;
// Up to this condition number (Frobenius norm) elimination has no more than twice the error of the
// singular value decomposition (tests/linalg/route_errors.py).
constexpr double most_elimination = 1e12;
// Of order 33 its error was 2.6 times that, where one singular value alone is small.
constexpr Int most_elimination_order = 8;

struct Question {
    const Stack &inverse, &a, &rcond;
    Dtype dtype;  // of a
    Method method;

    Int least() const { return std::min(a.rows, a.columns); }
    Int most() const { return std::max(a.rows, a.columns); }
    Guard guard(Int index) const {
        Guard found{method, 0, dtype == Dtype::float32};
        rcond.load(index, &found.rcond);
        return found;
    }
};

Status invert_by_singular_values(const Question& of, Int index);

// The matrix of few long rows, and its pseudo-inverse of few long columns.
struct StripInverse {
    Question of;
    bool is_wide = of.a.rows <= of.a.columns;
    Stack in = is_wide ? turned(of.a) : of.a;                  // (long, short)
    Stack out = is_wide ? of.inverse : turned(of.inverse);     // (long, short)
    StripFactors factors{of.least(), of.most()};
    Scratch scratch{};
    double* result = scratch.take<double>(of.least() * factors.basis().step);

    bool factor(Int index) {
        return factors.factor(
            [&](const cpu::Strip& strip) { load_strip(in, index, strip); },
            of.guard(index));
    }
    Status operator()(Int index) {
        if (!factor(index)) return answer_nothing(index);
        cpu::Strip product = factors.basis();
        product.data = result;
        cpu::small_matrix_kernels().strips.mix(product, factors.basis(), factors.weights());
        store_strip(out, index, product);
        return status_ok;
    }
    // What LAPACK makes of infinities and NaN is NumPy's answer.
    Status answer_nothing(Int index) const {
        if (of.method != Method::normal) return invert_by_singular_values(of, index);
        out.store_nan(index);
        return status_failed;
    }
};

// One matrix of a stack.
struct OneMatrix {
    Int shape[2], strides[2];
    StridedView view;
    OneMatrix(const Stack& stack, Int index, Dtype dtype)
        : shape{stack.rows, stack.columns}, strides{stack.row_step, stack.column_step},
          view{stack.at(index), dtype, 2, shape, strides} {}
    template <class Scalar>
    OneMatrix(Scalar* data, Int rows, Int columns)
        : shape{rows, columns}, strides{columns * static_cast<Int>(sizeof(Scalar)), sizeof(Scalar)},
          view{reinterpret_cast<char*>(data), dtype_of<Scalar>, 2, shape, strides} {}
    OneMatrix(const OneMatrix&) = delete;
    OneMatrix& operator=(const OneMatrix&) = delete;
    OneMatrix& turn() {
        std::swap(shape[0], shape[1]);
        std::swap(strides[0], strides[1]);
        return *this;
    }
};

template <class Scalar> void conjugate(Scalar* numbers, Int count) {
    if constexpr (lapack::is_complex<Scalar>) {
        for (Int i = 0; i < count; ++i) numbers[i] = std::conj(numbers[i]);
    }
}

// a = u diag(s) vh; the inverse is vh^H diag(1 / s) u^H.
template <class Scalar> struct SingularInverse {
    Question of;
    bool is_hermitian;
    Int m = of.a.rows, n = of.a.columns, k = of.least();
    Scratch scratch{};
    Scalar* u = scratch.take<Scalar>(m * k);
    Scalar* vh = scratch.take<Scalar>(k * n);
    Scalar* result = scratch.take<Scalar>(n * m);
    double* s = scratch.take<double>(k);

    Status operator()(Int index) {
        const OneMatrix a(of.a, index, of.dtype);
        OneMatrix left(u, m, k), right(vh, k, n), product(result, n, m);
        const Int step = sizeof(double);
        const StridedView values{reinterpret_cast<char*>(s), Dtype::float64, 1, &k, &step};
        const Status status = is_hermitian
                                  ? svd_hermitian(left.view, values, right.view, a.view)
                                  : svd(left.view, values, right.view, a.view);
        if (status & status_failed) {
            of.inverse.store_nan(index);
            return status;
        }
        // What is cut is decided by the values alone.
        if (!is_hermitian && s[k - 1] <= lifted_value * s[0]) {
            if (svdvals(values, a.view) & status_no_memory) return status_no_memory;
        }
        const Guard guard = of.guard(index);
        const auto kept = [&](double value) {
            return guard.is_single ? static_cast<double>(static_cast<float>(value)) : value;
        };
        const double cut = guard.rcond * kept(s[0]);
        for (Int c = 0; c < k; ++c) {
            const double scale = kept(s[c]) > cut ? 1 / s[c] : 0;
            for (Int j = 0; j < n; ++j) vh[c * n + j] *= scale;
        }
        conjugate(u, m * k);
        conjugate(vh, k * n);
        const Status multiplied =
            backend::matmul(product.view, right.turn().view, left.turn().view);
        // Stack::store takes columns.
        turned(of.inverse).store(index, result);
        return (status | multiplied) & (status_failed | status_no_memory);
    }
};

double work_of(const Question& of, double factor) {
    return factor * static_cast<double>(of.least()) * static_cast<double>(of.least()) *
           static_cast<double>(of.most());
}

bool takes_elimination(const Question& of) {
    return of.a.rows == of.a.columns && of.a.rows <= most_elimination_order &&
           of.method == Method::guarded && !is_complex(of.dtype);
}

bool takes_strips(const Question& of) {
    return !is_complex(of.dtype) && of.least() <= most_strip_rows && of.method != Method::svd;
}

Status invert_by_singular_values(const Question& of, Int index) {
    return SingularInverse<double>{of, false}(index);
}

// What elimination leaves open.
Status invert_open(const Question& of, Int index) { return StripInverse{of}(index); }

// The condition number up to which elimination serves all matrices: rcond must cut nothing.
double most_condition(const Question& of) {
    double most = most_elimination;
    for (Int index = 0; index < of.rcond.count(); ++index) {
        const double rcond = of.guard(index).rcond;
        if (!(rcond * 2 * most < 1)) most = rcond > 0 ? 0.5 / rcond : 0;
        if (std::isnan(rcond)) return 0;
    }
    return most;
}

Status invert_singular(const Question& of, bool is_hermitian) {
    return in_type(of.dtype, Precision::standard, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(
            of.a.count(), work_of(of, 12),
            [&] { return SingularInverse<Scalar>{of, is_hermitian}; }, swept_work);
    });
}

double frobenius(const double* numbers, Int count) {
    double squares = 0;
    for (Int i = 0; i < count; ++i) squares += numbers[i] * numbers[i];
    return std::sqrt(squares);
}

}  // namespace

double number_at(const StridedView& given, std::int64_t index) {
    double value;
    numbers(given).load(index, &value);
    return value;
}

Status pinv(const StridedView& inverse, const StridedView& a, const StridedView& rcond,
            Method method) {
    const Stack out = matrices(inverse), in = matrices(a), cuts = numbers(rcond);
    const Question of{out, in, cuts, a.dtype, method};
    if (of.least() == 0 || in.count() == 0) return status_ok;
    if (takes_elimination(of)) {
        const auto redo = [&](Int index) { return invert_open(of, index); };
        if (const auto done = small::invert_guarded(inverse, a, most_condition(of), redo)) {
            return *done;
        }
    }
    if (!takes_strips(of)) {
        const auto redo = [&](Int index) { return invert_by_singular_values(of, index); };
        const auto done = small::pinv(inverse, a, rcond, Precision::standard, redo);
        return done ? *done : invert_singular(of, false);
    }
    return for_each_matrix(in.count(), work_of(of, 4), [&] { return StripInverse{of}; });
}

Status pinv_hermitian(const StridedView& inverse, const StridedView& a,
                      const StridedView& rcond) {
    const Stack out = matrices(inverse), in = matrices(a), cuts = numbers(rcond);
    const Question of{out, in, cuts, a.dtype, Method::svd};
    if (of.least() == 0 || in.count() == 0) return status_ok;
    return invert_singular(of, true);
}

Status pinv_routes(const StridedView& routes, const StridedView& conditions, const StridedView& a,
                   const StridedView& rcond, Method method) {
    const Stack in = matrices(a), cuts = numbers(rcond), ways = numbers(routes),
                bounds = numbers(conditions);
    Scratch scratch;
    Int strides[max_dimensions + 2];
    dense_strides(Order::c, sizeof(double), a.ndim, a.shape, strides);
    const Question of{in, in, cuts, a.dtype, method};
    const Int square = takes_elimination(of) ? in.rows * in.columns : 0;
    double* inverses = scratch.take<double>(in.count() * square);
    const StridedView inverse{reinterpret_cast<char*>(inverses), Dtype::float64, a.ndim, a.shape,
                              strides};
    if (of.least() == 0 || in.count() == 0) return status_ok;
    const auto tell = [&](Int index, Route route, double bound) {
        const double way = static_cast<double>(route);
        ways.store(index, &way);
        bounds.store(index, &bound);
        return status_ok;
    };
    const auto by_shape = [&](Int index) {
        if (!takes_strips(of)) return tell(index, Route::svd, 0);
        StripInverse strip{of};
        const bool is_found = strip.factor(index);
        tell(index, strip.factors.route(), strip.factors.condition());
        return is_found ? status_ok : status_failed;
    };
    if (square == 0) {
        Status status = status_ok;
        for (Int index = 0; index < in.count(); ++index) status |= by_shape(index);
        return status;
    }
    std::vector<char> is_open(static_cast<std::size_t>(in.count()), 0);
    const auto mark = [&](Int index) {
        is_open[static_cast<std::size_t>(index)] = 1;
        return by_shape(index);
    };
    const auto done = small::invert_guarded(inverse, a, most_condition(of), mark);
    Status status = done.value_or(status_ok);
    double* matrix = scratch.take<double>(square);
    for (Int index = 0; index < in.count(); ++index) {
        if (!done) status |= by_shape(index);
        if (!done || is_open[static_cast<std::size_t>(index)] != 0) continue;
        in.load(index, matrix);
        tell(index, Route::elimination,
             frobenius(matrix, square) * frobenius(inverses + index * square, square));
    }
    return status;
}

}  // namespace numen::linalg
