// scipy.linalg: qr, svd, svdvals, orth, null_space, polar.
#include <algorithm>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/functions/scipy_results.h"
#include "front/functions/tables.h"
#include "linalg/spectral.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;
using linalg::Precision;

double work_of(ScipyCall& call, double factor) {
    const double rows = static_cast<double>(call.rows(0));
    const double columns = static_cast<double>(call.columns(0));
    return factor * rows * columns * std::min(rows, columns);
}

enum class Mode { full, triangle, economic, raw };

struct QrResults {
    MatrixResult q, r, packed, tau, pivots;
};

// Makes the results that the mode wants; with the names of linalg::QrParts in `parts`.
bool make_results(ScipyCall& call, Mode mode, bool pivoting, QrResults& results) {
    const npy_intp m = call.rows(0), n = call.columns(0), least = std::min(m, n);
    const Dtype dtype = call.lapack_type();
    const npy_intp q_columns = mode == Mode::full ? m : least;
    const npy_intp r_rows = mode == Mode::full || mode == Mode::triangle ? m : least;
    const bool has_q = mode == Mode::full || mode == Mode::economic;
    return (!has_q || call.make(results.q, dtype, {m, q_columns}, By::columns)) &&
           call.make(results.r, dtype, {r_rows, n}, By::rows) &&
           (mode != Mode::raw || (call.make(results.packed, dtype, {m, n}, By::columns) &&
                                  call.make(results.tau, dtype, {least}, By::rows))) &&
           (!pivoting || call.make(results.pivots, Dtype::int32, {n}, By::rows));
}

Status factor(ScipyCall& call, Mode mode, bool pivoting, QrResults& results) {
    const StridedView a = call.input(0), r = results.r.view();
    if (!pivoting && mode == Mode::triangle) return linalg::qr_triangle(r, a, Precision::native);
    if (!pivoting && mode != Mode::raw) {
        return linalg::qr(results.q.view(), r, a, Precision::native);
    }
    StridedView views[4];
    MatrixResult* const made[4] = {&results.q, &results.packed, &results.tau, &results.pivots};
    const StridedView* wanted[4] = {};
    for (int i = 0; i < 4; ++i) {
        if (!made[i]->array) continue;
        views[i] = made[i]->view();
        wanted[i] = &views[i];
    }
    return linalg::qr({wanted[0], &r, wanted[1], wanted[2], wanted[3]}, a, r.dtype,
                      Precision::native);
}

// A tuple for one matrix, even of one item; for a stack a list, or the item.
PyObject* as_scipys(const ScipyCall& call, PyObject* first, PyObject* second) {
    if (second != nullptr) return call.several({first, second});
    return call.is_stack() ? first : call.several({first});
}

PyObject* function_qr(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters(
        {"a", "overwrite_a", "lwork", "mode", "pivoting", "check_finite"});
    PyObject* places[6];
    ScipyCall call("scipy.linalg.qr");
    bool overwrites, pivoting;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int name = find_name(places[3], {"full", "r", "economic", "raw", "qr"}, 0);
    if (given(places[2]) || name < 0) return hand_over_to_scipy();
    const auto mode = static_cast<Mode>(name == 4 ? 0 : name);
    const bool fits = read_flag(places[1], false, overwrites) &&
                      read_flag(places[4], false, pivoting) &&
                      call.read(places[0], Core::matrix) && call.join(places[5]);
    if (!fits) return nullptr;
    if (mode == Mode::raw && call.is_stack()) return hand_over_to_scipy();
    QrResults results;
    if (!make_results(call, mode, pivoting, results)) return nullptr;
    if (!call.run(work_of(call, 2), [&] { return factor(call, mode, pivoting, results); })) {
        return nullptr;
    }
    PyObject *r = results.r.array.release(), *pivots = results.pivots.array.release();
    if (mode == Mode::triangle) return as_scipys(call, r, pivots);
    PyObject* q = mode == Mode::raw ? call.several({results.packed.array.release(),
                                                    results.tau.array.release()})
                                    : results.q.array.release();
    return pivoting ? call.several({q, r, pivots}) : call.several({q, r});
}

// What a decomposition into singular values gives; u and vh are absent for the values alone.
struct SvdResults {
    MatrixResult u, s, vh;
};

// `is_full`: square u and vh.
bool decompose(ScipyCall& call, bool is_full, bool with_vectors, bool by_iteration,
               SvdResults& results) {
    const npy_intp m = call.rows(0), n = call.columns(0), least = std::min(m, n);
    const Dtype dtype = call.lapack_type();
    if (!call.make(results.s, real_type_of(dtype), {least}, By::rows)) return false;
    if (!with_vectors) {
        return call.run(work_of(call, 3), [&] {
            const StridedView s = results.s.view(), a = call.input(0);
            return by_iteration
                       ? linalg::svd_by_iteration(nullptr, s, nullptr, a, Precision::native)
                       : linalg::svdvals(s, a, Precision::native);
        });
    }
    const bool made = call.make(results.u, dtype, {m, is_full ? m : least}, By::columns) &&
                      call.make(results.vh, dtype, {is_full ? n : least, n}, By::columns);
    return made && call.run(work_of(call, 10), [&] {
        const StridedView u = results.u.view(), s = results.s.view(), vh = results.vh.view();
        return by_iteration
                   ? linalg::svd_by_iteration(&u, s, &vh, call.input(0), Precision::native)
                   : linalg::svd(u, s, vh, call.input(0), Precision::native);
    });
}

int read_driver(PyObject* object) { return find_name(object, {"gesdd", "gesvd"}, 0); }

PyObject* function_svd(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters({"a", "full_matrices", "compute_uv", "overwrite_a",
                                           "check_finite", "lapack_driver"});
    PyObject* places[6];
    ScipyCall call("scipy.linalg.svd");
    bool is_full, with_vectors, overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int driver = read_driver(places[5]);
    if (driver < 0) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], true, is_full) &&
                      read_flag(places[2], true, with_vectors) &&
                      read_flag(places[3], false, overwrites) &&
                      call.read(places[0], Core::matrix) && call.join(places[4]);
    SvdResults results;
    if (!fits || !decompose(call, is_full, with_vectors, driver == 1, results)) return nullptr;
    if (!with_vectors) return results.s.array.release();
    return call.several({results.u.array.release(), results.s.array.release(),
                         results.vh.array.release()});
}

PyObject* function_svdvals(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"a", "overwrite_a", "check_finite"});
    PyObject* places[3];
    ScipyCall call("scipy.linalg.svdvals");
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[1], false, overwrites) &&
                      call.read(places[0], Core::matrix) && call.join(places[2]);
    SvdResults results;
    if (!fits || !decompose(call, false, false, false, results)) return nullptr;
    return results.s.array.release();
}

// The rank of all matrices by their singular values: those up to rcond times the first do not
// count. -1: handed over, as matrices of several ranks are, or an exception is set.
npy_intp common_rank(ScipyCall& call, PyObject* given_rcond, MatrixResult& s) {
    double rcond = epsilon_of(s.dtype) *
                   static_cast<double>(std::max(call.rows(0), call.columns(0)));
    if (given(given_rcond)) {
        if (!is_plain_float(given_rcond)) return hand_over_to_scipy(), -1;
        rcond = PyFloat_AS_DOUBLE(given_rcond);
    }
    if (is_rank_open(call, s, {.relative = rcond})) return hand_over_to_scipy(), -1;
    const npy_intp each = std::min(call.rows(0), call.columns(0));
    const char* data = s.view().data;
    npy_intp common = -1;
    for (npy_intp index = 0; index < call.count(); ++index) {
        npy_intp rank = 0;
        for (npy_intp i = index * each; i < (index + 1) * each; ++i) {
            rank += s.dtype == Dtype::float32
                        ? reinterpret_cast<const float*>(data)[i] >
                              reinterpret_cast<const float*>(data)[index * each] *
                                  static_cast<float>(rcond)
                        : reinterpret_cast<const double*>(data)[i] >
                              reinterpret_cast<const double*>(data)[index * each] * rcond;
        }
        if (common >= 0 && rank != common) return hand_over_to_scipy(), -1;
        common = rank;
    }
    return common;
}

PyObject* function_orth(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"A", "rcond"});
    PyObject* places[2];
    ScipyCall call("scipy.linalg.orth");
    SvdResults results;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = call.read(places[0], Core::matrix) && call.join(nullptr) &&
                      decompose(call, false, true, false, results);
    const npy_intp rank = fits ? common_rank(call, places[1], results.s) : -1;
    if (rank < 0) return nullptr;
    const npy_intp m = call.rows(0);
    if (call.is_stack()) return cut_result(call, results.u, m, rank, By::columns);
    ArrayObject* u = as_array(results.u.array.get());
    const npy_intp shape[2] = {m, rank};
    return as_object(new_view(u, dtype_of(u), 2, shape, u->f.strides, 0));
}

// The rows of vh behind `rank`, as columns; the view that SciPy gives of real ones.
PyObject* null_vectors(ScipyCall& call, MatrixResult& vh, npy_intp rank) {
    const npy_intp n = call.columns(0);
    StridedView rows = vh.view();
    const int last = rows.ndim - 1;
    const npy_intp first = n > rank ? rank * rows.strides[last - 1] : 0;
    npy_intp strides[max_dimensions];
    std::copy_n(rows.strides, rows.ndim, strides);
    std::swap(strides[last], strides[last - 1]);
    if (!call.is_stack() && !numen::is_complex(vh.dtype)) {
        ArrayObject* whole = as_array(vh.array.get());
        const npy_intp shape[2] = {n, n - rank};
        return as_object(new_view(whole, vh.dtype, 2, shape, strides, first));
    }
    MatrixResult turned;
    turned.dtype = vh.dtype;
    turned.array = Ref(as_object(new_view(as_array(vh.array.get()), vh.dtype, rows.ndim, rows.shape,
                                          strides, first)));
    if (!turned.array) return nullptr;
    Ref result(cut_result(call, turned, n, n - rank, By::rows));
    if (result && numen::is_complex(vh.dtype)) {
        const npy_intp parts = 2 * call.count() * n * (n - rank);
        char* data = as_array(result.get())->f.data;
        for (npy_intp i = 1; i < parts; i += 2) {
            if (vh.dtype == Dtype::complex64) reinterpret_cast<float*>(data)[i] *= -1;
            else reinterpret_cast<double*>(data)[i] *= -1;
        }
    }
    return result.release();
}

PyObject* function_null_space(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<5> parameters(
        {"A", "rcond", "overwrite_a", "check_finite", "lapack_driver"}, 2);
    PyObject* places[5];
    ScipyCall call("scipy.linalg.null_space");
    SvdResults results;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int driver = read_driver(places[4]);
    if (driver < 0) return hand_over_to_scipy();
    const bool fits = read_flag(places[2], false, overwrites) &&
                      call.read(places[0], Core::matrix) && call.join(places[3]) &&
                      decompose(call, true, true, driver == 1, results);
    const npy_intp rank = fits ? common_rank(call, places[1], results.s) : -1;
    return rank < 0 ? nullptr : null_vectors(call, results.vh, rank);
}

PyObject* function_polar(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"a", "side"});
    PyObject* places[2];
    ScipyCall call("scipy.linalg.polar");
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int side = find_name(places[1], {"right", "left"}, 0);
    if (side < 0) return hand_over_to_scipy();
    if (!call.read(places[0], Core::matrix) || !call.join(nullptr)) return nullptr;
    const npy_intp m = call.rows(0), n = call.columns(0), order = side == 0 ? n : m;
    MatrixResult u, p;
    const bool made = call.make(u, call.lapack_type(), {m, n}, By::rows) &&
                      call.make(p, call.lapack_type(), {order, order}, By::rows);
    const bool found = made && call.run(work_of(call, 12), [&] {
        return linalg::polar(u.view(), p.view(), call.input(0),
                             side == 0 ? linalg::Side::right : linalg::Side::left,
                             Precision::native);
    });
    return found ? call.several({u.array.release(), p.array.release()}) : nullptr;
}

}  // namespace

PyMethodDef scipy_decomposition_functions[] = {
    {"scipy.linalg.qr", guarded<function_qr>(), fast, nullptr},
    {"scipy.linalg.svd", guarded<function_svd>(), fast, nullptr},
    {"scipy.linalg.svdvals", guarded<function_svdvals>(), fast, nullptr},
    {"scipy.linalg.orth", guarded<function_orth>(), fast, nullptr},
    {"scipy.linalg.null_space", guarded<function_null_space>(), fast, nullptr},
    {"scipy.linalg.polar", guarded<function_polar>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
