// scipy.linalg: eig, eigvals, schur.
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "front/functions/scipy_results.h"
#include "front/functions/tables.h"
#include "linalg/spectral.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;
using linalg::Precision;

std::complex<double> number_at(const StridedView& numbers, npy_intp index) {
    if (numbers.dtype == Dtype::complex64) {
        return reinterpret_cast<const std::complex<float>*>(numbers.data)[index];
    }
    return reinterpret_cast<const std::complex<double>*>(numbers.data)[index];
}

struct EigResults {
    MatrixResult values, left, right;
};

// A row of the results of shape (2, n), as vectors.
StridedView row_of(const StridedView& pair, int row, npy_intp* shape, npy_intp* strides) {
    const int last = pair.ndim - 1;
    std::copy_n(pair.shape, pair.ndim, shape);
    std::copy_n(pair.strides, pair.ndim, strides);
    shape[last - 1] = shape[last];
    strides[last - 1] = strides[last];
    return {pair.data + row * pair.strides[last - 1], pair.dtype, last, shape, strides};
}

bool find(ScipyCall& call, bool is_pair, bool left, bool right, bool homogeneous,
          EigResults& results) {
    const npy_intp n = call.rows(0);
    const Dtype dtype = complex_type_of(call.lapack_type());
    const bool made = (homogeneous ? call.make(results.values, dtype, {2, n}, By::rows)
                                   : call.make(results.values, dtype, {n}, By::rows)) &&
                      (!left || call.make(results.left, dtype, {n, n}, By::columns)) &&
                      (!right || call.make(results.right, dtype, {n, n}, By::columns));
    return made && call.run((left || right ? 25 : 10) * cube_of(n), [&] {
        npy_intp shapes[2][max_dimensions], strides[2][max_dimensions];
        StridedView values = results.values.view(), beta = values, y = values, z = values;
        if (homogeneous) {
            beta = row_of(values, 1, shapes[1], strides[1]);
            values = row_of(values, 0, shapes[0], strides[0]);
        }
        if (left) y = results.left.view();
        if (right) z = results.right.view();
        const StridedView b = is_pair ? call.input(1) : values;
        return linalg::eig({&values, homogeneous ? &beta : nullptr, left ? &y : nullptr,
                            right ? &z : nullptr}, call.input(0), is_pair ? &b : nullptr,
                           Precision::native);
    });
}

// Vectors of nothing but real eigenvalues are real, unless a matrix is complex.
PyObject* as_found(ScipyCall& call, MatrixResult& vectors, bool is_real) {
    if (!is_real) return vectors.array.release();
    return cut_result(call, vectors, call.rows(0), call.rows(0), By::columns, true);
}

bool are_real(const StridedView& numbers) {
    npy_intp count = 1;
    for (int axis = 0; axis < numbers.ndim; ++axis) count *= numbers.shape[axis];
    for (npy_intp i = 0; i < count; ++i) {
        if (!(number_at(numbers, i).imag() == 0)) return false;
    }
    return true;
}

// Reads a and b; false: handed over, or an exception is set.
bool read_pair(ScipyCall& call, PyObject* a, PyObject* b, PyObject* check_finite) {
    if (!call.read(a, Core::square)) return false;
    if (given(b) && !call.read(b, Core::square)) return false;
    if (!call.join(check_finite)) return false;
    return !given(b) || call.rows(0) == call.rows(1) || (hand_over_to_scipy(), false);
}

PyObject* function_eig(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<8> parameters({"a", "b", "left", "right", "overwrite_a",
                                           "overwrite_b", "check_finite",
                                           "homogeneous_eigvals"});
    PyObject* places[8];
    ScipyCall call("scipy.linalg.eig");
    bool left, right, overwrites, homogeneous;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[2], false, left) && read_flag(places[3], true, right) &&
                      read_flag(places[4], false, overwrites) &&
                      read_flag(places[5], false, overwrites) &&
                      read_flag(places[7], false, homogeneous) &&
                      read_pair(call, places[0], places[1], places[6]);
    EigResults results;
    if (!fits || !find(call, given(places[1]), left, right, homogeneous, results)) return nullptr;
    const bool is_real = !numen::is_complex(call.lapack_type()) && are_real(results.values.view());
    PyObject* values = results.values.array.release();
    if (!left && !right) return values;
    PyObject* y = left ? as_found(call, results.left, is_real) : nullptr;
    PyObject* z = right ? as_found(call, results.right, is_real) : nullptr;
    return left && right ? call.several({values, y, z}) : call.several({values, left ? y : z});
}

PyObject* function_eigvals(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters({"a", "b", "overwrite_a", "check_finite",
                                           "homogeneous_eigvals"});
    PyObject* places[5];
    ScipyCall call("scipy.linalg.eigvals");
    bool overwrites, homogeneous;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[2], false, overwrites) &&
                      read_flag(places[4], false, homogeneous) &&
                      read_pair(call, places[0], places[1], places[3]);
    EigResults results;
    if (!fits || !find(call, given(places[1]), false, false, homogeneous, results)) return nullptr;
    return results.values.array.release();
}

// Which eigenvalues come first: a region of the plane by SciPy's name for it, or a function of the
// program's. The real Schur form asks for the real parts of half planes alone.
class Selection {
public:
    // False: handed over.
    bool read(PyObject* sort, bool is_complex) {
        is_complex_ = is_complex;
        if (absent(sort)) return true;
        region_ = find_name(sort, {"lhp", "rhp", "iuc", "ouc"}, -1);
        if (region_ >= 0) return is_wanted = true;
        // How many arguments a function takes decides what it gets.
        if (!PyFunction_Check(sort)) return hand_over_to_scipy(), false;
        const auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GET_CODE(sort));
        const int most = is_complex ? 1 : 2;
        if ((code->co_flags & (CO_VARARGS | CO_VARKEYWORDS)) != 0 || code->co_kwonlyargcount > 0 ||
            code->co_argcount < 1 || code->co_argcount > most) {
            return hand_over_to_scipy(), false;
        }
        argument_count_ = code->co_argcount;
        function_ = Ref::share(sort);
        return is_wanted = true;
    }

    // 1 or 0; -1 with an exception set.
    int holds(std::complex<double> value) const {
        switch (region_) {
            case 0: return value.real() < 0;
            case 1: return value.real() >= 0;
            case 2: return std::abs(value) <= 1;
            case 3: return std::abs(value) > 1;
            default: break;
        }
        Ref first(is_complex_ ? PyComplex_FromDoubles(value.real(), value.imag())
                              : PyFloat_FromDouble(value.real()));
        Ref second(PyFloat_FromDouble(value.imag()));
        if (!first || !second) return -1;
        PyObject* given[] = {first.get(), second.get()};
        Ref answer(PyObject_Vectorcall(function_.get(), given,
                                       static_cast<std::size_t>(argument_count_), nullptr));
        return answer ? PyObject_IsTrue(answer.get()) : -1;
    }

    bool is_wanted = false;

private:
    bool is_complex_ = false;
    int region_ = -1, argument_count_ = 0;
    Ref function_;
};

struct SchurResults {
    MatrixResult t, z, values;
    MatrixNumbers moved;
};

// Whether the selection holds for each value; false with an exception set.
bool select(const Selection& selection, const StridedView& values, std::vector<char>& selected) {
    for (std::size_t i = 0; i < selected.size(); ++i) {
        const int holds = selection.holds(number_at(values, static_cast<npy_intp>(i)));
        if (holds < 0) return false;
        selected[i] = holds != 0;
    }
    return true;
}

// Whether those that moved to the front, and no others, still are selected: rounding may have
// moved them too. Of a pair one is enough.
bool still_holds(const Selection& selection, const StridedView& values,
                 const std::int64_t* moved, npy_intp n, npy_intp count) {
    for (npy_intp i = 0; i < count * n; ++i) {
        int holds = selection.holds(number_at(values, i));
        const double imaginary = number_at(values, i).imag();
        const npy_intp partner = imaginary > 0 ? i + 1 : i - 1;
        if (holds == 0 && imaginary != 0 && partner >= 0 && partner < count * n) {
            holds = selection.holds(number_at(values, partner));
        }
        if (holds < 0) return false;
        if ((holds != 0) != (i % n < moved[i / n])) return hand_over_to_scipy(), false;
    }
    return true;
}

bool reorder(ScipyCall& call, const Selection& selection, SchurResults& results, bool is_complex) {
    const npy_intp n = call.rows(0);
    std::vector<char> selected(static_cast<std::size_t>(call.count() * n));
    if (!select(selection, results.values.view(), selected)) return false;
    const StridedView values = results.values.view();
    npy_intp strides[max_dimensions];
    std::transform(values.strides, values.strides + values.ndim, strides,
                   [&](npy_intp step) { return step / itemsize(values.dtype); });
    const StridedView chosen{selected.data(), Dtype::boolean, values.ndim, values.shape, strides};
    const bool done = call.run(10 * cube_of(n), [&] {
        return linalg::reorder_schur(results.t.view(), results.z.view(), values,
                                     results.moved.view(), chosen, Precision::native);
    });
    const auto* moved = reinterpret_cast<const std::int64_t*>(results.moved.view().data);
    return done && (is_complex || still_holds(selection, values, moved, n, call.count()));
}

PyObject* function_schur(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters(
        {"a", "output", "lwork", "overwrite_a", "sort", "check_finite"});
    PyObject* places[6];
    ScipyCall call("scipy.linalg.schur");
    Selection selection;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const int output = find_name(places[1], {"real", "r", "complex", "c"}, 0);
    if (output < 0 || given(places[2])) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], false, overwrites) &&
                      call.read(places[0], Core::square) && call.join(places[5]);
    if (!fits) return nullptr;
    Dtype dtype = call.lapack_type(!is_boolean(call.dtype(0)));
    if (output >= 2) dtype = complex_type_of(dtype);
    if (!selection.read(places[4], numen::is_complex(dtype))) return nullptr;
    const npy_intp n = call.rows(0);
    SchurResults results;
    const bool made = call.make(results.t, dtype, {n, n}, By::columns) &&
                      call.make(results.z, dtype, {n, n}, By::columns) &&
                      call.make(results.values, complex_type_of(dtype), {n}, By::rows) &&
                      results.moved.make(call);
    const bool found = made && call.run(25 * cube_of(n), [&] {
        return linalg::schur(results.t.view(), results.z.view(), results.values.view(),
                             call.input(0), Precision::native);
    });
    if (!found) return nullptr;
    if (!selection.is_wanted) {
        return call.several({results.t.array.release(), results.z.array.release()});
    }
    if (!reorder(call, selection, results, numen::is_complex(dtype))) return nullptr;
    return call.several({results.t.array.release(), results.z.array.release(),
                         results.moved.finish()});
}

}  // namespace

PyMethodDef scipy_eigenvalue_functions[] = {
    {"scipy.linalg.eig", guarded<function_eig>(), fast, nullptr},
    {"scipy.linalg.eigvals", guarded<function_eigvals>(), fast, nullptr},
    {"scipy.linalg.schur", guarded<function_schur>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
