// numen.linalg beside NumPy's names: ridge, ridge_path, pinv_apply, standardised_products.
#include <algorithm>

#include "front/functions/fit_call.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

constexpr char no_answer[] = "SVD did not converge";

// The operands of a fit in the order they are read: y, x, then lambda, then weights.
struct Fit {
    FitCall call;
    const char* name;
    linalg::Method method = linalg::Method::guarded;
    double rcond = 1e-15;
    int weights = -1, lambda = -1;

    explicit Fit(const char* function) : call(function), name(function) {}

    bool read_data(PyObject* y, PyObject* x) {
        if (!call.read("Y", y, 2) || !call.read("X", x, 2)) return false;
        if (call.extent(0, 1) == call.extent(1, 1)) return true;
        PyErr_Format(PyExc_ValueError,
                     "%s: Y (m, N) and X (d, N) must have as many columns, got %zd and %zd", name,
                     call.extent(0, 1), call.extent(1, 1));
        return false;
    }
    bool read_weights(PyObject* object, int place) {
        if (!given(object)) return true;
        if (!call.read("weights", object, 1)) return false;
        weights = place;
        if (call.extent(place, 1) != call.extent(0, 1)) {
            PyErr_Format(PyExc_ValueError, "%s: weights must have N = %zd elements, got %zd", name,
                         call.extent(0, 1), call.extent(place, 1));
            return false;
        }
        return call.check_not_negative(place, "weights");
    }
    linalg::FitData data() const {
        return {call.input(0), call.input(1), weights < 0 ? nullptr : &call.input(weights)};
    }
    double work() const {
        return static_cast<double>(call.count()) * static_cast<double>(call.extent(0, 1)) *
               static_cast<double>(call.extent(0, 2)) * static_cast<double>(call.extent(1, 2));
    }
    const char* failure() const {
        return method == linalg::Method::normal ? "Singular matrix" : no_answer;
    }
    // a (d, m) of every stack, by ridge with these lambdas.
    PyObject* fitted(const StridedView& lambdas) {
        MatrixResult a;
        if (!call.make(a, {call.extent(1, 2), call.extent(0, 2)})) return nullptr;
        const bool found = call.run(work(), failure(), [&] {
            return linalg::ridge(a.view(), data(), lambdas, rcond, method);
        });
        return found ? call.finish(a) : nullptr;
    }
};

// Null places and an exception if the arguments do not fit.
template <int Count>
bool read_places(const Parameters<Count>& parameters, const char* function, const char* usage,
                 int required, const Arguments& arguments, PyObject* (&places)[Count]) {
    bool fits = parameters.read(arguments, places);
    for (int i = 0; i < required; ++i) fits = fits && places[i] != nullptr;
    if (!fits) PyErr_Format(PyExc_TypeError, "%s: takes (%s)", function, usage);
    return fits;
}

// The arguments of a ridge; false with an exception set.
bool read_ridge(const Arguments& arguments, Fit& fit) {
    static const Parameters<5> parameters({"Y", "X", "lam", "weights", "method"}, 3);
    PyObject* places[5];
    return read_places(parameters, "ridge", "Y, X, lam, *, weights=None, method=None", 3, arguments,
                       places) &&
           read_method("ridge", places[4], fit.method) && fit.read_data(places[0], places[1]) &&
           fit.call.read("lam", places[2], 0) && fit.call.check_not_negative(2, "lam") &&
           fit.read_weights(places[3], 3);
}

PyObject* function_ridge(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    Fit fit("ridge");
    if (!read_ridge({args, count, names}, fit)) return nullptr;
    return fit.call.join() ? fit.fitted(fit.call.input(2)) : nullptr;
}

// What numen.explain prints: (routes, condition numbers) of a ridge.
PyObject* function_ridge_routes(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    Fit fit("ridge");
    if (!read_ridge({args, count, names}, fit)) return nullptr;
    MatrixResult routes, conditions;
    if (!fit.call.join() || !fit.call.make(routes, {1}) || !fit.call.make(conditions, {1})) {
        return nullptr;
    }
    StridedView ways = routes.view(), bounds = conditions.view();
    --ways.ndim;
    --bounds.ndim;
    const bool found = fit.call.run(0, fit.failure(), [&] {
        return linalg::ridge_routes(ways, bounds, fit.data(), fit.call.input(2), fit.rcond,
                                    fit.method);
    });
    return found ? PyTuple_Pack(2, routes.array.get(), conditions.array.get()) : nullptr;
}

// A zero for every matrix of the stack.
struct Zeros {
    double zero = 0;
    npy_intp strides[max_dimensions + 2] = {};
    StridedView view(const FitCall& call) {
        return {reinterpret_cast<char*>(&zero), Dtype::float64, call.ndim(), call.shape(), strides};
    }
};

PyObject* function_pinv_apply(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<5> parameters({"Y", "X", "rcond", "weights", "method"}, 2);
    PyObject* places[5];
    if (!read_places(parameters, "pinv_apply", "Y, X, *, rcond=None, weights=None, method=None", 2,
                     {args, count, names}, places)) {
        return nullptr;
    }
    Fit fit("pinv_apply");
    if (!read_method("pinv_apply", places[4], fit.method)) return nullptr;
    if (given(places[2])) {
        fit.rcond = PyFloat_AsDouble(places[2]);
        if (PyErr_Occurred()) return nullptr;
    }
    if (!fit.read_data(places[0], places[1]) || !fit.read_weights(places[3], 2)) return nullptr;
    if (!fit.call.join()) return nullptr;
    Zeros zeros;
    return fit.fitted(zeros.view(fit.call));
}

// lams (path) as an array of the leading axes behind its own.
PyObject* function_ridge_path(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<4> parameters({"Y", "X", "lams", "weights"}, 3);
    PyObject* places[4];
    if (!read_places(parameters, "ridge_path", "Y, X, lams, *, weights=None", 3,
                     {args, count, names}, places)) {
        return nullptr;
    }
    Fit fit("ridge_path");
    if (!fit.read_data(places[0], places[1])) return nullptr;
    if (!fit.call.read("lams", places[2], 1)) return nullptr;
    if (!fit.call.check_not_negative(2, "lams") || !fit.read_weights(places[3], 3)) return nullptr;
    if (!fit.call.join()) return nullptr;
    const StridedView& given = fit.call.input(2);
    const int last = given.ndim - 1;
    npy_intp shape[max_dimensions + 2], strides[max_dimensions + 2];
    shape[0] = given.shape[last];
    strides[0] = given.strides[last];
    std::copy_n(given.shape, last, shape + 1);
    std::copy_n(given.strides, last, strides + 1);
    const StridedView lambdas{given.data, given.dtype, given.ndim, shape, strides};
    MatrixResult a;
    FitCall& call = fit.call;
    if (!call.make(a, {call.extent(1, 2), call.extent(0, 2)}, {shape[0]})) return nullptr;
    const bool found = call.run(fit.work(), no_answer, [&] {
        return linalg::ridge_path(a.view(), fit.data(), lambdas);
    });
    return found ? call.finish(a) : nullptr;
}

// The rows of a table of samples stand for columns here.
StridedView turned(const StridedView& table, npy_intp (&shape)[2], npy_intp (&strides)[2]) {
    for (int axis = 0; axis < 2; ++axis) {
        shape[axis] = table.shape[1 - axis];
        strides[axis] = table.strides[1 - axis];
    }
    return {table.data, table.dtype, 2, shape, strides};
}

PyObject* function_standardised_products(PyObject*, PyObject* const* args, Py_ssize_t count,
                                         PyObject* names) {
    constexpr char name[] = "standardised_products";
    static const Parameters<2> parameters({"X", "Y"});
    PyObject* places[2];
    if (!read_places(parameters, name, "X, Y", 2, {args, count, names}, places)) return nullptr;
    FitCall call(name);
    Ref x(in_rows_or_columns(places[0]));
    if (!x || !call.read("X", x.get(), 2) || !call.read("Y", places[1], 2)) return nullptr;
    if (!call.join()) return nullptr;
    if (call.ndim() != 0 || call.extent(0, 2) != call.extent(1, 2) || call.extent(0, 2) == 0) {
        PyErr_Format(PyExc_ValueError, "%s: needs X (N, d) and Y (N, m) with N > 0", name);
        return nullptr;
    }
    const npy_intp d = call.extent(0, 1), m = call.extent(1, 1);
    MatrixResult mean, deviation, products, gram;
    if (!call.make(mean, {d}) || !call.make(deviation, {d}) || !call.make(products, {d, m}) ||
        !call.make(gram, {m, m})) {
        return nullptr;
    }
    npy_intp shapes[2][2], strides[2][2];
    const StridedView left = turned(call.input(0), shapes[0], strides[0]);
    const StridedView right = turned(call.input(1), shapes[1], strides[1]);
    const double work = static_cast<double>(call.extent(0, 2)) * static_cast<double>(d * m);
    const bool found = call.run(work, no_answer, [&] {
        return linalg::standardised_products(mean.view(), deviation.view(), products.view(),
                                             gram.view(), left, right);
    });
    if (!found) return nullptr;
    return PyTuple_Pack(4, mean.array.get(), deviation.array.get(), products.array.get(),
                        gram.array.get());
}

}  // namespace

PyMethodDef fit_functions[] = {
    {"linalg.ridge", guarded<function_ridge>(), fast, nullptr},
    {"linalg.ridge_routes", guarded<function_ridge_routes>(), fast, nullptr},
    {"linalg.ridge_path", guarded<function_ridge_path>(), fast, nullptr},
    {"linalg.pinv_apply", guarded<function_pinv_apply>(), fast, nullptr},
    {"linalg.standardised_products", guarded<function_standardised_products>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
