#include "front/functions/matrix_call.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/call/overrides.h"
#include "front/call/refusals.h"
#include "front/call/reporting.h"
#include "front/ufunc/elementwise.h"
#include "linalg/linalg.h"

namespace numen::front {

PyObject* raise_linalg_error(const char* text) {
    Ref type(numpy_attribute("linalg.LinAlgError"));
    if (type) PyErr_SetString(type.get(), text);
    return nullptr;
}

PyObject* named_results(const char* type, std::initializer_list<PyObject*> items) {
    Ref fields(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
    bool whole = static_cast<bool>(fields);
    Py_ssize_t place = 0;
    for (PyObject* item : items) {
        whole = whole && item != nullptr;
        if (fields) {
            PyTuple_SET_ITEM(fields.get(), place++, item);
        } else {
            Py_XDECREF(item);
        }
    }
    if (!whole) return nullptr;
    Ref found(numpy_attribute((std::string("linalg._linalg.") + type).c_str()));
    if (!found) return nullptr;
    Ref arguments(PyTuple_Pack(1, fields.get()));
    if (!arguments) return nullptr;
    // What the named tuple's own constructor does with its arguments.
    return PyTuple_Type.tp_new(reinterpret_cast<PyTypeObject*>(found.get()), arguments.get(),
                               nullptr);
}

PyObject* MatrixCall::hand_over() {
    Ref found(call_numpy(name_, arguments_));
    if (!found || !is_part_) return found.release();
    PyErr_Format(PyExc_TypeError, "%s: assume is for plain arrays and lists of numbers",
                 std::strrchr(name_, '.') + 1);
    return nullptr;
}

PyObject* MatrixCall::refuse() {
    const Py_ssize_t total = arguments_.positional + arguments_.keywords();
    if (has_override(arguments_.values, total)) return hand_over();
    bool accepted = false;
    refuse_as_numpy(name_, arguments_, operands_, accepted);
    return accepted ? hand_over() : nullptr;
}

bool MatrixCall::read_operand(PyObject* object) {
    if (object == nullptr || !linalg::is_available()) return leave(hand_over());
    Operand& operand = operands_[operand_count_];
    if (!classify_pinned(object, operand)) return leave(nullptr);
    if (operand.kind != Kind::array) return leave(hand_over());
    if (operand.dtype == Dtype::float16) return leave(refuse());
    if (!values(operand.array)) return leave(nullptr);
    is_complex_ |= numen::is_complex(operand.dtype);
    is_single_ &= operand.dtype == Dtype::float32 || operand.dtype == Dtype::complex64;
    ++operand_count_;
    return true;
}

// A matter of single precision only.
bool MatrixCall::read_precision() {
    precision_ = linalg::Precision::standard;
    if (!is_single_ && !given_.has_precision()) return true;
    if (!given_.read(precision_)) return leave(nullptr);
    if (!is_single_) precision_ = linalg::Precision::standard;
    return true;
}

bool MatrixCall::read(PyObject* object, Shape shape) {
    if (!read_operand(object) || !read_precision()) return false;
    if (ndim(0) < 2 || (shape == Shape::square && rows(0) != columns(0))) return leave(refuse());
    leading_ = ndim(0) - 2;
    std::copy_n(operands_[0].layout.shape, leading_, shape_);
    return true;
}

bool MatrixCall::read_right(PyObject* object) {
    if (!read_operand(object) || !read_precision()) return false;
    if (ndim(1) == 0) return leave(refuse());
    axes_[1] = std::min(ndim(1), 2);
    if (rows(0) != rows(1) || !join_leading()) return leave(refuse());
    return true;
}

StridedView MatrixCall::leading_axes(int operand) {
    StridedView view = operands_[operand].view();
    view.ndim -= axes_[operand];
    return view;
}

bool MatrixCall::join_leading() {
    const StridedView views[2] = {leading_axes(0), leading_axes(1)};
    if (!broadcast_shapes(views, leading_, shape_)) return false;
    for (int i = 0; i < 2; ++i) {
        broadcast_strides(views[i], leading_, shape_, strides_[i]);
        std::copy_n(shape_, leading_, shapes_[i]);
        const Layout& layout = operands_[i].layout;
        for (int core = 0; core < axes_[i]; ++core) {
            shapes_[i][leading_ + core] = layout.shape[views[i].ndim + core];
            strides_[i][leading_ + core] = layout.strides[views[i].ndim + core];
        }
    }
    return true;
}

StridedView MatrixCall::input(int operand) {
    StridedView view = operands_[operand].view();
    if (operand_count_ == 1) return view;
    view.ndim = leading_ + axes_[operand];
    view.shape = shapes_[operand];
    view.strides = strides_[operand];
    return view;
}

StridedView MatrixCall::leading(npy_intp* strides) {
    std::fill_n(strides, leading_, 0);
    return {nullptr, Dtype::float64, leading_, shape_, strides};
}

bool MatrixCall::fits_leading(const StridedView& given) const {
    if (given.ndim > leading_) return false;
    for (int axis = 1; axis <= given.ndim; ++axis) {
        const npy_intp length = given.shape[given.ndim - axis];
        if (length != 1 && length != shape_[leading_ - axis]) return false;
    }
    return true;
}

npy_intp MatrixCall::count() const {
    npy_intp matrices = 1;
    for (int axis = 0; axis < leading_; ++axis) matrices *= shape_[axis];
    return matrices;
}

bool MatrixCall::make(MatrixResult& result, Dtype dtype, std::initializer_list<npy_intp> core) {
    result.dtype = dtype;
    const int nd = leading_ + static_cast<int>(core.size());
    if (nd == 0) return true;
    std::copy(core.begin(), core.end(), shape_ + leading_);
    if (leading_ == 0) {
        result.array = Ref(as_object(new_array(dtype, nd, shape_)));
        return static_cast<bool>(result.array);
    }
    // The order of the stack's axes in memory is the operands'; a matrix says nothing about it.
    npy_intp steps[2][max_dimensions + 2] = {};
    StridedView views[2];
    for (int i = 0; i < operand_count_; ++i) {
        broadcast_strides(leading_axes(i), leading_, shape_, steps[i]);
        views[i] = {nullptr, dtype, nd, shape_, steps[i]};
    }
    npy_intp strides[max_dimensions + 2];
    result_strides({views, static_cast<std::size_t>(operand_count_)}, itemsize(dtype), nd, shape_,
                   strides);
    result.array = Ref(as_object(new_array_with_strides(dtype, nd, shape_, strides)));
    return static_cast<bool>(result.array);
}

bool MatrixCall::make_dense(MatrixResult& result, Dtype dtype,
                            std::initializer_list<npy_intp> core) {
    result.dtype = dtype;
    std::copy(core.begin(), core.end(), shape_ + leading_);
    result.array = Ref(as_object(new_array(dtype, leading_ + static_cast<int>(core.size()),
                                           shape_)));
    return static_cast<bool>(result.array);
}

bool MatrixCall::make_copy_shaped(MatrixResult& result) {
    const StridedView view = operands_[0].view();
    npy_intp strides[max_dimensions];
    strides_of_copy(operands_[0].array, itemsize(work_type()), 'K', strides);
    result.dtype = work_type();
    result.array =
        Ref(as_object(new_array_with_strides(work_type(), view.ndim, view.shape, strides)));
    return static_cast<bool>(result.array);
}

// NumPy selects from the copy by a mask of two axes in C order.
bool MatrixCall::make_triangle(MatrixResult& result, std::initializer_list<npy_intp> core) {
    result.dtype = work_type();
    const int nd = leading_ + 2, size = itemsize(work_type());
    npy_intp copied[max_dimensions], mask[max_dimensions] = {}, strides[max_dimensions];
    strides_of_copy(operands_[0].array, size, 'K', copied);
    std::copy(core.begin(), core.end(), shape_ + leading_);
    mask[nd - 2] = shape_[nd - 1];
    mask[nd - 1] = 1;
    const StridedView views[2] = {{nullptr, Dtype::boolean, nd, shape_, mask},
                                  {nullptr, work_type(), nd, shape_, copied}};
    result_strides(views, size, nd, shape_, strides);
    result.array = Ref(as_object(new_array_with_strides(work_type(), nd, shape_, strides)));
    return static_cast<bool>(result.array);
}

bool MatrixCall::check(const char* failure) const {
    if (status_ & status_no_memory) return PyErr_NoMemory(), false;
    if (status_ & status_failed) return raise_linalg_error(failure), false;
    return true;
}

bool MatrixCall::report_flags() const {
    return report_floating(status_, std::strrchr(name_, '.') + 1);
}

PyObject* MatrixCall::finish(MatrixResult& result) const {
    Dtype wanted = result.dtype;
    if (is_single_) wanted = numen::is_complex(wanted) ? Dtype::complex64 : Dtype::float32;
    if (!result.is_number()) {
        if (wanted == result.dtype) return result.array.release();
        return as_object(copy_array(as_array(result.array.get()), wanted, 'K'));
    }
    if (wanted == result.dtype) return make_scalar(wanted, result.value);
    alignas(16) char rounded[16];
    const StridedView number = {rounded, wanted, 0, nullptr, nullptr};
    if (!report_cast(backend::copy(number, result.view()))) return nullptr;
    return make_scalar(wanted, rounded);
}

}  // namespace numen::front
