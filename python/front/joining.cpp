// concatenate, stack, where: functions that make one array of several.
#include <algorithm>
#include <vector>

#include "backends/backend.h"
#include "front/creation.h"
#include "front/elementwise.h"
#include "front/keywords.h"
#include "front/layout.h"
#include "front/operand.h"
#include "front/state.h"
#include "front/tables.h"

namespace numen::front {
namespace {

// The arrays of a sequence argument, values present, and the type they promote to.
struct Pieces {
    std::vector<Ref> owners;
    std::vector<ArrayObject*> arrays;
    Dtype dtype = no_dtype;
};

// False with an exception set, or with `unsupported` set: NumPy's to serve or refuse.
bool load_pieces(PyObject* sequence, Pieces& pieces, bool& unsupported) {
    unsupported = true;
    if (is_ours(sequence) || !(PyList_Check(sequence) || PyTuple_Check(sequence))) return false;
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    if (count == 0) return false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PySequence_Fast_GET_ITEM(sequence, i);
        Operand operand;
        classify(item, operand);
        if (operand.kind == Kind::foreign && !PyList_Check(item) && !PyTuple_Check(item)) {
            return false;
        }
        Ref owner(operand.kind == Kind::array ? Py_NewRef(item) : as_numen_array(item));
        if (!owner) return unsupported = false;
        ArrayObject* a = as_array(owner.get());
        if (operand.kind != Kind::array && !is_ours(owner.get())) return false;
        if (dtype_of(a) == no_dtype) return false;
        if (!values(a)) return unsupported = false;
        pieces.dtype = pieces.dtype == no_dtype ? dtype_of(a) : promote(pieces.dtype, dtype_of(a));
        pieces.arrays.push_back(a);
        pieces.owners.push_back(std::move(owner));
    }
    unsupported = false;
    return true;
}

// A piece seen with the result's number of axes; a stacked one gets an axis of length one.
struct Placed {
    npy_intp shape[max_dimensions], strides[max_dimensions];
};

Placed place(ArrayObject* a, int nd, int axis, bool insert) {
    Placed placed;
    for (int i = 0, at = 0; i < nd; ++i) {
        const bool added = insert && i == axis;
        placed.shape[i] = added ? 1 : a->f.dimensions[at];
        placed.strides[i] = added ? 0 : a->f.strides[at];
        if (!added) ++at;
    }
    return placed;
}

// Copies the pieces one after another along `axis` of the result, whose axes lie in memory as
// theirs do (order 'K').
PyObject* lay_out(const Pieces& pieces, int nd, const npy_intp* shape, int axis, bool insert) {
    std::vector<Placed> placed;
    std::vector<StridedView> views;
    placed.reserve(pieces.arrays.size());
    for (ArrayObject* a : pieces.arrays) {
        placed.push_back(place(a, nd, axis, insert));
        views.push_back({a->f.data, dtype_of(a), nd, placed.back().shape, placed.back().strides});
    }
    npy_intp strides[max_dimensions];
    joined_strides(views, itemsize(pieces.dtype), nd, shape, strides);
    ArrayObject* result = new_array_with_strides(pieces.dtype, nd, shape, strides);
    if (result == nullptr) return nullptr;
    char* data = result->f.data;
    for (const StridedView& view : views) {
        backend::copy({data, pieces.dtype, nd, view.shape, result->f.strides}, view);
        data += view.shape[axis] * result->f.strides[axis];
    }
    return as_object(result);
}

PyObject* concatenate(PyObject* sequence, int axis_argument, bool& unsupported) {
    Pieces pieces;
    if (!load_pieces(sequence, pieces, unsupported)) return nullptr;
    const int nd = pieces.arrays[0]->f.nd;
    const int axis = axis_argument < 0 ? axis_argument + nd : axis_argument;
    unsupported = nd == 0 || axis < 0 || axis >= nd;
    npy_intp shape[max_dimensions];
    std::copy_n(pieces.arrays[0]->f.dimensions, nd, shape);
    for (std::size_t i = 0; !unsupported && i < pieces.arrays.size(); ++i) {
        ArrayObject* a = pieces.arrays[i];
        unsupported = a->f.nd != nd;
        for (int j = 0; !unsupported && j < nd; ++j) {
            if (j == axis) {
                unsupported = i > 0 && __builtin_add_overflow(shape[j], a->f.dimensions[j],
                                                              &shape[j]);
            } else {
                unsupported = a->f.dimensions[j] != shape[j];
            }
        }
    }
    return unsupported ? nullptr : lay_out(pieces, nd, shape, axis, false);
}

PyObject* stack(PyObject* sequence, int axis_argument, bool& unsupported) {
    Pieces pieces;
    if (!load_pieces(sequence, pieces, unsupported)) return nullptr;
    ArrayObject* first = pieces.arrays[0];
    const int nd = first->f.nd + 1;
    const int axis = axis_argument < 0 ? axis_argument + nd : axis_argument;
    unsupported = nd > max_dimensions || axis < 0 || axis >= nd;
    for (ArrayObject* a : pieces.arrays) {
        unsupported = unsupported || a->f.nd != first->f.nd ||
                      !std::equal(a->f.dimensions, a->f.dimensions + a->f.nd,
                                  first->f.dimensions);
    }
    if (unsupported) return nullptr;
    npy_intp shape[max_dimensions];
    std::copy_n(first->f.dimensions, axis, shape);
    shape[axis] = static_cast<npy_intp>(pieces.arrays.size());
    std::copy_n(first->f.dimensions + axis, first->f.nd - axis, shape + axis + 1);
    return lay_out(pieces, nd, shape, axis, true);
}

using Join = PyObject* (*)(PyObject*, int, bool&);

// (arrays, axis=0); everything else is NumPy's.
PyObject* join(const char* name, Join function, const Arguments& arguments) {
    static const Parameters<5> parameters({"arrays", "axis", "out", "dtype", "casting"}, 2);
    PyObject* argument[5];
    bool unsupported = !parameters.read(arguments, argument) || argument[0] == nullptr ||
                       given(argument[2]) || given(argument[3]) || given(argument[4]) ||
                       argument[1] == Py_None;
    long axis = 0;
    if (!unsupported && argument[1] != nullptr) {
        axis = PyLong_AsLong(argument[1]);
        if (axis == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            unsupported = true;
        }
    }
    PyObject* result = unsupported ? nullptr
                                   : function(argument[0], static_cast<int>(axis), unsupported);
    return unsupported ? call_numpy(name, arguments) : result;
}

PyObject* function_concatenate(PyObject*, PyObject* const* args, Py_ssize_t count,
                               PyObject* names) {
    return join("concatenate", concatenate, {args, count, names});
}

PyObject* function_stack(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return join("stack", stack, {args, count, names});
}

// Gives both branches one type; weak numbers take the other's.
bool join_types(Operand& a, Operand& b, Dtype& dtype, bool& unsupported) {
    Status status = status_ok;
    for (int turn = 0; turn < 2; ++turn) {
        Operand& own = turn == 0 ? a : b;
        const Operand& other = turn == 0 ? b : a;
        if (!is_weak(own.kind)) continue;
        const Dtype met = is_weak(other.kind)
                              ? weak_dtype(std::max(own.kind, other.kind), no_dtype)
                              : other.dtype;
        if (bind_weak(own, weak_dtype(own.kind, met), status) != Bound::ok) {
            PyErr_Clear();
            return !(unsupported = true);
        }
    }
    dtype = promote(a.dtype, b.dtype);
    return true;
}

PyObject* where(PyObject* const* inputs, bool& unsupported) {
    Operand operands[3];
    for (int i = 0; i < 3; ++i) {
        if (!classify_converting(inputs[i], operands[i])) return nullptr;
        if (operands[i].kind == Kind::foreign) return unsupported = true, nullptr;
        if (operands[i].kind == Kind::array && !values(operands[i].array)) return nullptr;
    }
    Status status = status_ok;
    if (is_weak(operands[0].kind) &&
        bind_weak(operands[0], weak_dtype(operands[0].kind, no_dtype), status) != Bound::ok) {
        PyErr_Clear();
        return unsupported = true, nullptr;
    }
    Dtype dtype;
    if (!join_types(operands[1], operands[2], dtype, unsupported) || unsupported) return nullptr;
    StridedView views[3] = {operands[0].view(), operands[1].view(), operands[2].view()};
    int nd;
    npy_intp shape[max_dimensions], strides[4][max_dimensions];
    if (!broadcast_shapes(views, nd, shape)) return unsupported = true, nullptr;
    result_strides(views, itemsize(dtype), nd, shape, strides[3]);
    Ref converted[3];
    for (int i = 0; i < 3; ++i) {
        const Dtype wanted = i == 0 ? Dtype::boolean : dtype;
        if (views[i].dtype != wanted) {
            ArrayObject* copy = new_exposed(wanted, views[i].ndim, views[i].shape);
            if (copy == nullptr) return nullptr;
            converted[i] = Ref(as_object(copy));
            backend::copy(view_of(copy), views[i]);
            views[i] = view_of(copy);
        }
        broadcast_strides(views[i], nd, shape, strides[i]);
        views[i] = {views[i].data, wanted, nd, shape, strides[i]};
    }
    // NumPy returns an array even of dimension zero.
    ArrayObject* result = new_array_with_strides(dtype, nd, shape, strides[3]);
    if (result == nullptr) return nullptr;
    backend::select(view_of(result), views[0], views[1], views[2]);
    return as_object(result);
}

PyObject* function_where(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    if (names != nullptr || (count != 1 && count != 3)) return call_numpy("where", arguments);
    if (count == 1) {
        Ref array(as_numen_array(args[0]));
        if (!array) return nullptr;
        return PyObject_CallMethod(array.get(), "nonzero", nullptr);
    }
    bool unsupported = false;
    PyObject* result = where(args, unsupported);
    return unsupported ? call_numpy("where", arguments) : result;
}

#define NUMEN_FAST(FUNCTION) \
    reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(FUNCTION))
constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

}  // namespace

PyMethodDef joining_functions[] = {
    {"concatenate", NUMEN_FAST(function_concatenate), fast, nullptr},
    {"concat", NUMEN_FAST(function_concatenate), fast, nullptr},
    {"stack", NUMEN_FAST(function_stack), fast, nullptr},
    {"where", NUMEN_FAST(function_where), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
