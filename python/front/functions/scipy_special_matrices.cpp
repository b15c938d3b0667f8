// scipy.linalg: toeplitz, hankel, circulant, block_diag, hadamard; what its norm does by itself.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "array/layout_rules.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/functions/scipy_call.h"
#include "front/functions/scipy_norms.h"
#include "front/functions/tables.h"
#include "linalg/norms.h"
#include "linalg/special_matrices.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;
using FromColumn = Status (*)(const StridedView&, const StridedView&, const StridedView*);

StridedView vector_of(ScipyCall& call, int operand) {
    StridedView view = call.input(operand);
    --view.ndim;
    return view;
}

// A matrix made of its first column and of a row that may be missing.
PyObject* of_column_and_row(ScipyCall& call, FromColumn make, PyObject* const* args,
                            Py_ssize_t count, PyObject* names, bool takes_stacks) {
    static const Parameters<2> parameters({"c", "r"});
    PyObject* places[2];
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool has_row = given(places[1]);
    const bool fits = call.read(places[0], Core::vector) &&
                      (!has_row || call.read(places[1], Core::vector)) && call.join(Py_False);
    if (!fits) return nullptr;
    if (!takes_stacks && (call.ndim(0) > 1 || (has_row && call.ndim(1) > 1))) {
        return hand_over_to_scipy();
    }
    const npy_intp m = call.rows(0), n = call.rows(has_row ? 1 : 0);
    const Dtype dtype = has_row ? promote(call.dtype(0), call.dtype(1)) : call.dtype(0);
    MatrixResult matrix;
    if (!call.make(matrix, dtype, {m, n}, By::rows)) return nullptr;
    const bool made = call.run(static_cast<double>(m * n), [&] {
        const StridedView row = has_row ? vector_of(call, 1) : StridedView();
        return make(matrix.view(), vector_of(call, 0), has_row ? &row : nullptr);
    });
    return made ? matrix.array.release() : nullptr;
}

PyObject* function_toeplitz(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    ScipyCall call("scipy.linalg.toeplitz");
    return of_column_and_row(call, linalg::toeplitz, args, count, names, true);
}

PyObject* function_hankel(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    ScipyCall call("scipy.linalg.hankel");
    return of_column_and_row(call, linalg::hankel, args, count, names, false);
}

PyObject* function_circulant(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    static const Parameters<1> parameters({"c"});
    PyObject* places[1];
    ScipyCall call("scipy.linalg.circulant");
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (!call.read(places[0], Core::vector) || !call.join(Py_False)) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult matrix;
    if (!call.make(matrix, call.dtype(0), {n, n}, By::rows)) return nullptr;
    const bool made = call.run(static_cast<double>(n * n), [&] {
        return linalg::circulant(matrix.view(), vector_of(call, 0));
    });
    return made ? matrix.array.release() : nullptr;
}

// The blocks of block_diag as matrices of stacks that have been broadcast.
class Blocks {
public:
    // False: handed over, or an exception is set.
    bool read(PyObject* const* args, Py_ssize_t count) {
        for (Py_ssize_t i = 0; i < count; ++i) {
            if (has_its_own_say(args[i]) && !is_array(args[i])) {
                return hand_over_to_scipy(), false;
            }
            Ref array(as_numen_array(args[i]));
            if (!array) return false;
            if (!is_ours(array.get())) return hand_over_to_scipy(), false;
            if (!values(as_array(array.get()))) return false;
            arrays_.push_back(std::move(array));
        }
        return arrange();
    }

    Ref join() {
        shape_[leading_] = rows_;
        shape_[leading_ + 1] = columns_;
        Ref out(as_object(new_array(dtype_, leading_ + 2, shape_, Order::c, true)));
        if (out) linalg::block_diag(view_of(as_array(out.get())), views_);
        return out;
    }

private:
    struct Extents {
        npy_intp shape[max_dimensions + 2], strides[max_dimensions + 2];
    };

    static StridedView whole(const Ref& array) { return view_of(as_array(array.get())); }

    bool arrange() {
        for (const Ref& array : arrays_) {
            StridedView view = whole(array);
            dtype_ = views_.empty() ? view.dtype : promote(dtype_, view.dtype);
            if (view.ndim > max_dimensions - 2) return hand_over_to_scipy(), false;
            rows_ += view.ndim < 2 ? 1 : view.shape[view.ndim - 2];
            columns_ += view.ndim < 1 ? 1 : view.shape[view.ndim - 1];
            view.ndim = std::max(view.ndim - 2, 0);
            views_.push_back(view);
        }
        if (!broadcast_shapes(views_, leading_, shape_)) return hand_over_to_scipy(), false;
        extents_.resize(views_.size());
        for (std::size_t i = 0; i < views_.size(); ++i) {
            stretch(views_[i], extents_[i], whole(arrays_[i]));
        }
        return true;
    }

    void stretch(StridedView& view, Extents& extents, const StridedView& array) {
        broadcast_strides(view, leading_, shape_, extents.strides);
        std::copy_n(shape_, leading_, extents.shape);
        for (int core = 0; core < 2; ++core) {
            const int axis = array.ndim - 2 + core;
            extents.shape[leading_ + core] = axis < 0 ? 1 : array.shape[axis];
            extents.strides[leading_ + core] = axis < 0 ? 0 : array.strides[axis];
        }
        view.ndim = leading_ + 2;
        view.shape = extents.shape;
        view.strides = extents.strides;
    }

    std::vector<Ref> arrays_;
    std::vector<StridedView> views_;
    std::vector<Extents> extents_;
    Dtype dtype_ = Dtype::float64;
    int leading_ = 0;
    npy_intp rows_ = 0, columns_ = 0;
    npy_intp shape_[max_dimensions + 2];
};

PyObject* function_block_diag(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    if (count == 0 || names != nullptr) return hand_over_to_scipy();
    Blocks blocks;
    return blocks.read(args, count) ? blocks.join().release() : nullptr;
}

PyObject* function_hadamard(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    static const Parameters<2> parameters({"n", "dtype"});
    PyObject* places[2];
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    Dtype dtype = Dtype::int64;
    if (places[0] == nullptr || !PyLong_CheckExact(places[0])) return hand_over_to_scipy();
    if (places[1] != nullptr && !read_dtype(places[1], dtype)) {
        forget_error();
        return hand_over_to_scipy();
    }
    const npy_intp n = PyLong_AsSsize_t(places[0]);
    const bool fits = n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)) &&
                      dtype != no_dtype && !is_boolean(dtype);
    if (PyErr_Occurred() || !fits) {
        forget_error();
        return hand_over_to_scipy();
    }
    const npy_intp shape[] = {n, n};
    Ref matrix(as_object(new_array(dtype, 2, shape)));
    if (!matrix) return nullptr;
    const Status status = linalg::hadamard(view_of(as_array(matrix.get())));
    return status & status_no_memory ? PyErr_NoMemory() : matrix.release();
}

// A norm that SciPy leaves to LAPACK and gives as a Python float; None for the others.
double norm_of_matrix(ArrayObject* array, const StridedView& view, double order, bool& served) {
    const int contiguous = array->f.flags & (NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS);
    served = contiguous != 0 && (order == 1 || order == HUGE_VAL);
    if (!served) return 0;
    const auto found = linalg::largest_sum(view, order != 1);
    served = found.has_value();
    return found.value_or(0);
}

}  // namespace

PyObject* norm_of_all(PyObject*, PyObject* const* args, Py_ssize_t count) {
    Operand operand;
    bool must_be_finite;
    if (count != 3 || !read_flag(args[2], true, must_be_finite)) return hand_over_to_scipy();
    classify(args[0], operand);
    if (operand.kind != Kind::array) return hand_over_to_scipy();
    ArrayObject* array = operand.array;
    if (!values(array)) return nullptr;
    const StridedView view = view_of(array);
    const bool is_number = PyFloat_CheckExact(args[1]) || PyLong_CheckExact(args[1]);
    const double order = is_number ? PyFloat_AsDouble(args[1]) : 0;
    forget_error();
    const bool is_inexact = !is_integer(view.dtype) && !is_boolean(view.dtype) &&
                            view.dtype != Dtype::float16;
    if (!is_inexact || element_count(view) == 0) Py_RETURN_NONE;
    const bool is_whole = args[1] == Py_None || order == 1 || order == HUGE_VAL;
    double found = 0;
    bool served = view.ndim == 1 && (args[1] == Py_None || order == 2);
    if (served) {
        found = linalg::euclidean_norm(view);
    } else if (view.ndim == 2 && is_number) {
        found = norm_of_matrix(array, view, order, served);
    }
    // A finite sum of magnitudes has finite terms; NumPy's norm is checked afterwards.
    const bool is_checked = served ? std::isfinite(found) : is_whole;
    if (must_be_finite && !is_checked && !linalg::are_all_finite(view)) {
        return hand_over_to_scipy();
    }
    if (!served) Py_RETURN_NONE;
    const bool is_single = view.dtype == Dtype::float32 || view.dtype == Dtype::complex64;
    return PyFloat_FromDouble(is_single ? static_cast<float>(found) : found);
}

PyMethodDef scipy_special_matrix_functions[] = {
    {"scipy.linalg.toeplitz", guarded<function_toeplitz>(), fast, nullptr},
    {"scipy.linalg.hankel", guarded<function_hankel>(), fast, nullptr},
    {"scipy.linalg.circulant", guarded<function_circulant>(), fast, nullptr},
    {"scipy.linalg.block_diag", guarded<function_block_diag>(), fast, nullptr},
    {"scipy.linalg.hadamard", guarded<function_hadamard>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
