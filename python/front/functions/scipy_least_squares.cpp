// scipy.linalg: pinv, pinvh, lstsq.
#include <algorithm>
#include <cmath>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/functions/scipy_results.h"
#include "front/functions/tables.h"
#include "linalg/spectral.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;
using linalg::LstsqMethod;
using linalg::Precision;

// A number among the arguments, not below zero. False: handed over.
bool read_tolerance(PyObject* object, double otherwise, double& value) {
    value = otherwise;
    if (absent(object)) return true;
    const bool is_number = is_plain_float(object) || PyLong_CheckExact(object);
    if (is_number) value = PyFloat_AsDouble(object);
    if (is_number && !PyErr_Occurred() && !(value < 0)) return true;
    forget_error();
    return hand_over_to_scipy(), false;
}

bool read_cut(ScipyCall& call, PyObject* absolute, PyObject* relative, linalg::Cut& cut) {
    const double least = epsilon_of(call.lapack_type()) *
                         static_cast<double>(std::max(call.rows(0), call.columns(0)));
    return read_tolerance(absolute, 0, cut.absolute) &&
           read_tolerance(relative, least, cut.relative);
}

PyObject* with_rank(ScipyCall& call, MatrixResult& inverse, PyObject* rank) {
    return call.several({inverse.array.release(), rank});
}

double work_of(ScipyCall& call, double factor) {
    const double rows = static_cast<double>(call.rows(0));
    const double columns = static_cast<double>(call.columns(0));
    return factor * rows * columns * std::min(rows, columns);
}

PyObject* function_pinv(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters({"a", "atol", "rtol", "return_rank", "check_finite"}, 1);
    PyObject* places[5];
    ScipyCall call("scipy.linalg.pinv");
    linalg::Cut cut;
    bool returns_rank;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], false, returns_rank) &&
                      call.read(places[0], Core::matrix) && call.join(places[4]) &&
                      read_cut(call, places[1], places[2], cut);
    if (!fits) return nullptr;
    MatrixResult inverse;
    MatrixNumbers rank;
    const bool made = call.make(inverse, call.lapack_type(), {call.columns(0), call.rows(0)},
                                By::columns) && rank.make(call);
    const bool found = made && call.run(work_of(call, 12), [&] {
        return linalg::pinv(inverse.view(), rank.view(), call.input(0), cut, Precision::native);
    });
    if (!found) return nullptr;
    if (!returns_rank) return inverse.array.release();
    return with_rank(call, inverse, call.is_stack() ? rank.finish()
                                                    : make_scalar(Dtype::int64, rank.view().data));
}

PyObject* function_pinvh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters(
        {"a", "atol", "rtol", "lower", "return_rank", "check_finite"});
    PyObject* places[6];
    ScipyCall call("scipy.linalg.pinvh");
    linalg::Cut cut;
    bool is_lower, returns_rank;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], true, is_lower) &&
                      read_flag(places[4], false, returns_rank) &&
                      call.read(places[0], Core::square) && call.join(places[5]) &&
                      read_cut(call, places[1], places[2], cut);
    if (!fits) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult inverse;
    MatrixNumbers rank;
    if (!call.make(inverse, call.lapack_type(), {n, n}, By::rows) || !rank.make(call)) {
        return nullptr;
    }
    const bool found = call.run(8 * cube_of(n), [&] {
        return linalg::pinvh(inverse.view(), rank.view(), call.input(0), cut,
                             is_lower ? linalg::Triangle::lower : linalg::Triangle::upper,
                             Precision::native);
    });
    if (!found) return nullptr;
    return returns_rank ? with_rank(call, inverse, rank.finish()) : inverse.array.release();
}

struct LstsqResults {
    MatrixResult x, residuals, s;
    MatrixNumbers rank;
};

// The first `rows` of the memory of a solution, which has as many as the matrix if that is taller.
StridedView first_rows(StridedView view, npy_intp rows, npy_intp* shape) {
    std::copy_n(view.shape, view.ndim, shape);
    shape[view.ndim - 2] = rows;
    view.shape = shape;
    return view;
}

// x as SciPy gives it: for one tall matrix the head of a longer array.
PyObject* solution_of(ScipyCall& call, MatrixResult& x) {
    const npy_intp n = call.columns(0), k = call.columns(1);
    if (call.is_stack()) {
        return cut_result(call, x, n, call.is_vector(1) ? -1 : k, By::columns);
    }
    ArrayObject* whole = as_array(x.array.get());
    if (whole->f.dimensions[0] == n) return x.array.release();
    const npy_intp shape[2] = {n, k};
    return as_object(new_view(whole, x.dtype, whole->f.nd, shape, whole->f.strides, 0));
}

// None unless all matrices are tall and of full rank.
PyObject* residuals_of(ScipyCall& call, LstsqResults& results, bool has_values) {
    const npy_intp n = call.columns(0);
    if (!has_values || results.rank.first() != n || call.rows(0) <= n) {
        MatrixResult none;
        return call.make(none, results.x.dtype, {0}, By::rows) ? none.array.release() : nullptr;
    }
    MatrixResult& squares = results.residuals;
    if (!call.is_vector(1)) return squares.array.release();
    const StridedView view = squares.view();
    if (!call.is_stack()) return make_scalar(view.dtype, view.data);
    ArrayObject* whole = as_array(squares.array.get());
    return as_object(new_view(whole, view.dtype, view.ndim - 1, view.shape, view.strides, 0));
}

bool solve(ScipyCall& call, LstsqMethod method, double rcond, LstsqResults& results) {
    const npy_intp m = call.rows(0), n = call.columns(0), k = call.columns(1);
    const npy_intp rows = std::max(m, n);
    const Dtype dtype = call.lapack_type();
    const bool made = (call.is_vector(1) ? call.make(results.x, dtype, {rows}, By::columns)
                                         : call.make(results.x, dtype, {rows, k}, By::columns)) &&
                      call.make(results.residuals, real_type_of(dtype), {k}, By::rows) &&
                      call.make(results.s, real_type_of(dtype), {std::min(m, n)}, By::rows) &&
                      results.rank.make(call);
    return made && call.run(work_of(call, 8), [&] {
        npy_intp shape[max_dimensions + 2];
        const StridedView x = first_rows(call.solution(results.x), n, shape);
        const StridedView s = results.s.view();
        return linalg::lstsq(x, results.residuals.view(), results.rank.view(),
                             method == LstsqMethod::exchange ? nullptr : &s, call.input(0),
                             call.input(1), rcond, method, Precision::native);
    });
}

PyObject* function_lstsq(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<7> parameters({"a", "b", "cond", "overwrite_a", "overwrite_b",
                                           "check_finite", "lapack_driver"});
    PyObject* places[7];
    ScipyCall call("scipy.linalg.lstsq");
    bool overwrites;
    double rcond;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int driver =
        absent(places[6]) ? 0 : find_name(places[6], {"gelsd", "gelsy", "gelss"}, 0);
    if (driver < 0) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], false, overwrites) &&
                      read_flag(places[4], false, overwrites) &&
                      call.read(places[0], Core::matrix) &&
                      call.read(places[1], Core::right_side) && call.join(places[5]);
    if (!fits || !read_tolerance(places[2], epsilon_of(call.lapack_type()), rcond)) return nullptr;
    const auto method = static_cast<LstsqMethod>(driver);
    const bool has_values = method != LstsqMethod::exchange;
    if (call.rows(0) != call.rows(1) || (!has_values && call.is_stack())) {
        return hand_over_to_scipy();
    }
    LstsqResults results;
    if (!solve(call, method, rcond, results)) return nullptr;
    if (has_values && is_rank_open(call, results.s, {.relative = rcond})) {
        return hand_over_to_scipy();
    }
    if (call.rows(0) > call.columns(0) && !results.rank.are_equal(call.count())) {
        return hand_over_to_scipy();  // some have residuals
    }
    PyObject* x = solution_of(call, results.x);
    PyObject* residuals = residuals_of(call, results, has_values);
    PyObject* rank = results.rank.finish();
    return call.several({x, residuals, rank,
                         has_values ? results.s.array.release() : Py_NewRef(Py_None)});
}

}  // namespace

PyMethodDef scipy_least_squares_functions[] = {
    {"scipy.linalg.pinv", guarded<function_pinv>(), fast, nullptr},
    {"scipy.linalg.pinvh", guarded<function_pinvh>(), fast, nullptr},
    {"scipy.linalg.lstsq", guarded<function_lstsq>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
