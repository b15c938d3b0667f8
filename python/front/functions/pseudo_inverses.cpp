// numpy.linalg.pinv.
#include <algorithm>
#include <cmath>
#include <limits>

#include "front/array/state.h"
#include "front/functions/fit_call.h"
#include "front/functions/matrix_call.h"
#include "front/functions/tables.h"
#include "linalg/least_squares.h"

namespace numen::front {
namespace {

using Shape = MatrixCall::Shape;

constexpr char no_svd[] = "SVD did not converge";

// What pinv was asked beside the matrix.
struct Wanted {
    PyObject *rcond = nullptr, *rtol = nullptr;  // null where absent
    int hermitian = 0;
    linalg::Method method = linalg::Method::guarded;
};

enum Place { place_a, place_rcond, place_hermitian, place_rtol, place_method };

// False: an exception is set, or `numpy` says that it has to judge.
bool read_wanted(PyObject* const* places, Wanted& wanted, bool& numpy) {
    const Ref no_value(numpy_attribute("_NoValue"));
    if (!no_value) return false;
    wanted.rcond = given(places[place_rcond]) ? places[place_rcond] : nullptr;
    wanted.rtol = places[place_rtol] == no_value.get() ? nullptr : places[place_rtol];
    numpy = wanted.rcond != nullptr && wanted.rtol != nullptr;
    if (numpy) return false;
    if (places[place_hermitian] != nullptr) {
        wanted.hermitian = PyObject_IsTrue(places[place_hermitian]);
        if (wanted.hermitian < 0) return false;
    }
    return read_method("pinv", places[place_method], wanted.method);
}

// Where singular values are cut: one number for each matrix of the stack.
struct Cuts {
    double value = 1e-15;
    Operand operand;
    npy_intp strides[max_dimensions + 2];
    StridedView view;

    // False: NumPy has to judge, or an exception is set.
    bool read(const Wanted& wanted, MatrixCall& call) {
        PyObject* object = wanted.rcond != nullptr ? wanted.rcond : wanted.rtol;
        view = call.leading(strides);
        view.data = reinterpret_cast<char*>(&value);
        view.dtype = Dtype::float64;
        if (object == nullptr) return true;
        if (object == Py_None) return read_precision(call);
        if (is_plain_float(object) || PyLong_CheckExact(object)) {
            value = PyFloat_AsDouble(object);
            return PyErr_Occurred() == nullptr;
        }
        if (!classify_converting(object, operand)) return false;
        const bool is_array = operand.kind == Kind::array;
        if ((!is_array && operand.kind != Kind::scalar) || is_complex(operand.dtype)) return false;
        if (is_array && !values(operand.array)) return false;
        const StridedView given = operand.view();
        if (!call.fits_leading(given)) return false;
        broadcast_strides(given, view.ndim, view.shape, strides);
        view.data = given.data;
        view.dtype = given.dtype;
        return true;
    }
    // rtol=None: the larger side times the precision of the type.
    bool read_precision(MatrixCall& call) {
        const Dtype dtype = call.input(0).dtype;
        const bool is_single = dtype == Dtype::float32 || dtype == Dtype::complex64;
        if (!is_floating(dtype) && !is_complex(dtype)) return false;
        value = static_cast<double>(std::max(call.rows(0), call.columns(0))) *
                (is_single ? std::numeric_limits<float>::epsilon()
                           : std::numeric_limits<double>::epsilon());
        return true;
    }
};

PyObject* pseudo_inverse(MatrixCall& call, const Wanted& wanted, const StridedView& cuts) {
    const npy_intp m = call.rows(0), n = call.columns(0);
    MatrixResult inverse;
    // In double precision whatever is asked for: it costs no more.
    const Dtype dtype = call.is_complex() ? Dtype::complex128 : Dtype::float64;
    const bool made = wanted.hermitian ? call.make_dense(inverse, dtype, {n, m})
                                       : call.make(inverse, dtype, {n, m});
    if (!made) return nullptr;
    const double work = static_cast<double>(call.count()) * static_cast<double>(m * n) *
                        static_cast<double>(std::min(m, n));
    const char* failure = no_svd;
    if (wanted.method == linalg::Method::normal) failure = "Singular matrix";
    if (wanted.hermitian) failure = "Eigenvalues did not converge";
    const bool found = call.run(4 * work, failure, [&] {
        return wanted.hermitian
                   ? linalg::pinv_hermitian(inverse.view(), call.input(0), cuts)
                   : linalg::pinv(inverse.view(), call.input(0), cuts, wanted.method);
    });
    return found ? call.finish(inverse) : nullptr;
}

PyObject* function_pinv(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters({"a", "rcond", "hermitian", "rtol", "method"}, 3);
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.pinv", arguments);
    PyObject* places[5];
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    Wanted wanted;
    bool numpy = false;
    if (!read_wanted(places, wanted, numpy)) {
        // NumPy reads the matrix before its own arguments; `method` it does not know.
        const bool is_numpys = places[place_method] == nullptr && leave_to_numpy();
        return numpy || is_numpys ? call.hand_over() : nullptr;
    }
    if (!call.read(places[place_a], Shape::any)) return call.answer;
    const npy_intp m = call.rows(0), n = call.columns(0);
    Cuts cuts;
    if (!cuts.read(wanted, call)) return PyErr_Occurred() ? nullptr : call.hand_over();
    if (m == 0 || n == 0) {
        MatrixResult nothing;
        const bool made = call.make_dense(nothing, call.input(0).dtype, {n, m});
        return made ? nothing.array.release() : nullptr;
    }
    if (wanted.hermitian && m != n) return call.refuse();
    return pseudo_inverse(call, wanted, cuts.view);
}

// What numen.explain prints: (routes, condition numbers) of the call's matrices.
PyObject* function_pinv_routes(PyObject*, PyObject* const* args, Py_ssize_t count,
                               PyObject* names) {
    static const Parameters<5> parameters({"a", "rcond", "hermitian", "rtol", "method"}, 3);
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.pinv", arguments);
    PyObject* places[5];
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    Wanted wanted;
    bool numpy = false;
    if (!read_wanted(places, wanted, numpy)) return numpy ? call.hand_over() : nullptr;
    if (!call.read(places[place_a], Shape::any)) return call.answer;
    Cuts cuts;
    if (!cuts.read(wanted, call)) return PyErr_Occurred() ? nullptr : call.hand_over();
    MatrixResult routes, conditions;
    // One number for each matrix, in a row.
    if (!call.make_dense(routes, Dtype::float64, {1})) return nullptr;
    if (!call.make_dense(conditions, Dtype::float64, {1})) return nullptr;
    StridedView ways = routes.view(), bounds = conditions.view();
    --ways.ndim;
    --bounds.ndim;
    const auto method = wanted.hermitian ? linalg::Method::svd : wanted.method;
    const bool found = call.run(0, no_svd, [&] {
        return linalg::pinv_routes(ways, bounds, call.input(0), cuts.view, method);
    });
    if (!found) return nullptr;
    return PyTuple_Pack(2, routes.array.get(), conditions.array.get());
}

}  // namespace

PyMethodDef pseudo_inverse_functions[] = {
    {"linalg.pinv", guarded<function_pinv>(), fast, nullptr},
    {"linalg.pinv_routes", guarded<function_pinv_routes>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
