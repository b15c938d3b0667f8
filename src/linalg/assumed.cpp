// Systems and inverses of matrices whose structure the caller asserts.
#include <algorithm>
#include <optional>

#include "linalg/small.h"
#include "linalg/structured_systems.h"

namespace numen::linalg {
namespace {

// A stack of vectors as one of matrices of one column.
struct Columns {
    Int shape[max_dimensions + 2], strides[max_dimensions + 2];
    StridedView view;

    Columns(const StridedView& given, bool are_vectors) : view(given) {
        if (!are_vectors) return;
        std::copy_n(given.shape, given.ndim, shape);
        std::copy_n(given.strides, given.ndim, strides);
        shape[given.ndim] = 1;
        strides[given.ndim] = 0;
        view = {given.data, given.dtype, given.ndim + 1, shape, strides};
    }
    Columns(const Columns&) = delete;
    Columns& operator=(const Columns&) = delete;
};

// The identity, once for a whole stack.
struct Identity {
    Int strides[max_dimensions + 2] = {};
    Scratch scratch{};
    StridedView view;

    explicit Identity(const StridedView& like) {
        const Int n = like.shape[like.ndim - 1];
        double* numbers = scratch.take<double>(n * n);
        std::fill_n(numbers, n * n, 0.0);
        for (Int i = 0; i < n; ++i) numbers[i * (n + 1)] = 1;
        strides[like.ndim - 2] = n * static_cast<Int>(sizeof(double));
        strides[like.ndim - 1] = sizeof(double);
        view = {reinterpret_cast<char*>(numbers), Dtype::float64, like.ndim, like.shape, strides};
    }
    Identity(const Identity&) = delete;
    Identity& operator=(const Identity&) = delete;
};

// Of the structures that have a kernel of lanes.
std::optional<Status> solve_in_lanes(const StridedView& x, const StridedView& a,
                                     const StridedView& b, Structure structure,
                                     small::Redo redo) {
    switch (structure) {
        case Structure::general: return small::solve(x, a, b, false, redo);
        case Structure::positive_definite:
            return small::solve_positive(x, a, b, {.is_factor = false, .lower = false}, redo);
        case Structure::upper_triangular:
        case Structure::lower_triangular: {
            const bool lower = structure == Structure::lower_triangular;
            return small::solve_triangular(x, a, b, {lower, false, false, false}, redo);
        }
        default: return {};
    }
}

bool is_band(Structure structure) {
    return structure == Structure::banded || structure == Structure::tridiagonal;
}

}  // namespace

Status solve_assumed(const StridedView& x, const StridedView& a, const StridedView& b,
                     bool are_vectors, Structure structure) {
    const Columns left(x, are_vectors), right(b, are_vectors);
    const Stack out = matrices(left.view), in = matrices(a), sides = matrices(right.view);
    if (out.rows == 0) return status_ok;
    const SystemOptions options{.structure = structure, .wants_condition = false};
    const auto redo = [&](Int index) {
        return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
            return SystemSolver<Scalar>{out, nullptr, in, sides, options}(index);
        });
    };
    const auto done = solve_in_lanes(left.view, a, right.view, structure, redo);
    if (done) return *done;
    const double side = static_cast<double>(in.rows);
    const double work = cube(in.rows) / 3 + side * side * static_cast<double>(out.columns);
    return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), work, [&] {
            return SystemSolver<Scalar>{out, nullptr, in, sides, options};
        });
    });
}

Status invert_assumed(const StridedView& inverse, const StridedView& a,
                      Structure structure) try {
    const Stack out = matrices(inverse), in = matrices(a);
    if (in.rows == 0) return status_ok;
    const Structure taken = is_band(structure) ? Structure::general : structure;
    const SystemOptions options{.structure = taken, .wants_condition = false};
    const auto redo = [&](Int index) {
        return in_type(inverse.dtype, Precision::native, [&]<class Scalar>() {
            return StructuredInverter<Scalar>{out, nullptr, in, options}(index);
        });
    };
    const auto done = taken == Structure::general
                          ? small::inv(inverse, a, redo)
                          : solve_in_lanes(inverse, a, Identity(a).view, taken, redo);
    if (done) return *done;
    return in_type(inverse.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), cube(in.rows), [&] {
            return StructuredInverter<Scalar>{out, nullptr, in, options};
        });
    });
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::linalg
