// Views of any strides over an array's memory, arrays brought to one shape, and whether arrays
// share memory.
#include <algorithm>
#include <vector>

#include "array/layout_rules.h"
#include "front/array/creation.h"
#include "front/array/look.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/overrides.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

// May an array of our type have this shape? NumPy refuses one of too many bytes, in its own words.
bool is_possible(ArrayObject* a, int nd, const npy_intp* shape) {
    return checked_count(nd, shape, itemsize(dtype_of(a))) >= 0 || (leave_to_numpy(), false);
}

// A sequence of integers that fit; false where NumPy decides.
bool read_numbers(PyObject* object, int& nd, npy_intp* numbers) {
    if (!is_plain_list(object)) return false;
    const Ref items = held_items(object);
    const Py_ssize_t length = items ? PyTuple_GET_SIZE(items.get()) : 0;
    if (!items || length > max_dimensions) return false;
    nd = static_cast<int>(length);
    for (int axis = 0; axis < nd; ++axis) {
        PyObject* item = PyTuple_GET_ITEM(items.get(), axis);
        if (PyBool_Check(item)) return false;
        numbers[axis] = PyNumber_AsSsize_t(item, PyExc_Exception);
        if (numbers[axis] == -1 && PyErr_Occurred()) return leave_to_numpy(), false;
    }
    return true;
}

// A view that nobody can make writeable again: it lies over what may only be read.
bool forbid_writing(ArrayObject* view) {
    Ref memory(PyMemoryView_FromObject(view->f.base));
    Ref read_only(memory ? PyObject_CallMethod(memory.get(), "toreadonly", nullptr) : nullptr);
    if (!read_only) return false;
    Py_SETREF(view->f.base, read_only.release());
    view->f.flags &= ~NPY_ARRAY_WRITEABLE;
    return true;
}

// as_strided(x, shape=None, strides=None, subok=False, writeable=True). Elements of such a view
// may share memory among themselves, which only an exposed array may do.
PyObject* as_strided(const Arguments& arguments, bool& unsupported) {
    static const Parameters<5> parameters({"x", "shape", "strides", "subok", "writeable"});
    PyObject* argument[5];
    unsupported = true;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        (given(argument[3]) && argument[3] != Py_False)) {
        return nullptr;
    }
    Ref array(as_numen_array(argument[0]));
    if (!array) return unsupported = false, nullptr;
    if (!is_ours(array.get()) || dtype_of(as_array(array.get())) == no_dtype) return nullptr;
    ArrayObject* a = as_array(array.get());
    if (element_count(a) == 0) return nullptr;  // its strides are made up anew
    int nd = a->f.nd, stride_count = a->f.nd;
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::copy_n(a->f.dimensions, nd, shape);
    std::copy_n(a->f.strides, nd, strides);
    if (given(argument[1]) && !read_numbers(argument[1], nd, shape)) return nullptr;
    if (given(argument[2])) {
        if (!read_numbers(argument[2], stride_count, strides)) return nullptr;
    } else if (given(argument[1])) {
        return nullptr;
    }
    if (nd != stride_count || !is_possible(a, nd, shape)) return nullptr;
    unsupported = false;
    const int writeable = argument[4] == nullptr ? 1 : PyObject_IsTrue(argument[4]);
    if (writeable < 0 || !expose(a, "as_strided")) return nullptr;
    Ref view(as_object(new_view(a, dtype_of(a), nd, shape, strides, 0)));
    if (view && writeable == 0 && !forbid_writing(as_array(view.get()))) return nullptr;
    return view.release();
}

PyObject* function_as_strided(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    bool unsupported = false;
    PyObject* result = as_strided({args, count, names}, unsupported);
    if (!unsupported) return result;
    return call_numpy("lib.stride_tricks.as_strided", {args, count, names});
}

// A view of `a` in a longer shape. Its elements lie over each other: NumPy lets it be written,
// with a warning.
ArrayObject* stretched(ArrayObject* a, int nd, const npy_intp* shape) {
    if (!expose(a, "broadcast_arrays")) return nullptr;
    npy_intp strides[max_dimensions];
    const StridedView given{nullptr, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides};
    stretched_strides(given, nd, shape, strides);
    ArrayObject* view = new_view(a, dtype_of(a), nd, shape, strides, 0);
    if (view == nullptr) return nullptr;
    view->f.flags &= ~warns_on_write;
    if (view->f.flags & NPY_ARRAY_WRITEABLE) view->f.flags |= warns_on_write;
    return view;
}

// broadcast_arrays(*args, subok=False): those of the common shape are given back themselves.
PyObject* function_broadcast_arrays(PyObject*, PyObject* const* args, Py_ssize_t count,
                                    PyObject* names) {
    const Arguments arguments{args, count, names};
    if (names != nullptr) return call_numpy("broadcast_arrays", arguments);
    std::vector<StridedView> views;
    Ref result(PyTuple_New(count));
    if (!result) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* array = as_numen_array(args[i]);
        if (array == nullptr) return nullptr;
        PyTuple_SET_ITEM(result.get(), i, array);
        if (!is_ours(array) || dtype_of(as_array(array)) == no_dtype) {
            return call_numpy("broadcast_arrays", arguments);
        }
    }
    for (Py_ssize_t i = 0; i < count; ++i) {  // after all conversions, which may run any code
        ArrayObject* a = as_array(PyTuple_GET_ITEM(result.get(), i));
        views.push_back({nullptr, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides});
    }
    int nd;
    npy_intp shape[max_dimensions];
    if (!broadcast_shapes(views, nd, shape)) return call_numpy("broadcast_arrays", arguments);
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* array = PyTuple_GET_ITEM(result.get(), i);
        ArrayObject* a = as_array(array);
        if (!is_possible(a, nd, shape)) return call_numpy("broadcast_arrays", arguments);
        if (a->f.nd == nd && std::equal(shape, shape + nd, a->f.dimensions)) continue;
        ArrayObject* view = stretched(a, nd, shape);
        if (view == nullptr) return nullptr;
        PyTuple_SET_ITEM(result.get(), i, as_object(view));
        Py_DECREF(array);
    }
    return result.release();
}

struct Extent {
    const char* begin;
    const char* end;
};

// The bytes between the first and the last element; null ends for what is no array.
Extent extent(PyObject* object) {
    if (!is_ours(object) && (!PyArray_Check(object) || has_override(object))) {
        return {nullptr, nullptr};
    }
    auto* a = as_array(object);
    if (is_ours(object) && !values(a)) return {nullptr, nullptr};
    Extent found{a->f.data, a->f.data + PyDataType_ELSIZE(a->f.descr)};
    for (int axis = 0; axis < a->f.nd; ++axis) {
        const npy_intp length = a->f.dimensions[axis];
        if (length == 0) return {a->f.data, a->f.data};
        const npy_intp reach = (length - 1) * a->f.strides[axis];
        (reach < 0 ? found.begin : found.end) += reach;
    }
    return found;
}

bool has_gaps(PyObject* object) {
    return !(as_array(object)->f.flags & (NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS));
}

// Arrays whose bytes lie apart share none; those without gaps share what lies in both. NumPy
// solves the rest.
PyObject* sharing(const char* name, bool bounds_only, const Arguments& arguments) {
    const bool plain = arguments.positional == 2 && arguments.keywords() == 0;
    if (!plain) return call_numpy(name, arguments);
    PyObject *left = arguments.values[0], *right = arguments.values[1];
    const Extent a = extent(left), b = extent(right);
    if (PyErr_Occurred()) return nullptr;
    if (a.begin == nullptr || b.begin == nullptr) return call_numpy(name, arguments);
    const bool overlap = a.begin < b.end && b.begin < a.end && a.begin != a.end &&
                         b.begin != b.end;
    if (overlap && !bounds_only && (has_gaps(left) || has_gaps(right))) {
        return call_numpy(name, arguments);
    }
    return PyBool_FromLong(overlap);
}

PyObject* function_may_share_memory(PyObject*, PyObject* const* args, Py_ssize_t count,
                                    PyObject* names) {
    return sharing("may_share_memory", true, {args, count, names});
}

PyObject* function_shares_memory(PyObject*, PyObject* const* args, Py_ssize_t count,
                                 PyObject* names) {
    return sharing("shares_memory", false, {args, count, names});
}

}  // namespace

PyMethodDef view_functions[] = {
    {"broadcast_arrays", guarded<function_broadcast_arrays>(), fast, nullptr},
    {"lib.stride_tricks.as_strided", guarded<function_as_strided>(), fast, nullptr},
    {"may_share_memory", guarded<function_may_share_memory>(), fast, nullptr},
    {"shares_memory", guarded<function_shares_memory>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
