#include "front/functions/fit_call.h"

#include <algorithm>
#include <cmath>

#include "front/array/creation.h"
#include "front/array/state.h"

namespace numen::front {

bool read_method(const char* function, PyObject* object, linalg::Method& method) {
    using linalg::Method;
    method = Method::guarded;
    if (!given(object)) return true;
    const struct {
        const char* text;
        Method method;
    } known[] = {{"normal", Method::normal}, {"qr", Method::qr}, {"svd", Method::svd}};
    for (const auto& entry : known) {
        if (PyUnicode_Check(object) &&
            PyUnicode_CompareWithASCIIString(object, entry.text) == 0) {
            method = entry.method;
            return true;
        }
    }
    PyErr_Format(PyExc_ValueError, "%s: method must be 'normal', 'qr', 'svd' or None, got %R",
                 function, object);
    return false;
}

// A list or tuple of a derived class as one of Python's own: no protocol of NumPy's is ours to ask.
Ref as_plain_list(PyObject* object) {
    const bool is_derived = !is_plain_list(object) &&
                            (PyList_Check(object) || PyTuple_Check(object));
    return Ref(is_derived ? PySequence_List(object) : Py_NewRef(object));
}

PyObject* in_rows_or_columns(PyObject* given) {
    const Ref plain = as_plain_list(given);
    PyObject* object = plain.get();
    Operand operand;
    if (object == nullptr || !classify_converting(object, operand)) return nullptr;
    if (operand.kind != Kind::array || operand.ndim() != 2) return Py_NewRef(object);
    if (!values(operand.array)) return nullptr;
    const npy_intp* strides = operand.layout.strides;
    const bool is_float =
        operand.dtype == Dtype::float32 || operand.dtype == Dtype::float64;
    const npy_intp size = itemsize(operand.dtype);
    if (is_float && (strides[0] == size || strides[1] == size)) return Py_NewRef(object);
    if (numen::is_complex(operand.dtype)) return Py_NewRef(object);
    return as_object(copy_array(operand.array, Dtype::float64, 'C'));
}

bool FitCall::read(const char* parameter, PyObject* object, int core) {
    Operand& operand = operands_[count_];
    core_[count_] = core;
    const Ref plain = as_plain_list(object);
    if (!plain || !classify_pinned(plain.get(), operand)) return false;
    const bool has_type = operand.kind == Kind::array || operand.kind == Kind::scalar;
    if (operand.kind == Kind::foreign || operand.kind == Kind::weak_complex ||
        (has_type &&
         (numen::is_complex(operand.dtype) || operand.dtype == Dtype::float16))) {
        // An array by the type of its elements.
        Ref kind(PyObject_GetAttrString(object, "dtype"));
        if (!kind) {
            forget_error();
            kind = Ref::share(reinterpret_cast<PyObject*>(Py_TYPE(object)));
        }
        PyErr_Format(PyExc_TypeError, "%s: %s must be real numbers, got %S", name_, parameter,
                     kind.get());
        return false;
    }
    if (is_weak(operand.kind)) {
        Status status = status_ok;
        if (bind_weak(operand, Dtype::float64, status) != Bound::ok) {
            if (!PyErr_Occurred()) {
                PyErr_Format(PyExc_ValueError, "%s: %s is out of range", name_, parameter);
            }
            return false;
        }
    }
    if (operand.kind == Kind::array && !values(operand.array)) return false;
    if (operand.ndim() < core) {
        PyErr_Format(PyExc_ValueError, "%s: %s must have at least %d axes, got %d", name_,
                     parameter, core, operand.ndim());
        return false;
    }
    // A number or a vector beside the data says nothing about the type of the result.
    if (core == 2) is_single_ &= operand.dtype == Dtype::float32;
    ++count_;
    return true;
}

npy_intp FitCall::extent(int operand, int from_end) const {
    const Layout& layout = operands_[operand].layout;
    return layout.shape[layout.nd - from_end];
}

bool FitCall::join() {
    StridedView leading[most_operands];
    for (int i = 0; i < count_; ++i) {
        leading[i] = operands_[i].view();
        leading[i].ndim -= core_[i];
    }
    const std::span<const StridedView> all(leading, static_cast<std::size_t>(count_));
    if (!broadcast_shapes(all, leading_, shape_)) {
        PyErr_Format(PyExc_ValueError, "%s: the leading axes of the operands do not broadcast",
                     name_);
        return false;
    }
    for (int i = 0; i < count_; ++i) {
        const StridedView whole = operands_[i].view();
        broadcast_strides(leading[i], leading_, shape_, strides_[i]);
        std::copy_n(shape_, leading_, shapes_[i]);
        for (int axis = 0; axis < core_[i]; ++axis) {
            shapes_[i][leading_ + axis] = whole.shape[leading[i].ndim + axis];
            strides_[i][leading_ + axis] = whole.strides[leading[i].ndim + axis];
        }
        views_[i] = {whole.data, whole.dtype, leading_ + core_[i], shapes_[i], strides_[i]};
    }
    return true;
}

npy_intp FitCall::count() const {
    npy_intp matrices = 1;
    for (int axis = 0; axis < leading_; ++axis) matrices *= shape_[axis];
    return matrices;
}

bool FitCall::check_not_negative(int operand, const char* parameter) {
    const StridedView whole = operands_[operand].view();
    const npy_intp count = element_count(whole);
    for (npy_intp index = 0; index < count; ++index) {
        const double value = linalg::number_at(whole, index);
        if (std::isfinite(value) && !(value < 0)) continue;
        Ref number(PyFloat_FromDouble(value));
        if (number) {
            PyErr_Format(PyExc_ValueError, "%s: %s must be finite and not negative, got %R", name_,
                         parameter, number.get());
        }
        return false;
    }
    return true;
}

bool FitCall::make(MatrixResult& result, std::initializer_list<npy_intp> core,
                   std::initializer_list<npy_intp> first) {
    npy_intp shape[max_dimensions + 8];
    npy_intp* end = std::copy(first.begin(), first.end(), shape);
    end = std::copy_n(shape_, leading_, end);
    end = std::copy(core.begin(), core.end(), end);
    result.dtype = Dtype::float64;
    result.array = Ref(as_object(new_array(Dtype::float64, static_cast<int>(end - shape), shape)));
    return static_cast<bool>(result.array);
}

PyObject* FitCall::finish(MatrixResult& result) const {
    if (!is_single_) return result.array.release();
    return as_object(copy_array(as_array(result.array.get()), Dtype::float32, 'K'));
}

}  // namespace numen::front
