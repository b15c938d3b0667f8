// reduce, accumulate, reduceat, outer and at of the ufunc objects.
#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/debug.h"
#include "front/array/layout.h"
#include "front/array/layout_guard.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/index/index.h"
#include "front/module/modules.h"
#include "front/ufunc/elementwise_call.h"
#include "front/ufunc/reductions.h"
#include "front/ufunc/ufunc.h"
#include "front/ufunc/ufunc_call.h"
#include "front/ufunc/ufunc_folds.h"

namespace numen::front {
namespace {

// The argument as one of our arrays; null without an exception if NumPy must serve the call.
PyObject* own_array(PyObject* object) {
    Operand operand;
    if (!classify_converting(object, operand)) return nullptr;
    if (operand.kind == Kind::foreign) return nullptr;
    Ref array = operand.owned ? std::move(operand.owned) : Ref(as_numen_array(object));
    return array && is_ours(array.get()) && dtype_of(as_array(array.get())) != no_dtype
               ? array.release()
               : nullptr;
}

bool read_dtype(PyObject* object, Dtype& dtype, bool& unsupported) {
    if (absent(object)) return true;
    if (!front::read_dtype(object, dtype)) return false;
    unsupported = dtype == no_dtype;
    return true;
}

// NumPy's methods take axis=0 where its functions take all axes.
bool read_one_or_more_axes(PyObject* object, ArrayObject* a, std::uint64_t& axes, bool& fits) {
    Ref zero(object == nullptr ? PyLong_FromLong(0) : Py_NewRef(object));
    return zero && read_axes(zero.get(), a, axes, fits);
}

PyObject* reduce_native(Op op, PyObject* const* argument, bool& unsupported) {
    Ref array(own_array(argument[0]));
    if (!array) return unsupported = !PyErr_Occurred(), nullptr;
    ReduceRequest request{ReduceOp::sum, "reduce", 0};
    bool fits = true;
    if (!read_one_or_more_axes(argument[1], as_array(array.get()), request.axes, fits) ||
        !read_dtype(argument[2], request.dtype, unsupported)) {
        return nullptr;
    }
    if (!fits || unsupported || (argument[4] != nullptr && !PyBool_Check(argument[4]))) {
        return unsupported = true, nullptr;
    }
    request.keepdims = argument[4] == Py_True;
    request.out = absent(argument[3]) ? nullptr : argument[3];
    if (request.out != nullptr && PyTuple_CheckExact(request.out) &&
        PyTuple_GET_SIZE(request.out) == 1) {
        request.out = PyTuple_GET_ITEM(request.out, 0);
    }
    request.initial = argument[5];
    request.where = argument[6] == Py_True ? nullptr : argument[6];
    if (reduction_of(op, request.op)) return reduce(as_array(array.get()), request, unsupported);
    return fold(op, as_array(array.get()), request, unsupported);
}

PyObject* ufunc_reduce(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<7> parameters(
        {"array", "axis", "dtype", "out", "keepdims", "initial", "where"});
    const Arguments arguments{args, count, names};
    PyObject* argument[7];
    const UFuncObject* ufunc = as_ufunc(self);
    bool unsupported = !parameters.read(arguments, argument) || argument[0] == nullptr ||
                       ufunc->inputs != 2 || info(ufunc->op).outputs != 1;
    PyObject* result = unsupported ? nullptr : reduce_native(ufunc->op, argument, unsupported);
    return unsupported ? call_numpy_ufunc_method(self, "reduce", arguments) : result;
}

// What accumulate and reduceat have in common: an array, one axis, a dtype, no out=. `array` is
// null when NumPy must serve the call, or with an exception set.
struct Lengthwise {
    Ref array;
    int axis = 0;
    Dtype dtype = no_dtype;
    Lengthwise(PyObject* self, PyObject* values, PyObject* axis_, PyObject* dtype_, PyObject* out) {
        const UFuncObject* ufunc = as_ufunc(self);
        bool unsupported = values == nullptr || given(out) || ufunc->inputs != 2 ||
                           info(ufunc->op).outputs != 1 ||
                           (axis_ != nullptr && (!PyIndex_Check(axis_) || PyTuple_Check(axis_) ||
                                                 PyBool_Check(axis_)));
        if (unsupported || !read_dtype(dtype_, dtype, unsupported) || unsupported) return;
        const Ref given_array(own_array(values));
        Ref own = pinned(given_array);
        if (!own || as_array(own.get())->f.nd == 0) return;
        if (axis_ != nullptr && !read_axis(axis_, as_array(own.get())->f.nd, axis)) return;
        array = std::move(own);
    }
};

PyObject* ufunc_accumulate(PyObject* self, PyObject* const* args, Py_ssize_t count,
                           PyObject* names) {
    static const Parameters<4> parameters({"array", "axis", "dtype", "out"});
    const Arguments arguments{args, count, names};
    PyObject* argument[4] = {};
    if (!parameters.read(arguments, argument)) argument[0] = nullptr;
    Lengthwise call(self, argument[0], argument[1], argument[2], argument[3]);
    if (PyErr_Occurred()) return nullptr;
    bool unsupported = !call.array;
    PyObject* result = unsupported ? nullptr
                                   : accumulate(as_ufunc(self)->op, as_array(call.array.get()),
                                                call.axis, call.dtype, unsupported);
    return unsupported ? call_numpy_ufunc_method(self, "accumulate", arguments) : result;
}

PyObject* ufunc_reduceat(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    static const Parameters<5> parameters({"array", "indices", "axis", "dtype", "out"});
    const Arguments arguments{args, count, names};
    PyObject* argument[5] = {};
    if (!parameters.read(arguments, argument)) argument[0] = nullptr;
    Lengthwise call(self, argument[0], argument[2], argument[3], argument[4]);
    if (PyErr_Occurred()) return nullptr;
    Ref given_indices(call.array && argument[1] != nullptr ? own_array(argument[1]) : nullptr);
    if (PyErr_Occurred()) return nullptr;
    ArrayObject* indices = as_array(given_indices.get());
    bool unsupported = !given_indices || indices->f.nd != 1 || dtype_of(indices) != Dtype::int64;
    if (unsupported) return call_numpy_ufunc_method(self, "reduceat", arguments);
    Ref row(as_object(copy_array(indices, Dtype::int64, 'C')));
    if (!row) return nullptr;
    PyObject* result = reduce_at(as_ufunc(self)->op, as_array(call.array.get()),
                                 as_array(row.get()), call.axis, call.dtype, unsupported);
    return unsupported ? call_numpy_ufunc_method(self, "reduceat", arguments) : result;
}

// a[..., None, None] with as many new axes as b has, so that the pair broadcasts to all pairs.
PyObject* with_new_axes(ArrayObject* a, int added) {
    npy_intp shape[max_dimensions], strides[max_dimensions] = {};
    const int nd = a->f.nd + added;
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    std::copy_n(a->f.strides, a->f.nd, strides);
    std::fill(shape + a->f.nd, shape + nd, 1);
    return as_object(new_view(a, dtype_of(a), nd, shape, strides, 0));
}

// An output of another kind may have an __array_ufunc__ of its own, which is asked for `outer`.
bool names_plain_outputs(const Arguments& arguments) {
    for (Py_ssize_t k = 0; k < arguments.keywords(); ++k) {
        PyObject* name = PyTuple_GET_ITEM(arguments.names, k);
        PyObject* value = arguments.values[arguments.positional + k];
        if (PyUnicode_CompareWithASCIIString(name, "out") != 0) continue;
        if (PyTuple_CheckExact(value) && PyTuple_GET_SIZE(value) == 1) {
            value = PyTuple_GET_ITEM(value, 0);
        }
        if (value != Py_None && !is_array(value)) return false;
    }
    return true;
}

PyObject* ufunc_outer(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    if (as_ufunc(self)->inputs != 2 || count != 2 || !names_plain_outputs(arguments)) {
        return call_numpy_ufunc_method(self, "outer", arguments);
    }
    Ref a(own_array(args[0])), b(a ? own_array(args[1]) : nullptr);
    if (PyErr_Occurred()) return nullptr;
    if (!b || as_array(a.get())->f.nd + as_array(b.get())->f.nd > max_dimensions) {
        return call_numpy_ufunc_method(self, "outer", arguments);
    }
    Ref wide(with_new_axes(as_array(a.get()), as_array(b.get())->f.nd));
    if (!wide) return nullptr;
    PyObject* values[16] = {wide.get(), b.get()};
    if (arguments.keywords() > 14) return call_numpy_ufunc_method(self, "outer", arguments);
    std::copy_n(args + 2, arguments.keywords(), values + 2);
    return PyObject_Vectorcall(self, values, 2, names);
}

// Applies the loop at each selected place in turn, so that a place selected twice is changed twice.
PyObject* apply_at(Op op, PyObject* const* args, Py_ssize_t count, bool& unsupported) {
    const Ref own = pinned(args[0]);
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    Operand value;
    if (count == 3 && !classify_converting(args[2], value)) return nullptr;
    if (count == 3 && value.kind == Kind::foreign) return unsupported = true, nullptr;
    Ref values_of_b(value.owned ? Py_NewRef(value.owned.get())
                    : count == 3 ? as_pinned_array(args[2])
                                 : nullptr);
    if (count == 3 && !values_of_b) return nullptr;
    const Dtype dtype = dtype_of(a);
    Dtype second = count == 3 ? value.dtype : Dtype::boolean;
    if (count == 3 && is_weak(value.kind)) {
        Status status = status_ok;
        second = weak_dtype(value.kind, dtype);
        if (bind_weak(value, second, status) != Bound::ok || status != status_ok) {
            forget_error();
            return unsupported = true, nullptr;
        }
    }
    const LoopEntry& loop = resolve(op, dtype, second);
    if (loop.run == nullptr || loop.input[0] != dtype || loop.output[0] != dtype ||
        loop.outputs != 1 || !(a->f.flags & NPY_ARRAY_WRITEABLE) ||
        !(a->f.flags & NPY_ARRAY_ALIGNED)) {
        return unsupported = true, nullptr;
    }
    // NumPy stops at the first integer that is raised to a negative one.
    Operand exponents;
    if (op == Op::power) classify(values_of_b.get(), exponents);
    const int refused = has_negative_exponents(op, exponents);
    if (refused != 0) return unsupported = refused > 0, nullptr;
    ParsedIndex index;
    if (parse_index(a, args[1], index) != Parse::ok) {
        return unsupported = leave_to_numpy(), nullptr;
    }
    return at_selected(a, index, loop, op, values_of_b.get(), unsupported);
}

PyObject* ufunc_at(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    bool unsupported = names != nullptr || count != as_ufunc(self)->inputs + 1 ||
                       !is_array(args[0]) ||
                       dtype_of(as_array(args[0])) == no_dtype;
    PyObject* result =
        unsupported ? nullptr : apply_at(as_ufunc(self)->op, args, count, unsupported);
    // NumPy 2.4's iterator over more dimensions writes past its end.
    if (unsupported && count > 0 && is_array(args[0]) && as_array(args[0])->f.nd > 32) {
        return PyErr_Format(PyExc_RuntimeError,
                            "this function only supports up to 32 dimensions but the array has %d.",
                            as_array(args[0])->f.nd);
    }
    return unsupported ? call_numpy_ufunc_method(self, "at", arguments) : result;
}

// Pickled as NumPy's ufunc of the same name, so that a process without Numen can load it.
PyObject* ufunc_pickled(PyObject* self, PyObject*) {
    Ref core(PyImport_ImportModule("numpy._core"));
    if (!core) return nullptr;
    Ref restore(PyObject_GetAttrString(core.get(), "_ufunc_reconstruct"));
    if (!restore) return nullptr;
    return Py_BuildValue("O(ss)", restore.get(), "numpy", info(as_ufunc(self)->op).name.data());
}

}  // namespace

PyMethodDef ufunc_methods[] = {
    {"reduce", guarded<ufunc_reduce>(), fast, nullptr},
    {"accumulate", guarded<ufunc_accumulate>(), fast, nullptr},
    {"reduceat", guarded<ufunc_reduceat>(), fast, nullptr},
    {"outer", guarded<ufunc_outer>(), fast, nullptr},
    {"at", guarded<ufunc_at>(), fast, nullptr},
    {"__reduce__", ufunc_pickled, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
