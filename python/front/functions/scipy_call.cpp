#include "front/functions/scipy_call.h"

#include <algorithm>

#include "array/layout_rules.h"
#include "front/array/elements.h"
#include "front/array/state.h"
#include "linalg/linalg.h"

namespace numen::front {
namespace {

bool hand_over() { return hand_over_to_scipy(), false; }

bool has_no_elements(const Layout& layout) {
    return std::find(layout.shape, layout.shape + layout.nd, 0) != layout.shape + layout.nd;
}

bool are_all_finite(const StridedView& view) {
    return without_lock(pass_time(view), [&] { return linalg::are_all_finite(view); });
}

}  // namespace

bool ScipyCall::read(PyObject* object, Core core) {
    if (object == nullptr || !linalg::is_available()) return hand_over();
    Operand& operand = operands_[operand_count_];
    if (!classify_pinned(object, operand)) return false;
    if (operand.kind != Kind::array) return hand_over();
    if (!values(operand.array)) return false;
    const int nd = operand.ndim();
    const int axes = core == Core::vector ? 1 : core == Core::right_side ? std::min(nd, 2) : 2;
    if (nd < std::max(axes, 1)) return hand_over();
    axes_[operand_count_] = axes;
    const int place = operand_count_++;
    return core != Core::square || rows(place) == columns(place) || hand_over();
}

StridedView ScipyCall::leading_axes(int operand) {
    StridedView view = operands_[operand].view();
    view.ndim -= axes_[operand];
    return view;
}

bool ScipyCall::join(PyObject* check_finite, int first_checked) {
    bool must_be_finite;
    if (!read_flag(check_finite, true, must_be_finite)) return false;
    StridedView views[most_operands];
    for (int i = 0; i < operand_count_; ++i) {
        if (has_no_elements(operands_[i].layout)) return hand_over();
        const bool is_checked = must_be_finite && i >= first_checked;
        if (is_checked && !are_all_finite(operands_[i].view())) return hand_over();
        views[i] = leading_axes(i);
    }
    const std::span<const StridedView> all(views, static_cast<std::size_t>(operand_count_));
    if (!broadcast_shapes(all, leading_, shape_)) return hand_over();
    for (int i = 0; i < operand_count_; ++i) {
        broadcast_strides(views[i], leading_, shape_, strides_[i]);
        std::copy_n(shape_, leading_, shapes_[i]);
        npy_intp *shape = shapes_[i] + leading_, *strides = strides_[i] + leading_;
        for (int core = 0; core < axes_[i]; ++core) {
            shape[core] = operands_[i].layout.shape[views[i].ndim + core];
            strides[core] = operands_[i].layout.strides[views[i].ndim + core];
        }
        shape[axes_[i]] = 1;  // a vector as a matrix of one column
        strides[axes_[i]] = 0;
    }
    return true;
}

StridedView ScipyCall::input(int operand) {
    StridedView view = operands_[operand].view();
    view.ndim = leading_ + 2;
    view.shape = shapes_[operand];
    view.strides = strides_[operand];
    return view;
}

npy_intp ScipyCall::count() const {
    npy_intp matrices = 1;
    for (int axis = 0; axis < leading_; ++axis) matrices *= shape_[axis];
    return matrices;
}

Dtype ScipyCall::lapack_type(bool integers_are_double) const {
    bool is_complex = false, is_double = false;
    for (int i = 0; i < std::min(operand_count_, 2); ++i) {  // a third holds pivots
        const Dtype dtype = operands_[i].dtype;
        is_complex |= numen::is_complex(dtype);
        const bool is_exact = is_integer(dtype) || is_boolean(dtype);
        is_double |= is_exact ? integers_are_double || itemsize(dtype) > 2
                              : numen::alignment(dtype) > 4;
    }
    if (is_complex) return is_double ? Dtype::complex128 : Dtype::complex64;
    return is_double ? Dtype::float64 : Dtype::float32;
}

Dtype ScipyCall::solving_type() const {
    Dtype dtype = operands_[0].dtype;
    for (int i = 1; i < operand_count_; ++i) dtype = promote(dtype, operands_[i].dtype);
    if (dtype == Dtype::float16) return Dtype::float32;
    return is_integer(dtype) || is_boolean(dtype) ? Dtype::float64 : dtype;
}

bool ScipyCall::make(MatrixResult& result, Dtype dtype, std::initializer_list<npy_intp> core,
                     By by) {
    result.dtype = dtype;
    const int nd = leading_ + static_cast<int>(core.size());
    if (nd == 0) return true;
    std::copy(core.begin(), core.end(), shape_ + leading_);
    if (by == By::rows || core.size() < 2) {
        result.array = Ref(as_object(new_array(dtype, nd, shape_)));
        return static_cast<bool>(result.array);
    }
    npy_intp strides[max_dimensions + 2];
    npy_intp step = itemsize(dtype);
    for (int axis : {nd - 2, nd - 1}) step *= shape_[axis] * ((strides[axis] = step) > 0);
    for (int axis = nd - 3; axis >= 0; --axis) {
        strides[axis] = step;
        step *= shape_[axis];
    }
    result.array = Ref(as_object(new_array_with_strides(dtype, nd, shape_, strides)));
    return static_cast<bool>(result.array);
}

bool ScipyCall::make_solution(MatrixResult& result, Dtype dtype, int operand, By by) {
    if (is_vector(operand)) return make(result, dtype, {rows(operand)}, by);
    return make(result, dtype, {rows(operand), columns(operand)}, by);
}

StridedView ScipyCall::solution(MatrixResult& result) {
    StridedView view = result.view();
    npy_intp *shape = shapes_[most_operands], *strides = strides_[most_operands];
    std::copy_n(view.shape, view.ndim, shape);
    std::copy_n(view.strides, view.ndim, strides);
    if (view.ndim == leading_ + 1) {
        shape[view.ndim] = 1;
        strides[view.ndim++] = 0;
    }
    return {view.data, view.dtype, view.ndim, shape, strides};
}

PyObject* ScipyCall::several(std::initializer_list<PyObject*> results) const {
    const auto count = static_cast<Py_ssize_t>(results.size());
    Ref all(is_stack() ? PyList_New(count) : PyTuple_New(count));
    bool whole = static_cast<bool>(all);
    Py_ssize_t place = 0;
    for (PyObject* result : results) {
        whole = whole && result != nullptr;
        if (!all) {
            Py_XDECREF(result);
        } else if (is_stack()) {
            PyList_SET_ITEM(all.get(), place++, result);
        } else {
            PyTuple_SET_ITEM(all.get(), place++, result);
        }
    }
    return whole ? all.release() : nullptr;
}

bool read_flag(PyObject* object, bool otherwise, bool& flag) {
    flag = otherwise;
    if (object == nullptr) return true;
    // What else may be true f2py refuses where SciPy hands the flag on: numpy.True_, 2.
    int overflows = 0;
    const bool is_whole = PyBool_Check(object) || PyLong_CheckExact(object);
    const long value = is_whole ? PyLong_AsLongAndOverflow(object, &overflows) : -1;
    if ((value != 0 && value != 1) || overflows != 0) return hand_over();
    flag = value == 1;
    return true;
}

bool read_flags(PyObject* const* objects, std::initializer_list<bool*> flags) {
    for (bool* flag : flags) {
        if (!read_flag(*objects++, false, *flag)) return false;
    }
    return true;
}

bool read_transposition(PyObject* object, linalg::Transposition& op) {
    using enum linalg::Transposition;
    op = none;
    if (object == nullptr) return true;
    long number = 0;
    for (const linalg::Transposition each : {none, transposed, adjoint}) {
        const char letter[] = {static_cast<char>(each), '\0'};
        const bool is_letter =
            PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, letter) == 0;
        const bool is_number = PyLong_CheckExact(object) && PyLong_AsLong(object) == number++;
        op = each;
        if (is_letter || is_number) return true;
    }
    forget_error();
    return hand_over();
}

double cube_of(npy_intp n) {
    const double side = static_cast<double>(n);
    return side * side * side;
}

}  // namespace numen::front
