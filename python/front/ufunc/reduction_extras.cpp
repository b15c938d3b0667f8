#include "front/ufunc/reduction_extras.h"

#include <algorithm>
#include <cmath>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/reporting.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

// The element that changes no result, as the 64-bit pattern that is right for the type: 0 and
// False are zero bits, 1 is made by a cast.
bool identity_of(ReduceOp op, double& value) {
    switch (op) {
        case ReduceOp::sum:
        case ReduceOp::any: value = 0; return true;
        case ReduceOp::prod:
        case ReduceOp::all: value = 1; return true;
        default: return false;
    }
}

bool number_of(PyObject* object, Dtype dtype, char* bytes) {
    Operand operand;
    classify(object, operand);
    if (is_weak(operand.kind)) {
        Status status = status_ok;
        const Dtype natural = weak_dtype(operand.kind, dtype);
        if (natural != dtype || bind_weak(operand, dtype, status) != Bound::ok || status != 0) {
            forget_error();
            return false;
        }
    } else if (operand.kind != Kind::scalar || operand.dtype != dtype) {
        return false;
    }
    std::copy_n(operand.value, itemsize(dtype), bytes);
    return true;
}

// A copy of `a` with `filler` (of a's type) where the mask is false; null without an exception if
// the mask is not one that NumPy takes for an array of this shape.
PyObject* masked_copy(ArrayObject* given, PyObject* where, const char* filler) {
    const Ref mask(as_pinned_array(where)), own = pinned(as_object(given));
    if (!mask || !own) return nullptr;
    ArrayObject* a = as_array(own.get());
    ArrayObject* m = as_array(mask.get());
    if (!is_ours(mask.get()) || dtype_of(m) != Dtype::boolean || m->f.nd > a->f.nd) return nullptr;
    for (int i = 0; i < m->f.nd; ++i) {
        const npy_intp extent = m->f.dimensions[i];
        if (extent != 1 && extent != a->f.dimensions[a->f.nd - m->f.nd + i]) return nullptr;
    }
    if (!values(a) || !values(m)) return nullptr;
    const Dtype dtype = dtype_of(a);
    npy_intp strides[max_dimensions], mask_strides[max_dimensions], none[max_dimensions] = {};
    const StridedView view = view_of(a);
    result_strides({&view, 1}, itemsize(dtype), a->f.nd, a->f.dimensions, strides);
    Ref copy(as_object(new_array_with_strides(dtype, a->f.nd, a->f.dimensions, strides)));
    if (!copy) return nullptr;
    broadcast_strides(view_of(m), a->f.nd, a->f.dimensions, mask_strides);
    const StridedView chosen = view_of(as_array(copy.get()));
    without_lock(pass_time(chosen), [&] {
        backend::select(chosen, {m->f.data, Dtype::boolean, a->f.nd, a->f.dimensions, mask_strides},
                        view, {const_cast<char*>(filler), dtype, a->f.nd, a->f.dimensions, none});
    });
    return copy.release();
}

// The elements that count, for the operations that have a neutral element.
PyObject* taken_elements(ArrayObject* a, const ReduceRequest& request) {
    alignas(16) char filler[16];
    const Dtype dtype = dtype_of(a);
    double identity;
    if (identity_of(request.op, identity)) {
        backend::copy({filler, dtype, 0, nullptr, nullptr},
                      {reinterpret_cast<char*>(&identity), Dtype::float64, 0, nullptr, nullptr});
    } else if (request.initial == nullptr || !number_of(request.initial, dtype, filler)) {
        return nullptr;
    }
    return masked_copy(a, request.where, filler);
}

Op joining_operation(ReduceOp op) {
    switch (op) {
        case ReduceOp::sum: return Op::add;
        case ReduceOp::prod: return Op::multiply;
        case ReduceOp::min: return Op::minimum;
        default: return Op::maximum;
    }
}

// A complex product may pass through infinity, where it matters that it begins with `initial` and
// leaves out what `where` does: another factor of one makes a NaN.
bool takes_extras(const ReduceRequest& request, Dtype dtype) {
    const Dtype product = request.dtype != no_dtype ? request.dtype : dtype;
    if (request.op == ReduceOp::prod && (request.initial != nullptr || request.where != nullptr) &&
        is_complex(product)) {
        return false;
    }
    const bool folds = request.op == ReduceOp::sum || request.op == ReduceOp::prod ||
                       request.op == ReduceOp::min || request.op == ReduceOp::max;
    const bool tests = request.op == ReduceOp::any || request.op == ReduceOp::all;
    return (request.initial == nullptr || folds) && (request.where == nullptr || folds || tests);
}

bool changes_nothing(ReduceOp op, PyObject* initial) {
    double identity;
    const bool is_number = PyFloat_CheckExact(initial) || PyLong_CheckExact(initial);
    if (!is_number || !identity_of(op, identity)) return false;
    const double value = PyFloat_AsDouble(initial);
    if (value == -1.0 && PyErr_Occurred()) return forget_error(), false;
    return value == identity;
}

// NumPy's products begin with `initial`, and so do its sums, but for that of a row, which is added
// up first. Joined at the end, what is rounded or overflows on the way has other values. What is no
// number of the result's type is NumPy's before anything is computed: both would warn.
bool joins_at_the_end(ArrayObject* a, const ReduceRequest& request) {
    const Dtype dtype = request.dtype != no_dtype ? request.dtype : dtype_of(a);
    if (request.op != ReduceOp::sum && request.op != ReduceOp::prod) return true;
    if (request.initial == nullptr || (!is_floating(dtype) && !is_complex(dtype))) return true;
    alignas(16) char bytes[16];
    if (!number_of(request.initial, dtype, bytes)) return false;
    if (changes_nothing(request.op, request.initial)) return true;
    return request.op == ReduceOp::sum && dtype == dtype_of(a) && request.axes == all_axes(a) &&
           is_c_contiguous(a);
}

// The result joined with `initial`, which must be a number of the result's type.
PyObject* join_initial(PyObject* result, const ReduceRequest& request, bool& unsupported) {
    Operand operand;
    classify(result, operand);
    alignas(16) char bytes[16];
    if (operand.dtype == no_dtype || !number_of(request.initial, operand.dtype, bytes)) {
        return unsupported = true, nullptr;
    }
    // A sum that begins with -0.0 may end with it: its zeros lose their sign without.
    Ref number(request.op == ReduceOp::sum ? PyNumber_Float(request.initial) : nullptr);
    forget_error();
    if (request.op == ReduceOp::sum &&
        (!number || (PyFloat_AS_DOUBLE(number.get()) == 0.0 &&
                     std::signbit(PyFloat_AS_DOUBLE(number.get()))))) {
        return unsupported = true, nullptr;
    }
    Ref initial(make_scalar(operand.dtype, bytes));
    PyObject* inputs[] = {initial.get(), result};
    // The steps of kept axes, of one element, are the reduction's.
    PyObject* out = request.keepdims && is_array(result) ? result : nullptr;
    return initial ? elementwise(joining_operation(request.op), inputs, 2, out, unsupported)
                   : nullptr;
}

// Does `out` hold the result as it comes? What NumPy converts or refuses is not computed before it
// is asked: both would warn.
bool takes_result(ArrayObject* a, const ReduceRequest& request) {
    if (!is_array(request.out)) return false;
    ArrayObject* out = as_array(request.out);
    const ReduceTypes types = resolve_reduction(request.op, dtype_of(a));
    const Dtype wanted = request.dtype != no_dtype ? request.dtype : types.output;
    if (!(out->f.flags & NPY_ARRAY_WRITEABLE) || dtype_of(out) != wanted ||
        may_overlap_itself(out)) {
        return false;
    }
    int nd = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        const bool is_reduced = request.axes >> axis & 1;
        if (is_reduced && !request.keepdims) continue;
        const npy_intp extent = is_reduced ? 1 : a->f.dimensions[axis];
        if (nd == out->f.nd || out->f.dimensions[nd++] != extent) return false;
    }
    return nd == out->f.nd;
}

// By a reduction without extras, joined with `initial` where that is given.
PyObject* reduce_joined(const Ref& source, const ReduceRequest& plain, const ReduceRequest& request,
                        bool& unsupported) {
    Ref result(reduce(as_array(source.get()), plain, unsupported));
    if (!result || request.initial == nullptr) return result.release();
    return join_initial(result.get(), request, unsupported);
}

}  // namespace

PyObject* put_result(PyObject* result, PyObject* out, bool& unsupported) {
    const Ref owned(result), own = pinned(out);
    if (!own) return nullptr;
    Operand value;
    classify(result, value);
    ArrayObject* target = as_array(own.get());
    if (!is_array(out) || dtype_of(target) != value.dtype || target->f.nd != value.ndim() ||
        !(target->f.flags & NPY_ARRAY_WRITEABLE) || may_overlap_itself(target) ||
        (value.ndim() > 0 && !std::equal(target->f.dimensions, target->f.dimensions + target->f.nd,
                                         value.layout.shape))) {
        return unsupported = true, nullptr;
    }
    if (value.kind == Kind::array && !values(value.array)) return nullptr;  // may be pending
    if (!prepare_write(target)) return nullptr;
    copy_elements(view_of(target), value.view());
    end_write(target);
    return Py_NewRef(out);
}

PyObject* reduce_with_extras(ArrayObject* a, const ReduceRequest& request, bool& unsupported) {
    if (dtype_of(a) == no_dtype || !takes_extras(request, dtype_of(a)) ||
        !joins_at_the_end(a, request) ||
        (request.out != nullptr && !takes_result(a, request))) {
        return unsupported = true, nullptr;
    }
    Ref source = Ref::share(as_object(a));
    if (request.where != nullptr) {
        source = Ref(taken_elements(a, request));
        if (!source) {
            unsupported = !PyErr_Occurred();
            return nullptr;
        }
    }
    ReduceRequest plain = request;
    plain.out = plain.initial = plain.where = nullptr;
    if (is_boolean(request.dtype)) {  // of booleans these are logical operations
        if (request.op != ReduceOp::sum && request.op != ReduceOp::prod) {
            return unsupported = true, nullptr;
        }
        plain.op = request.op == ReduceOp::sum ? ReduceOp::any : ReduceOp::all;
        plain.dtype = no_dtype;
    }
    if (request.out == nullptr) return reduce_joined(source, plain, request, unsupported);
    // Values computed now, with warnings of their own, may leave nothing of ours.
    if (!values(as_array(source.get()))) return nullptr;
    OutputErrors errors;
    Ref result(reduce_joined(source, plain, request, unsupported));
    if (!result) return nullptr;
    if (errors.any()) return unsupported = true, nullptr;
    return put_result(result.release(), request.out, unsupported);
}

}  // namespace numen::front
