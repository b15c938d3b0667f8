// zeros, ones, full and their likes: arrays of one value.
#include <algorithm>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/tables.h"
#include "front/index/index.h"

namespace numen::front {
namespace {

// dtype argument: false with an exception set; no_dtype with `ours` false for NumPy's own types.
bool read_dtype(PyObject* object, Dtype fallback, Dtype& dtype) {
    dtype = fallback;
    if (absent(object)) return true;
    if (object == reinterpret_cast<PyObject*>(&PyFloat_Type)) {
        dtype = Dtype::float64;
        return true;
    }
    return front::read_dtype(object, dtype);
}

enum class Fill { nothing, zeros, ones };

// The new array, with ones where they are wanted; zeros it has from the start.
PyObject* filled(ArrayObject* result, Dtype dtype, Fill fill) {
    if (result != nullptr && fill == Fill::ones) {
        alignas(16) char one[16] = {}, number = 1;
        backend::copy({one, dtype, 0, nullptr, nullptr},
                      {&number, Dtype::int8, 0, nullptr, nullptr});
        fill_elements(view_of(result), one);
    }
    return as_object(result);
}

// zeros, ones, empty: (shape, dtype=float, order='C', *, device=None, like=None).
PyObject* make(const char* name, Fill fill, const Arguments& arguments) {
    static const Parameters<5> parameters({"shape", "dtype", "order", "device", "like"}, 3);
    PyObject* argument[5];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[3]) ||
        given(argument[4])) {
        return call_numpy(name, arguments);
    }
    Dtype dtype;
    char order = 'C';
    int nd;
    npy_intp shape[max_dimensions];
    if (!read_dtype(argument[1], Dtype::float64, dtype)) {
        return or_as_numpy(nullptr, name, arguments);
    }
    if (dtype == no_dtype) return call_numpy(name, arguments);
    if (given(argument[2]) && !read_order(argument[2], order)) {
        return or_as_numpy(nullptr, name, arguments);
    }
    if (order == 'K' || order == 'A') return call_numpy(name, arguments);
    if (!read_shape(argument[0], nd, shape)) return or_as_numpy(nullptr, name, arguments);
    return filled(new_array(dtype, nd, shape, order == 'F' ? Order::fortran : Order::c,
                            fill == Fill::zeros),
                  dtype, fill);
}

PyObject* function_zeros(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("zeros", Fill::zeros, {args, count, names});
}
PyObject* function_ones(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("ones", Fill::ones, {args, count, names});
}
PyObject* function_empty(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("empty", Fill::nothing, {args, count, names});
}

// The order in which a new array of another shape is laid out as `a` is; 0: NumPy decides.
char order_like(ArrayObject* a, char order, int nd) {
    const bool is_fortran = (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a);
    if (order == 'A') return is_fortran ? 'F' : 'C';
    if (order != 'K') return order;
    if (nd <= 1 || nd != a->f.nd || is_c_contiguous(a)) return 'C';
    return is_fortran ? 'F' : 0;
}

// zeros_like, ones_like, empty_like: (a, dtype=None, order='K', subok=True, shape=None).
PyObject* make_like(const char* name, Fill fill, const Arguments& arguments) {
    static const Parameters<6> parameters({"a", "dtype", "order", "subok", "shape", "device"}, 5);
    PyObject* argument[6];
    Dtype dtype;
    char order = 'K';
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[5]) ||
        !is_flag(argument[3])) {
        return call_numpy(name, arguments);
    }
    Operand operand;
    if (!classify_converting(argument[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy(name, arguments);
    ArrayObject* a = operand.array;
    if (!read_dtype(argument[1], dtype_of(a), dtype)) return nullptr;
    if (dtype == no_dtype) return call_numpy(name, arguments);
    if (given(argument[2]) && !read_order(argument[2], order)) return nullptr;
    int nd = a->f.nd;
    npy_intp shape[max_dimensions], strides[max_dimensions];
    if (given(argument[4])) {
        if (!read_shape(argument[4], nd, shape)) return nullptr;
        order = order_like(a, order, nd);
        if (order == 0) return call_numpy(name, arguments);
        return filled(new_array(dtype, nd, shape, order == 'F' ? Order::fortran : Order::c,
                                fill == Fill::zeros),
                      dtype, fill);
    }
    if (order != 'F' && is_c_contiguous(a)) [[likely]] {
        return filled(new_array(dtype, nd, a->f.dimensions, Order::c, fill == Fill::zeros), dtype,
                      fill);
    }
    strides_of_copy(a, itemsize(dtype), order, strides);
    return filled(new_array_with_strides(dtype, nd, a->f.dimensions, strides,
                                         fill == Fill::zeros),
                  dtype, fill);
}

PyObject* function_zeros_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    return make_like("zeros_like", Fill::zeros, {args, count, names});
}
PyObject* function_ones_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    return make_like("ones_like", Fill::ones, {args, count, names});
}
PyObject* function_empty_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    return make_like("empty_like", Fill::nothing, {args, count, names});
}

// Does an assignment store what numpy.full's unsafe cast stores? It refuses to narrow scalars.
bool is_assigned_alike(const Operand& value, Dtype natural, Dtype dtype) {
    if (value.kind == Kind::weak_int) return !is_boolean(dtype) || is_plain_axis(value.object);
    if (natural == dtype) return true;
    const bool is_inexact = is_floating(natural) || is_complex(natural);
    if (is_inexact) return is_complex(dtype) || (is_floating(dtype) && is_floating(natural));
    return is_floating(dtype) || is_complex(dtype) || promote(natural, dtype) == dtype;
}

// full(shape, fill_value, dtype=None, order='C').
PyObject* function_full(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters(
        {"shape", "fill_value", "dtype", "order", "device", "like"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[6];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == nullptr || given(argument[3]) || given(argument[4]) ||
        given(argument[5])) {
        return call_numpy("full", arguments);
    }
    Operand value;
    classify(argument[1], value);
    if (value.kind == Kind::foreign || value.ndim() != 0) return call_numpy("full", arguments);
    const Dtype natural = is_weak(value.kind) ? weak_dtype(value.kind, no_dtype) : value.dtype;
    Dtype dtype;
    int nd;
    npy_intp shape[max_dimensions];
    if (!read_shape(argument[0], nd, shape)) return nullptr;
    if (!read_dtype(argument[2], natural, dtype)) return nullptr;
    Status status = status_ok;
    if (dtype == no_dtype || !is_assigned_alike(value, natural, dtype) ||
        (is_weak(value.kind) && bind_weak(value, natural, status) == Bound::out_of_range)) {
        return call_numpy("full", arguments);
    }
    if (PyErr_Occurred()) return nullptr;
    Ref result(as_object(new_array(dtype, nd, shape)));
    if (!result || set_item(result.get(), Py_Ellipsis, argument[1]) < 0) return nullptr;
    return result.release();
}

}  // namespace

PyMethodDef creation_functions[] = {
    {"zeros", guarded<function_zeros>(), fast, nullptr},
    {"ones", guarded<function_ones>(), fast, nullptr},
    {"empty", guarded<function_empty>(), fast, nullptr},
    {"full", guarded<function_full>(), fast, nullptr},
    {"zeros_like", guarded<function_zeros_like>(), fast, nullptr},
    {"ones_like", guarded<function_ones_like>(), fast, nullptr},
    {"empty_like", guarded<function_empty_like>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
