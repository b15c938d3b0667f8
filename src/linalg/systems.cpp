// Systems of equations by the routines for what is known, or found out, of the matrix, with the
// reciprocal condition number from the same factors.
#include "linalg/systems.h"

#include "linalg/small_systems.h"
#include "linalg/structured_systems.h"

namespace numen::linalg {
namespace {

// Whether any matrix may come, as it is.
bool is_open(SystemOptions options) {
    return !options.transposed && (options.structure == Structure::unknown ||
                                   options.structure == Structure::general);
}

}  // namespace

Status solve_system(const StridedView& x, const StridedView& rcond, const StridedView& a,
                    const StridedView& b, SystemOptions options) {
    const Stack out = matrices(x), reciprocals = numbers(rcond), in = matrices(a),
                right = matrices(b);
    const auto redo = [&](Int index) {
        return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
            return SystemSolver<Scalar>{out, &reciprocals, in, right, options}(index);
        });
    };
    if (is_open(options)) {
        if (const auto done = small::solve_system(x, rcond, a, b, redo)) return *done;
    }
    const double side = static_cast<double>(in.rows);
    const double work = cube(in.rows) / 3 + side * side * static_cast<double>(out.columns);
    return in_type(x.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), work, [&] {
            return SystemSolver<Scalar>{out, &reciprocals, in, right, options};
        });
    });
}

Status invert(const StridedView& inverse, const StridedView& rcond, const StridedView& a,
              SystemOptions options) {
    const Stack out = matrices(inverse), reciprocals = numbers(rcond), in = matrices(a);
    const auto redo = [&](Int index) {
        return in_type(inverse.dtype, Precision::native, [&]<class Scalar>() {
            return StructuredInverter<Scalar>{out, &reciprocals, in, options}(index);
        });
    };
    if (is_open(options)) {
        if (const auto done = small::invert(inverse, rcond, a, redo)) return *done;
    }
    return in_type(inverse.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(out.count(), cube(in.rows), [&] {
            return StructuredInverter<Scalar>{out, &reciprocals, in, options};
        });
    });
}

}  // namespace numen::linalg
