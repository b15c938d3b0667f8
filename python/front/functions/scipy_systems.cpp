// scipy.linalg: solve, inv, solve_triangular, solve_banded.
#include <algorithm>
#include <limits>
#include <vector>

#include "array/layout_rules.h"
#include "front/functions/scipy_call.h"
#include "front/functions/structure_names.h"
#include "front/functions/tables.h"
#include "linalg/systems.h"

namespace numen::front {
namespace {

using linalg::Structure;
using linalg::SystemOptions;
using By = ScipyCall::By;
using Core = ScipyCall::Core;

// The structure that `assume_a` names; false: handed over.
bool read_structure(PyObject* object, Structure& structure) {
    return structure_named(object, structure) || (hand_over_to_scipy(), false);
}

// The reciprocal condition numbers of a call.
class Conditions {
public:
    Conditions(npy_intp count, Dtype dtype, StridedView shape)
        : numbers_(static_cast<std::size_t>(count)), shape_(shape) {
        const bool is_single = dtype == Dtype::float32 || dtype == Dtype::complex64;
        least_ = is_single ? std::numeric_limits<float>::epsilon()
                           : std::numeric_limits<double>::epsilon();
        dense_strides(Order::c, sizeof(double), shape.ndim, shape.shape, strides_);
    }

    StridedView view() {
        return {reinterpret_cast<char*>(numbers_.data()), Dtype::float64, shape_.ndim,
                shape_.shape, strides_};
    }

    // Whether no rounding can bring a number below the machine epsilon, where SciPy warns and its
    // own library decides. A diagonal matrix may have its condition number here.
    bool are_plain() const {
        return std::all_of(numbers_.begin(), numbers_.end(), [this](double number) {
            return number >= 32 * least_ && number <= 2;
        });
    }

private:
    std::vector<double> numbers_;
    StridedView shape_;
    double least_;
    npy_intp strides_[max_dimensions];
};

// The leading axes of a stack.
StridedView leading_of(StridedView view) {
    view.ndim -= 2;
    return view;
}

PyObject* function_solve(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<8> parameters({"a", "b", "lower", "overwrite_a", "overwrite_b",
                                           "check_finite", "assume_a", "transposed"});
    PyObject* places[8];
    ScipyCall call("scipy.linalg.solve");
    SystemOptions options;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flags(places + 2, {&options.lower, &overwrites, &overwrites}) &&
                      read_structure(places[6], options.structure) &&
                      read_flag(places[7], false, options.transposed) &&
                      call.read(places[0], Core::square) &&
                      call.read(places[1], Core::right_side) && call.join(places[5]);
    if (!fits) return nullptr;
    const Dtype dtype = call.solving_type();
    const npy_intp n = call.rows(0);
    const bool is_band = options.structure == Structure::banded;
    const bool is_left = call.rows(1) != n || (is_band && n == 1) ||
                         (options.transposed && is_complex(dtype));
    if (is_left) return hand_over_to_scipy();
    MatrixResult x;
    if (!call.make_solution(x, dtype, 1, is_band ? By::columns : By::rows)) return nullptr;
    Conditions rcond(call.count(), dtype, leading_of(call.input(0)));
    const bool solved = call.run(cube_of(n) / 3, [&] {
        return linalg::solve_system(call.solution(x), rcond.view(), call.input(0), call.input(1),
                                    options);
    });
    if (!solved) return nullptr;
    // A single number is divided by, whatever its size.
    const bool is_told = n > 1 || call.count() > 1;
    return is_told && !rcond.are_plain() ? hand_over_to_scipy() : x.array.release();
}

PyObject* function_inv(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters(
        {"a", "overwrite_a", "check_finite", "assume_a", "lower"}, 3);
    PyObject* places[5];
    ScipyCall call("scipy.linalg.inv");
    SystemOptions options;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], false, overwrites) &&
                      read_structure(places[3], options.structure) &&
                      read_flag(places[4], false, options.lower) &&
                      call.read(places[0], Core::square) && call.join(places[2]);
    if (!fits) return nullptr;
    const bool is_left = options.structure == Structure::banded ||
                         options.structure == Structure::tridiagonal;
    if (is_left) return hand_over_to_scipy();
    const Dtype dtype = call.lapack_type();
    const npy_intp n = call.rows(0);
    MatrixResult inverse;
    // What SciPy may write into lies as it did.
    const bool is_own = overwrites || call.dtype(0) != dtype;
    const By by = is_own && !call.is_stack() && call.lies_by_columns(0) ? By::columns : By::rows;
    if (!call.make(inverse, dtype, {n, n}, by)) return nullptr;
    Conditions rcond(call.count(), dtype, leading_of(call.input(0)));
    const bool found = call.run(cube_of(n), [&] {
        return linalg::invert(inverse.view(), rcond.view(), call.input(0), options);
    });
    if (!found) return nullptr;
    return rcond.are_plain() ? inverse.array.release() : hand_over_to_scipy();
}

PyObject* function_solve_triangular(PyObject*, PyObject* const* args, Py_ssize_t count,
                                    PyObject* names) {
    static const Parameters<7> parameters(
        {"a", "b", "trans", "lower", "unit_diagonal", "overwrite_b", "check_finite"});
    PyObject* places[7];
    ScipyCall call("scipy.linalg.solve_triangular");
    linalg::Transposition op;
    bool lower, unit, overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_transposition(places[2], op) &&
                      read_flags(places + 3, {&lower, &unit, &overwrites}) &&
                      call.read(places[0], Core::square) &&
                      call.read(places[1], Core::right_side) && call.join(places[6]);
    if (!fits) return nullptr;
    if (call.rows(0) != call.rows(1)) return hand_over_to_scipy();
    MatrixResult x;
    if (!call.make_solution(x, call.lapack_type(), 1, By::columns)) return nullptr;
    const bool solved = call.run(cube_of(call.rows(0)) / 3, [&] {
        return linalg::solve_triangular(call.solution(x), call.input(0), call.input(1), op, lower,
                                        unit);
    });
    return solved ? x.array.release() : nullptr;
}

// How many diagonals of a band matrix lie below and above the middle one: a pair of integers.
bool read_band(PyObject* object, npy_intp& lower, npy_intp& upper) {
    const bool is_pair = object != nullptr && PyTuple_CheckExact(object) &&
                         PyTuple_GET_SIZE(object) == 2 &&
                         PyLong_CheckExact(PyTuple_GET_ITEM(object, 0)) &&
                         PyLong_CheckExact(PyTuple_GET_ITEM(object, 1));
    if (!is_pair) return hand_over_to_scipy(), false;
    lower = PyLong_AsSsize_t(PyTuple_GET_ITEM(object, 0));
    upper = PyLong_AsSsize_t(PyTuple_GET_ITEM(object, 1));
    forget_error();
    return (lower >= 0 && upper >= 0) || (hand_over_to_scipy(), false);
}

PyObject* function_solve_banded(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    static const Parameters<6> parameters(
        {"l_and_u", "ab", "b", "overwrite_ab", "overwrite_b", "check_finite"});
    PyObject* places[6];
    ScipyCall call("scipy.linalg.solve_banded");
    npy_intp lower, upper;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_band(places[0], lower, upper) &&
                      read_flags(places + 3, {&overwrites, &overwrites}) &&
                      call.read(places[1], Core::matrix) &&
                      call.read(places[2], Core::right_side) && call.join(places[5]);
    if (!fits) return nullptr;
    const npy_intp n = call.columns(0);
    if (n != call.rows(1) || lower + upper + 1 != call.rows(0) || n == 1) {
        return hand_over_to_scipy();
    }
    MatrixResult x;
    if (!call.make_solution(x, call.lapack_type(true), 1, By::columns)) return nullptr;
    const double work = static_cast<double>(n * (lower + 1)) * static_cast<double>(upper + 1);
    const bool solved = call.run(work, [&] {
        return linalg::solve_banded(call.solution(x), call.input(0), call.input(1), lower, upper);
    });
    return solved ? x.array.release() : nullptr;
}

}  // namespace

PyMethodDef scipy_system_functions[] = {
    {"scipy.linalg.solve", guarded<function_solve>(), fast, nullptr},
    {"scipy.linalg.inv", guarded<function_inv>(), fast, nullptr},
    {"scipy.linalg.solve_triangular", guarded<function_solve_triangular>(), fast, nullptr},
    {"scipy.linalg.solve_banded", guarded<function_solve_banded>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
