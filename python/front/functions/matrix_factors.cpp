// numpy.linalg: qr, svd, svdvals, lstsq.
#include <algorithm>
#include <cmath>
#include <limits>

#include "front/functions/matrix_call.h"
#include "front/functions/tables.h"
#include "linalg/linalg.h"

namespace numen::front {
namespace {

using Shape = MatrixCall::Shape;

double work_of(MatrixCall& call, double factor) {
    const double rows = static_cast<double>(call.rows(0));
    const double columns = static_cast<double>(call.columns(0));
    return factor * static_cast<double>(call.count()) * rows * columns * std::min(rows, columns);
}

// A view with other strides, which it holds.
struct Turned {
    npy_intp strides[max_dimensions + 2];
    npy_intp shape[max_dimensions + 2];
    StridedView view;

    explicit Turned(const StridedView& from) : view(from) {
        std::copy_n(from.strides, from.ndim, strides);
        std::copy_n(from.shape, from.ndim, shape);
        view.strides = strides;
        view.shape = shape;
    }
    Turned(const Turned&) = delete;
    Turned& operator=(const Turned&) = delete;

    // The last axis from its end.
    Turned& backwards() {
        const int last = view.ndim - 1;
        if (shape[last] > 0) view.data += (shape[last] - 1) * strides[last];
        strides[last] = -strides[last];
        return *this;
    }
    Turned& transposed() {
        std::swap(strides[view.ndim - 1], strides[view.ndim - 2]);
        std::swap(shape[view.ndim - 1], shape[view.ndim - 2]);
        return *this;
    }
    // A vector as a matrix of one column.
    Turned& as_matrix() {
        if (view.ndim != 1) return *this;
        shape[view.ndim] = 1;
        strides[view.ndim++] = 0;
        return *this;
    }
};

// The same array with its last two axes swapped; null passes through.
PyObject* transposed(PyObject* object) {
    if (object == nullptr) return nullptr;
    ArrayObject* array = as_array(object);
    Turned turned(view_of(array));
    turned.transposed();
    return as_object(new_view(array, dtype_of(array), array->f.nd, turned.shape, turned.strides,
                              0));
}

enum class Mode { reduced, complete, triangle, raw, other };

Mode read_mode(PyObject* object) {
    if (object == nullptr) return Mode::reduced;
    if (!PyUnicode_CheckExact(object)) return Mode::other;
    const auto is = [object](const char* text) {
        return PyUnicode_CompareWithASCIIString(object, text) == 0;
    };
    return is("reduced") ? Mode::reduced : is("complete") ? Mode::complete
           : is("r") ? Mode::triangle : is("raw") ? Mode::raw : Mode::other;
}

PyObject* factors(MatrixCall& call, bool complete) {
    const npy_intp m = call.rows(0), n = call.columns(0);
    const npy_intp c = complete && m > n ? m : std::min(m, n);
    MatrixResult q, r;
    if (!call.make(q, call.work_type(), {m, c})) return nullptr;
    if (!call.make_triangle(r, {c, n})) return nullptr;
    const bool found = call.run(work_of(call, 2), "",
                                [&] {
        return linalg::qr(q.view(), r.view(), call.input(0), call.precision());
    });
    if (!found) return nullptr;
    return named_results("QRResult", {call.finish(q), call.finish(r)});
}

PyObject* triangle(MatrixCall& call) {
    const npy_intp m = call.rows(0), n = call.columns(0);
    MatrixResult r;
    if (!call.make_triangle(r, {std::min(m, n), n})) return nullptr;
    const bool found = call.run(work_of(call, 1), "",
                                [&] {
        return linalg::qr_triangle(r.view(), call.input(0), call.precision());
    });
    return found ? call.finish(r) : nullptr;
}

// The reflectors as LAPACK's columns, which are the rows of what NumPy shows.
PyObject* reflectors(MatrixCall& call) {
    const npy_intp m = call.rows(0), n = call.columns(0);
    MatrixResult packed, tau;
    if (!call.make_copy_shaped(packed)) return nullptr;
    if (!call.make(tau, call.work_type(), {std::min(m, n)})) return nullptr;
    const bool found = call.run(work_of(call, 1), "", [&] {
        return linalg::qr_reflectors(packed.view(), tau.view(), call.input(0), call.precision());
    });
    if (!found) return nullptr;
    packed.array = Ref(transposed(packed.array.get()));
    if (!packed.array) return nullptr;
    Ref turned(call.finish(packed)), scales(call.finish(tau));
    return turned && scales ? PyTuple_Pack(2, turned.get(), scales.get()) : nullptr;
}

PyObject* function_qr(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"a", "mode"});
    MatrixCall call("linalg.qr", {args, count, names});
    PyObject* places[2];
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    const Mode mode = read_mode(places[1]);
    if (mode == Mode::other) return call.hand_over();  // deprecated or wrong
    if (!call.read(places[0], Shape::any)) return call.answer;
    if (mode == Mode::triangle) return triangle(call);
    return mode == Mode::raw ? reflectors(call) : factors(call, mode == Mode::complete);
}

constexpr char no_svd[] = "SVD did not converge";
constexpr char no_eigenvalues[] = "Eigenvalues did not converge";

PyObject* values_alone(MatrixCall& call) {
    MatrixResult s;
    if (!call.make(s, call.real_type(), {std::min(call.rows(0), call.columns(0))})) return nullptr;
    const bool found = call.run(work_of(call, 3), no_svd,
                                [&] {
        return linalg::svdvals(s.view(), call.input(0), call.precision());
    });
    return found ? call.finish(s) : nullptr;
}

PyObject* values_and_vectors(MatrixCall& call, bool full) {
    const npy_intp m = call.rows(0), n = call.columns(0), least = std::min(m, n);
    MatrixResult u, s, vh;
    const bool made = call.make(u, call.work_type(), {m, full ? m : least}) &&
                      call.make(s, call.real_type(), {least}) &&
                      call.make(vh, call.work_type(), {full ? n : least, n});
    if (!made) return nullptr;
    const bool found = call.run(work_of(call, 10), no_svd, [&] {
        return linalg::svd(u.view(), s.view(), vh.view(), call.input(0), call.precision());
    });
    if (!found) return nullptr;
    return named_results("SVDResult", {call.finish(u), call.finish(s), call.finish(vh)});
}

PyObject* hermitian_values_and_vectors(MatrixCall& call) {
    const npy_intp n = call.rows(0);
    MatrixResult u, s, vh;
    const bool made = call.make_dense(u, call.work_type(), {n, n}) &&
                      call.make_dense(s, call.real_type(), {n}) &&
                      call.make_dense(vh, call.work_type(), {n, n});
    if (!made) return nullptr;
    Turned turned(vh.view());
    const bool found = call.run(work_of(call, 6), no_eigenvalues, [&] {
        return linalg::svd_hermitian(u.view(), s.view(), turned.transposed().view, call.input(0),
                                     call.precision());
    });
    if (!found) return nullptr;
    Ref standing(call.finish(vh));
    return named_results("SVDResult",
                         {call.finish(u), call.finish(s), transposed(standing.get())});
}

// NumPy sorts ascending and shows the result from its end: a view with a negative step.
PyObject* hermitian_values(MatrixCall& call) {
    const npy_intp n = call.rows(0);
    MatrixResult s;
    if (!call.make(s, call.real_type(), {n})) return nullptr;
    Turned descending(s.view());
    const bool found = call.run(work_of(call, 3), no_eigenvalues, [&] {
        return linalg::svdvals_hermitian(descending.backwards().view, call.input(0),
                                         call.precision());
    });
    Ref ascending(found ? call.finish(s) : nullptr);
    if (!ascending || n == 0) return ascending.release();
    ArrayObject* array = as_array(ascending.get());
    Turned turned(view_of(array));
    turned.backwards();
    return as_object(new_view(array, dtype_of(array), array->f.nd, turned.shape, turned.strides,
                              turned.view.data - array->f.data));
}

PyObject* function_svd(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<4> parameters({"a", "full_matrices", "compute_uv", "hermitian"});
    MatrixCall call("linalg.svd", {args, count, names});
    PyObject* places[4];
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    int wanted[3] = {1, 1, 0};
    for (int i = 0; i < 3; ++i) {
        if (places[i + 1] == nullptr) continue;
        wanted[i] = PyObject_IsTrue(places[i + 1]);
        // NumPy looks at the matrix first.
        if (wanted[i] < 0) return leave_to_numpy() ? call.hand_over() : nullptr;
    }
    const auto [full, vectors, hermitian] = wanted;
    if (!call.read(places[0], hermitian ? Shape::square : Shape::any)) return call.answer;
    if (hermitian) return vectors ? hermitian_values_and_vectors(call) : hermitian_values(call);
    return vectors ? values_and_vectors(call, full != 0) : values_alone(call);
}

PyObject* function_svdvals(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.svdvals", {args, count, names});
    if (count != 1 || call.arguments().keywords() != 0) return call.hand_over();
    return call.read(args[0], Shape::any) ? values_alone(call) : call.answer;
}

// The least-squares problem of one matrix; b a vector or a matrix.
PyObject* least_squares(MatrixCall& call, double rcond) {
    const npy_intp m = call.rows(0), n = call.columns(0), k = call.columns(1);
    const bool is_vector = call.ndim(1) == 1;
    MatrixResult x, residuals, s;
    const bool made = (is_vector ? call.make(x, call.work_type(), {n})
                                 : call.make(x, call.work_type(), {n, k})) &&
                      call.make(residuals, call.real_type(), {k}) &&
                      call.make(s, call.real_type(), {std::min(m, n)});
    if (!made) return nullptr;
    std::int64_t rank = 0;
    const bool found = call.run(work_of(call, 8), "SVD did not converge in Linear Least Squares",
                                [&] {
        const StridedView ranks = {reinterpret_cast<char*>(&rank), Dtype::int64, 0, nullptr,
                                   nullptr};
        Turned right(call.input(1)), left(x.view());
        return linalg::lstsq(left.as_matrix().view, residuals.view(), ranks, s.view(),
                             call.input(0), right.as_matrix().view, rcond, call.precision());
    });
    if (!found) return nullptr;
    if ((rank != n || m <= n) && !call.make(residuals, call.real_type(), {0})) return nullptr;
    const auto rank_number = static_cast<std::int32_t>(rank);
    Ref items[4] = {Ref(call.finish(x)), Ref(call.finish(residuals)),
                    Ref(make_scalar(Dtype::int32, reinterpret_cast<const char*>(&rank_number))),
                    Ref(call.finish(s))};
    for (const Ref& item : items) {
        if (!item) return nullptr;
    }
    return PyTuple_Pack(4, items[0].get(), items[1].get(), items[2].get(), items[3].get());
}

PyObject* function_lstsq(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"a", "b", "rcond"});
    MatrixCall call("linalg.lstsq", {args, count, names});
    PyObject* places[3];
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    PyObject* cut = places[2];
    if (given(cut) && !is_plain_float(cut) && !PyLong_CheckExact(cut)) return call.hand_over();
    // LAPACK compares with what it is given: below a NaN lies no singular value.
    if (given(cut) && is_plain_float(cut) && std::isnan(PyFloat_AS_DOUBLE(cut))) {
        return call.hand_over();
    }
    if (!call.read(places[0], Shape::any) || !call.read_right(places[1])) return call.answer;
    if (call.ndim(0) != 2 || call.ndim(1) > 2) return call.refuse();
    if (call.columns(1) == 0) return call.hand_over();  // views cut from one column, steps and all
    const double least = call.is_native() ? std::numeric_limits<float>::epsilon()
                                          : std::numeric_limits<double>::epsilon();
    const double sides = static_cast<double>(std::max(call.rows(0), call.columns(0)));
    const double rcond = given(cut) ? PyFloat_AsDouble(cut) : least * sides;
    return PyErr_Occurred() ? nullptr : least_squares(call, rcond);
}

}  // namespace

PyObject* singular_values(PyObject* stack) { return function_svdvals(nullptr, &stack, 1, nullptr); }

PyMethodDef matrix_factor_functions[] = {
    {"linalg.qr", guarded<function_qr>(), fast, nullptr},
    {"linalg.svd", guarded<function_svd>(), fast, nullptr},
    {"linalg.svdvals", guarded<function_svdvals>(), fast, nullptr},
    {"linalg.lstsq", guarded<function_lstsq>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
