// Factors kept for later: Cholesky's and LU's, and the systems solved by them or by triangles.
#include <algorithm>

#include "linalg/doubtful.h"
#include "linalg/lapack_systems.h"
#include "linalg/small.h"
#include "linalg/stack.h"
#include "linalg/systems.h"

namespace numen::linalg {
namespace {

double work_of_sides(const Stack& x) {
    const double side = static_cast<double>(x.rows);
    return side * side * static_cast<double>(x.columns);
}

// Solves with a matrix that is only read: solve(matrix, right) says whether it could. `second`
// comes with the matrix: pivots.
template <class Scalar, class Solve> struct FactoredSolver {
    const Stack &x, &factors, &b;
    const Stack* second;
    const Solve& solve;
    bool is_dense;  // and needs no copy
    Scratch scratch{};
    Scalar* copy = is_dense ? nullptr : scratch.take<Scalar>(factors.rows * factors.columns);
    Scalar* sides = scratch.take<Scalar>(b.rows * b.columns);
    Int* pivots = scratch.take<Int>(b.rows);

    Status operator()(Int index) {
        const Scalar* matrix = reinterpret_cast<const Scalar*>(factors.at(index));
        if (!is_dense) factors.load(index, copy);
        Scalar* const result = dense_columns<Scalar>(x, index);
        Scalar* const right = result != nullptr ? result : sides;
        b.load(index, right);
        for (Int i = 0; second != nullptr && i < second->rows; ++i) {
            const char* pivot = second->at(index) + i * second->row_step;
            pivots[i] = *reinterpret_cast<const std::int32_t*>(pivot) + 1;
            if (pivots[i] < 1 || pivots[i] > b.rows) return status_failed;
        }
        if (!solve(is_dense ? matrix : copy, pivots, right)) return status_failed;
        if (result == nullptr) x.store(index, right);
        return status_ok;
    }
};

// Systems that no lanes solve.
constexpr auto no_lanes = [](small::Redo) { return std::optional<Status>(); };

// lanes(redo) may solve the stack, one matrix in each lane.
template <class Solve, class Lanes = decltype(no_lanes)>
Status solve_factored(const StridedView& x, const StridedView& factors,
                      const StridedView* pivots, const StridedView& b, const Solve& solve,
                      const Lanes& lanes = no_lanes) {
    const Stack out = matrices(x), in = matrices(factors), right = matrices(b);
    const Stack second = pivots == nullptr ? in : vectors(*pivots);
    const Int size = itemsize(factors.dtype);
    const bool is_dense = factors.dtype == x.dtype && is_aligned(factors) && in.row_step == size &&
                          in.column_step == size * in.rows;
    const Stack* exchanges = pivots == nullptr ? nullptr : &second;
    const auto redo = [&](Int index) {
        return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
            return FactoredSolver<Scalar, Solve>{out, in, right, exchanges, solve, is_dense}(index);
        });
    };
    if (const auto done = lanes(redo)) return *done;
    return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), work_of_sides(out), [&] {
            return FactoredSolver<Scalar, Solve>{out, in, right, exchanges, solve, is_dense};
        });
    });
}

// The transposed matrices of a stack.
struct Transposed {
    std::int64_t shape[max_dimensions + 2], strides[max_dimensions + 2];
    StridedView view;

    explicit Transposed(const StridedView& a) : view(a) {
        std::copy_n(a.shape, a.ndim, shape);
        std::copy_n(a.strides, a.ndim, strides);
        std::swap(shape[a.ndim - 1], shape[a.ndim - 2]);
        std::swap(strides[a.ndim - 1], strides[a.ndim - 2]);
        view.shape = shape;
        view.strides = strides;
    }
};

using lapack::Real;

template <class Scalar> struct PositiveFactor {
    const Stack &factor, &a;
    bool lower;
    bool is_whole;  // the other triangle is of zeros
    Scratch scratch{};
    Int n = a.rows;
    Scalar* spare = scratch.take<Scalar>(n * n);
    Real<Scalar>* diagonal = scratch.take<Real<Scalar>>(n);

    Status operator()(Int index) {
        Scalar* const result = dense_columns<Scalar>(factor, index);
        Scalar* const matrix = result != nullptr ? result : spare;
        a.load(index, matrix);
        for (Int j = 0; j < n; ++j) diagonal[j] = std::real(matrix[j * (n + 1)]);
        if (lapack::potrf(lower ? 'L' : 'U', n, matrix) != 0) return status_failed;
        if (is_whole) clear(matrix);
        if (result == nullptr) factor.store(index, matrix);
        NativeLosses<Scalar> losses(n);
        for (Int j = 0; j < n; ++j) losses.add(diagonal[j] / std::norm(matrix[j * (n + 1)]));
        return losses.status();
    }

    void clear(Scalar* matrix) const {
        for (Int j = 0; j < n; ++j) {
            Scalar* column = matrix + j * n;
            lower ? std::fill(column, column + j, Scalar(0))
                  : std::fill(column + j + 1, column + n, Scalar(0));
        }
    }
};

// The diagonals of a stack.
struct Diagonals {
    std::int64_t strides[max_dimensions + 2];
    StridedView view;

    explicit Diagonals(const StridedView& a) : view(a) {
        --view.ndim;
        std::copy_n(a.strides, view.ndim, strides);
        strides[view.ndim - 1] += a.strides[view.ndim];
        view.strides = strides;
    }
    Diagonals(const Diagonals&) = delete;
    Diagonals& operator=(const Diagonals&) = delete;
};

// What there is to say in single precision of factors that lanes found in double precision.
template <class Scalar> struct SingleDoubts {
    const Stack &factors, &a;  // the diagonals of them
    Scratch scratch{};
    Scalar* pivots = scratch.take<Scalar>(a.rows);
    Scalar* elements = scratch.take<Scalar>(a.rows);

    Status operator()(Int index) {
        factors.load(index, pivots);
        a.load(index, elements);
        NativeLosses<Scalar> losses(a.rows);
        for (Int j = 0; j < a.rows; ++j) {
            losses.add(std::real(elements[j]) / std::norm(pivots[j]));
        }
        return losses.status();
    }
};

Status find_single_doubts(const StridedView& factor, const StridedView& a) {
    const Diagonals pivots(factor), elements(a);
    const Stack left = vectors(pivots.view), right = vectors(elements.view);
    return in_type(factor.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(right.count(), static_cast<double>(right.rows),
                               [&] { return SingleDoubts<Scalar>{left, right}; });
    });
}

template <class Scalar> struct TriangularFactors {
    const Stack &factors, &pivots, &zero_pivots, &a;
    Scratch scratch{};
    Scalar* spare = scratch.take<Scalar>(a.rows * a.columns);
    Int* exchanged = scratch.take<Int>(std::min(a.rows, a.columns));

    Status operator()(Int index) {
        Scalar* const result = dense_columns<Scalar>(factors, index);
        Scalar* const matrix = result != nullptr ? result : spare;
        a.load(index, matrix);
        const std::int64_t zero = lapack::getrf(a.rows, a.columns, matrix, exchanged);
        if (result == nullptr) factors.store(index, matrix);
        const Status status = doubts(matrix, std::min(a.rows, a.columns), std::max<Int>(a.rows, 1));
        *reinterpret_cast<std::int64_t*>(zero_pivots.at(index)) = zero;
        for (Int i = 0; i < pivots.rows; ++i) {
            *reinterpret_cast<std::int32_t*>(pivots.at(index) + i * pivots.row_step) =
                static_cast<std::int32_t>(exchanged[i] - 1);
        }
        return status;
    }
};

}  // namespace

Status solve_triangular(const StridedView& x, const StridedView& a, const StridedView& b,
                        Transposition op, bool lower, bool unit) {
    const Int n = b.shape[b.ndim - 2], k = b.shape[b.ndim - 1];
    const Stack in = matrices(a);
    const bool lies_by_rows = in.column_step < in.row_step;
    if (lies_by_rows && (op != Transposition::adjoint || !is_complex(a.dtype))) {
        const auto other = op == Transposition::none ? Transposition::transposed
                                                     : Transposition::none;
        return solve_triangular(x, Transposed(a).view, b, other, !lower, unit);
    }
    const small::Triangular kind{lower, unit, op != Transposition::none,
                                 op == Transposition::adjoint};
    const auto solve = [=]<class Scalar>(const Scalar* matrix, Int*, Scalar* right) {
        return lapack::trtrs(lower ? 'L' : 'U', static_cast<char>(op), unit ? 'U' : 'N', n, k,
                             matrix, right) == 0;
    };
    return solve_factored(x, a, nullptr, b, solve, [&](small::Redo redo) {
        return small::solve_triangular(x, a, b, kind, redo);
    });
}

Status cho_factor(const StridedView& factor, const StridedView& a, bool lower) {
    const Stack out = matrices(factor), in = matrices(a);
    return in_type(factor.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 6, [&] {
            return PositiveFactor<Scalar>{out, in, lower, false};
        });
    });
}

Status cholesky_factor(const StridedView& factor, const StridedView& a, bool lower) {
    const Stack out = matrices(factor), in = matrices(a);
    const auto redo = [&](Int index) {  // what the lanes leave is doubtful
        return in_type(factor.dtype, Precision::native, [&]<class Scalar>() {
            return PositiveFactor<Scalar>{out, in, lower, true}(index);
        });
    };
    if (const auto done = small::cholesky(factor, a, !lower, redo)) {
        const bool is_single = itemsize(factor.dtype) < (is_complex(factor.dtype) ? 16 : 8);
        const bool is_open = is_single && *done == status_ok;
        return is_open ? find_single_doubts(factor, a) : *done;
    }
    return in_type(factor.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 6, [&] {
            return PositiveFactor<Scalar>{out, in, lower, true};
        });
    });
}

Status cho_solve(const StridedView& x, const StridedView& factor, const StridedView& b,
                 bool lower) {
    const Int n = b.shape[b.ndim - 2], k = b.shape[b.ndim - 1];
    const auto solve = [=]<class Scalar>(const Scalar* matrix, Int*, Scalar* right) {
        return lapack::potrs(lower ? 'L' : 'U', n, k, matrix, right) == 0;
    };
    return solve_factored(x, factor, nullptr, b, solve, [&](small::Redo redo) {
        return small::solve_positive(x, factor, b, {true, lower}, redo);
    });
}

Status lu_factor(const StridedView& factors, const StridedView& pivots,
                 const StridedView& zero_pivots, const StridedView& a) {
    const Stack out = matrices(factors), exchanges = vectors(pivots), zeros = numbers(zero_pivots),
                in = matrices(a);
    const double sides = static_cast<double>(in.rows) * static_cast<double>(in.columns);
    const double work = sides * static_cast<double>(std::min(in.rows, in.columns)) / 3;
    return in_type(factors.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), work, [&] {
            return TriangularFactors<Scalar>{out, exchanges, zeros, in};
        });
    });
}

Status lu_solve(const StridedView& x, const StridedView& factors, const StridedView& pivots,
                const StridedView& b, Transposition op) {
    const Int n = b.shape[b.ndim - 2], k = b.shape[b.ndim - 1];
    return solve_factored(x, factors, &pivots, b,
                          [=]<class Scalar>(const Scalar* matrix, Int* exchanged, Scalar* right) {
        return lapack::getrs(static_cast<char>(op), n, k, matrix, exchanged, right) == 0;
    });
}

}  // namespace numen::linalg
