// scipy.linalg: cholesky, cho_factor, cho_solve, lu, lu_factor, lu_solve, ldl, det.
#include <algorithm>
#include <complex>
#include <string>
#include <vector>

#include "array/layout_rules.h"
#include "backends/backend.h"
#include "front/functions/scipy_call.h"
#include "front/functions/tables.h"
#include "linalg/linalg.h"
#include "linalg/systems.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;

// The parameters that cholesky and cho_factor have.
bool read_positive(const Arguments& arguments, ScipyCall& call, bool& lower,
                   PyObject*& given_lower) {
    static const Parameters<4> parameters({"a", "lower", "overwrite_a", "check_finite"});
    PyObject* places[4];
    bool overwrites;
    if (!parameters.read(arguments, places)) return hand_over_to_scipy(), false;
    given_lower = places[1] == nullptr ? Py_False : places[1];
    return read_flags(places + 1, {&lower, &overwrites}) && call.read(places[0], Core::square) &&
           call.join(places[3]);
}

PyObject* function_cholesky(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    ScipyCall call("scipy.linalg.cholesky");
    bool lower;
    PyObject* given;
    if (!read_positive({args, count, names}, call, lower, given)) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult factor;
    if (!call.make(factor, call.lapack_type(), {n, n}, By::columns)) return nullptr;
    const bool found = call.run(cube_of(n) / 6, [&] {
        return linalg::cholesky_factor(factor.view(), call.input(0), lower);
    });
    return found ? factor.array.release() : nullptr;
}

PyObject* function_cho_factor(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    ScipyCall call("scipy.linalg.cho_factor");
    bool lower;
    PyObject* given;
    if (!read_positive({args, count, names}, call, lower, given)) return nullptr;
    if (call.is_stack() && !PyBool_Check(given)) return hand_over_to_scipy();
    const npy_intp n = call.rows(0);
    MatrixResult factor, triangles;
    if (!call.make(factor, call.lapack_type(), {n, n}, By::columns)) return nullptr;
    const bool found = call.run(cube_of(n) / 6, [&] {
        return linalg::cho_factor(factor.view(), call.input(0), lower);
    });
    if (!found) return nullptr;
    if (!call.is_stack()) return call.several({factor.array.release(), Py_NewRef(given)});
    if (!call.make(triangles, Dtype::boolean, {}, By::rows)) return nullptr;
    backend::fill(triangles.view(), &lower);
    return call.several({factor.array.release(), triangles.array.release()});
}

// The two items of the pair in which factors are handed on; false: handed over.
bool read_pair(PyObject* object, PyObject* (&items)[2]) {
    const bool is_pair = object != nullptr && (PyTuple_CheckExact(object) ||
                                               PyList_CheckExact(object)) &&
                         PySequence_Fast_GET_SIZE(object) == 2;
    if (!is_pair) return hand_over_to_scipy(), false;
    for (int i = 0; i < 2; ++i) items[i] = PySequence_Fast_GET_ITEM(object, i);
    return true;
}

PyObject* function_cho_solve(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    static const Parameters<4> parameters({"c_and_lower", "b", "overwrite_b", "check_finite"});
    PyObject *places[4], *pair[2];
    ScipyCall call("scipy.linalg.cho_solve");
    bool lower, overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (!read_pair(places[0], pair)) return nullptr;
    const Ref held[] = {Ref::share(pair[0]), Ref::share(pair[1])};  // a list may change meanwhile
    const bool fits = read_flag(pair[1], false, lower) &&
                      read_flag(places[2], false, overwrites) &&
                      call.read(pair[0], Core::square) &&
                      call.read(places[1], Core::right_side) && call.join(places[3]);
    if (!fits) return nullptr;
    if (call.rows(0) != call.rows(1)) return hand_over_to_scipy();
    MatrixResult x;
    if (!call.make_solution(x, call.lapack_type(), 1, By::columns)) return nullptr;
    const bool solved = call.run(cube_of(call.rows(0)) / 3, [&] {
        return linalg::cho_solve(call.solution(x), call.input(0), call.input(1), lower);
    });
    return solved ? x.array.release() : nullptr;
}

double elimination_work(ScipyCall& call) {
    const npy_intp m = call.rows(0), n = call.columns(0);
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(std::min(m, n)) /
           3;
}

PyObject* function_lu_factor(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    static const Parameters<3> parameters({"a", "overwrite_a", "check_finite"});
    PyObject* places[3];
    ScipyCall call("scipy.linalg.lu_factor");
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], false, overwrites) &&
                      call.read(places[0], Core::matrix) && call.join(places[2]);
    if (!fits) return nullptr;
    const npy_intp m = call.rows(0), n = call.columns(0);
    MatrixResult factors, pivots;
    const bool made = call.make(factors, call.lapack_type(), {m, n}, By::columns) &&
                      call.make(pivots, Dtype::int32, {std::min(m, n)}, By::rows);
    if (!made) return nullptr;
    std::vector<std::int64_t> zeros(static_cast<std::size_t>(call.count()));
    StridedView numbers = call.input(0);
    npy_intp strides[max_dimensions];
    numbers.ndim -= 2;
    dense_strides(Order::c, sizeof(std::int64_t), numbers.ndim, numbers.shape, strides);
    const bool found = call.run(elimination_work(call), [&] {
        const StridedView first_zeros = {reinterpret_cast<char*>(zeros.data()), Dtype::int64,
                                         numbers.ndim, numbers.shape, strides};
        return linalg::lu_factor(factors.view(), pivots.view(), first_zeros, call.input(0));
    });
    if (!found) return nullptr;
    return call.several({factors.array.release(), pivots.array.release()});
}

PyObject* function_lu_solve(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    static const Parameters<5> parameters(
        {"lu_and_piv", "b", "trans", "overwrite_b", "check_finite"});
    PyObject *places[5], *pair[2];
    ScipyCall call("scipy.linalg.lu_solve");
    linalg::Transposition op;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (!read_pair(places[0], pair)) return nullptr;
    const Ref held[] = {Ref::share(pair[0]), Ref::share(pair[1])};
    const bool fits = read_transposition(places[2], op) &&
                      read_flag(places[3], false, overwrites) &&
                      call.read(pair[0], Core::square) &&
                      call.read(places[1], Core::right_side) &&
                      call.read(pair[1], Core::vector) && call.join(places[4], 1);
    if (!fits) return nullptr;
    const npy_intp n = call.rows(0);
    if (call.rows(1) != n || call.rows(2) != n || call.dtype(2) != Dtype::int32) {
        return hand_over_to_scipy();
    }
    MatrixResult x;
    if (!call.make_solution(x, call.lapack_type(), 1, By::columns)) return nullptr;
    const bool solved = call.run(cube_of(n) / 3, [&] {
        StridedView pivots = call.input(2);
        --pivots.ndim;
        return linalg::lu_solve(call.solution(x), call.input(0), pivots, call.input(1), op);
    });
    return solved ? x.array.release() : nullptr;
}

// Rows that have their one where `places` (int32, row by row) says; both lie in C order.
template <class Number>
void mark(ArrayObject* matrix, const ArrayObject* places, npy_intp count, npy_intp order) {
    auto* row = reinterpret_cast<Number*>(matrix->f.data);
    const auto* place = reinterpret_cast<const std::int32_t*>(places->f.data);
    for (npy_intp i = 0; i < count * order; ++i, row += order) row[place[i]] = Number(1);
}

PyObject* permutation(ScipyCall& call, const MatrixResult& rows, Dtype dtype) {
    const npy_intp m = call.rows(0);
    MatrixResult matrix;
    if (!call.make(matrix, dtype, {m, m}, By::rows)) return nullptr;
    const double zero = 0;
    backend::fill(matrix.view(), &zero);
    const auto write = dtype == Dtype::float32 ? mark<float> : mark<double>;
    write(as_array(matrix.array.get()), as_array(rows.array.get()), call.count(), m);
    return matrix.array.release();
}

// What SciPy gives for single numbers is of other types.
PyObject* order_of_number(ScipyCall& call, bool indices, Dtype dtype) {
    MatrixResult found;
    const bool made = indices ? call.make(found, Dtype::int64, {1}, By::rows)
                              : call.make(found, dtype, {1, 1}, By::rows);
    if (!made) return nullptr;
    const std::int64_t zero = 0;
    const std::complex<float> one = 1;
    const std::complex<double> wide_one = 1;
    const bool is_single = dtype == Dtype::float32 || dtype == Dtype::complex64;
    const void* number = is_single ? static_cast<const void*>(&one) : &wide_one;
    backend::fill(found.view(), indices ? &zero : number);
    return found.array.release();
}

PyObject* function_lu(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters(
        {"a", "permute_l", "overwrite_a", "check_finite", "p_indices"});
    PyObject* places[5];
    ScipyCall call("scipy.linalg.lu");
    bool permute, overwrites, indices;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flags(places + 1, {&permute, &overwrites}) &&
                      read_flag(places[4], false, indices) &&
                      call.read(places[0], Core::matrix) && call.join(places[3]);
    if (!fits) return nullptr;
    const npy_intp m = call.rows(0), n = call.columns(0), least = std::min(m, n);
    const Dtype dtype = call.lapack_type();
    MatrixResult rows, l, u;
    const bool made = call.make(rows, Dtype::int32, {m}, By::rows) &&
                      call.make(l, dtype, {m, least}, By::rows) &&
                      call.make(u, dtype, {least, n}, By::rows);
    if (!made) return nullptr;
    const bool found = call.run(elimination_work(call), [&] {
        return linalg::lu(rows.view(), l.view(), u.view(), call.input(0), permute);
    });
    if (!found) return nullptr;
    Ref first, lower(l.array.release()), upper(u.array.release());
    if (permute) return PyTuple_Pack(2, lower.get(), upper.get());
    const Dtype real = dtype == Dtype::float32 || dtype == Dtype::complex64 ? Dtype::float32
                                                                            : Dtype::float64;
    if (m == 1 && n == 1) {
        first = Ref(order_of_number(call, indices, dtype));
    } else {
        first = Ref(indices ? rows.array.release() : permutation(call, rows, real));
    }
    return first ? PyTuple_Pack(3, first.get(), lower.get(), upper.get()) : nullptr;
}

PyObject* function_ldl(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters(
        {"A", "lower", "hermitian", "overwrite_a", "check_finite"});
    PyObject* places[5];
    ScipyCall call("scipy.linalg.ldl");
    bool lower, hermitian, overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], true, lower) &&
                      read_flag(places[2], true, hermitian) &&
                      read_flag(places[3], false, overwrites) &&
                      call.read(places[0], Core::square) && call.join(places[4]);
    if (!fits) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult l, d, rows;
    const bool made = call.make(l, call.lapack_type(), {n, n}, By::rows) &&
                      call.make(d, call.lapack_type(), {n, n}, By::rows) &&
                      call.make(rows, Dtype::int64, {n}, By::rows);
    if (!made) return nullptr;
    const bool found = call.run(cube_of(n) / 3, [&] {
        return linalg::ldl(l.view(), d.view(), rows.view(), call.input(0), lower, hermitian);
    });
    if (!found) return nullptr;
    return call.several({l.array.release(), d.array.release(), rows.array.release()});
}

PyObject* function_det(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"a", "overwrite_a", "check_finite"});
    PyObject* places[3];
    ScipyCall call("scipy.linalg.det");
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], false, overwrites) &&
                      call.read(places[0], Core::square) && call.join(places[2]);
    if (!fits) return nullptr;
    if (call.is_stack() && call.rows(0) == 1) return hand_over_to_scipy();  // gives a view
    const Dtype dtype = is_complex(call.dtype(0)) ? Dtype::complex128 : Dtype::float64;
    MatrixResult determinant;
    if (!call.make(determinant, dtype, {}, By::rows)) return nullptr;
    const bool found = call.run(cube_of(call.rows(0)) / 3, [&] {
        return linalg::determinant(determinant.view(), call.input(0));
    });
    if (!found) return nullptr;
    return determinant.is_number() ? make_scalar(dtype, determinant.value)
                                   : determinant.array.release();
}

}  // namespace

PyMethodDef scipy_factor_functions[] = {
    {"scipy.linalg.cholesky", guarded<function_cholesky>(), fast, nullptr},
    {"scipy.linalg.cho_factor", guarded<function_cho_factor>(), fast, nullptr},
    {"scipy.linalg.cho_solve", guarded<function_cho_solve>(), fast, nullptr},
    {"scipy.linalg.lu", guarded<function_lu>(), fast, nullptr},
    {"scipy.linalg.lu_factor", guarded<function_lu_factor>(), fast, nullptr},
    {"scipy.linalg.lu_solve", guarded<function_lu_solve>(), fast, nullptr},
    {"scipy.linalg.ldl", guarded<function_ldl>(), fast, nullptr},
    {"scipy.linalg.det", guarded<function_det>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
