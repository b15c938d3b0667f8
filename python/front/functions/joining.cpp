// concatenate, stack, where: functions that make one array of several.
#include "front/functions/joining.h"

#include <algorithm>
#include <vector>

#include "array/copy_bytes.h"
#include "backends/cpu/joining.h"
#include "backends/select_loop.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/promotion.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise_call.h"

namespace numen::front {
namespace {

// The arrays of a sequence argument, values present, and the type they promote to.
struct Pieces {
    std::vector<Ref> owners;
    std::vector<ArrayObject*> arrays;
    Dtype dtype = no_dtype;
    // Python's numbers decide the type, which they do not where a row is made of all elements.
    bool numbers_decide = false;
};

// False with an exception set, or with `unsupported` set: NumPy's to serve or refuse.
bool load_pieces(PyObject* sequence, Pieces& pieces, bool& unsupported) {
    unsupported = true;
    if (is_ours(sequence) || !is_plain_list(sequence)) return false;
    const Ref items = held_items(sequence);
    if (!items) return unsupported = false;
    const Py_ssize_t count = PyTuple_GET_SIZE(items.get());
    if (count == 0) return false;
    Promotion promotion, strong;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.get(), i);
        Operand operand;
        classify(item, operand);
        if (operand.kind == Kind::foreign && !is_plain_list(item)) return false;
        const Ref array(operand.kind == Kind::array ? Py_NewRef(item) : as_numen_array(item));
        Ref owner = pinned(array);
        if (!owner) return unsupported = false;
        ArrayObject* a = as_array(owner.get());
        if (operand.kind != Kind::array && !is_ours(owner.get())) return false;
        if (dtype_of(a) == no_dtype) return false;
        if (!values(a)) return unsupported = false;
        promotion.meet(dtype_of(a));
        if (!is_weak(operand.kind)) strong.meet(dtype_of(a));
        pieces.arrays.push_back(a);
        pieces.owners.push_back(std::move(owner));
    }
    pieces.dtype = promotion.result();
    pieces.numbers_decide = strong.result() != no_dtype && strong.result() != pieces.dtype;
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

// What the keywords of a call ask for.
struct Joining {
    bool flat = false;  // axis=None: of all the elements one row
    int axis = 0;
    PyObject* out = nullptr;  // borrowed; an array of ours
    Dtype dtype = no_dtype;
    NPY_CASTING casting = NPY_SAME_KIND_CASTING;
};

// The array that the call was given for its result, or a new one whose axes lie in memory as the
// pieces' do (order 'K'). Null without an exception: NumPy's to judge.
Ref make_target(const Pieces& pieces, const std::vector<StridedView>& views,
                const Joining& joining, int nd, const npy_intp* shape) {
    if (joining.out == nullptr) {
        const Dtype dtype = joining.dtype == no_dtype ? pieces.dtype : joining.dtype;
        npy_intp strides[max_dimensions];
        joined_strides(views, itemsize(dtype), nd, shape, strides);
        return Ref(as_object(new_array_with_strides(dtype, nd, shape, strides)));
    }
    Ref own = pinned(joining.out);
    if (!own) return own;
    ArrayObject* out = as_array(own.get());
    const bool fits = out->f.nd == nd && std::equal(shape, shape + nd, out->f.dimensions);
    const bool overlaps = may_overlap_itself(out) || std::ranges::any_of(views, [&](auto& view) {
        return may_overlap(view, view_of(out));
    });
    return fits && !overlaps && prepare_write(out) ? std::move(own) : Ref();
}

bool may_cast(const Pieces& pieces, Dtype dtype, NPY_CASTING casting) {
    return std::all_of(pieces.arrays.begin(), pieces.arrays.end(), [&](ArrayObject* a) {
        return PyArray_CanCastTypeTo(a->f.descr, descr_of(dtype), casting) &&
               (!is_complex(dtype_of(a)) || is_complex(dtype));  // else NumPy warns
    });
}

// Copies the pieces one after another along `axis` of the result.
PyObject* lay_out(const Pieces& pieces, int nd, const npy_intp* shape, int axis, bool insert,
                  const Joining& joining, bool& unsupported) {
    std::vector<Placed> placed;
    std::vector<StridedView> views;
    placed.reserve(pieces.arrays.size());
    for (ArrayObject* a : pieces.arrays) {
        placed.push_back(place(a, nd, axis, insert));
        views.push_back({a->f.data, dtype_of(a), nd, placed.back().shape, placed.back().strides});
    }
    const Dtype asked = joining.out != nullptr ? dtype_of(as_array(joining.out)) : joining.dtype;
    if (asked != no_dtype && !may_cast(pieces, asked, joining.casting)) {
        return unsupported = true, nullptr;
    }
    Ref target = make_target(pieces, views, joining, nd, shape);
    if (!target) {
        unsupported = !PyErr_Occurred();
        return nullptr;
    }
    ArrayObject* result = as_array(target.get());
    const Layout layout(result);
    const StridedView joined = layout.at(result->f.data, dtype_of(result));
    const Status status =
        without_lock(pass_time(joined), [&] { return cpu::join(joined, axis, views); });
    if (joining.out != nullptr) end_write(result);
    if (asked != no_dtype && status != 0 && !report_casts(pieces.arrays, asked)) return nullptr;
    return joining.out != nullptr ? Py_NewRef(joining.out) : target.release();
}

// Every piece as a row of its elements.
bool flatten(Pieces& pieces) {
    for (std::size_t i = 0; i < pieces.arrays.size(); ++i) {
        const npy_intp count = element_count(pieces.arrays[i]);
        Ref row(pieces.arrays[i]->f.nd == 1 ? Py_NewRef(as_object(pieces.arrays[i]))
                                            : reshape(pieces.arrays[i], 1, &count));
        if (!row || !values(as_array(row.get()))) return false;
        pieces.arrays[i] = as_array(row.get());
        pieces.owners[i] = std::move(row);
    }
    return true;
}

PyObject* concatenate(PyObject* sequence, const Joining& joining, bool& unsupported) {
    Pieces pieces;
    if (!load_pieces(sequence, pieces, unsupported)) return nullptr;
    if (joining.flat && pieces.numbers_decide) return unsupported = true, nullptr;
    if (joining.flat && !flatten(pieces)) return nullptr;
    const int nd = pieces.arrays[0]->f.nd;
    const int axis = joining.axis < 0 ? joining.axis + nd : joining.axis;
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
    if (unsupported) return nullptr;
    return lay_out(pieces, nd, shape, axis, false, joining, unsupported);
}

PyObject* stack(PyObject* sequence, const Joining& joining, bool& unsupported) {
    Pieces pieces;
    if (!load_pieces(sequence, pieces, unsupported)) return nullptr;
    ArrayObject* first = pieces.arrays[0];
    const int nd = first->f.nd + 1;
    const int axis = joining.axis < 0 ? joining.axis + nd : joining.axis;
    unsupported = joining.flat || nd > max_dimensions || axis < 0 || axis >= nd;
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
    return lay_out(pieces, nd, shape, axis, true, joining, unsupported);
}

using Join = PyObject* (*)(PyObject*, const Joining&, bool&);

// (arrays, axis=0, out=None, *, dtype=None, casting="same_kind"); false, without an exception,
// where NumPy must look at them.
bool read_joining(PyObject* const* argument, Joining& joining) {
    joining.flat = argument[1] == Py_None;
    if (given(argument[1])) {
        if (!is_plain_axis(argument[1])) return false;
        const long axis = PyLong_AsLong(argument[1]);
        if (axis == -1 && PyErr_Occurred()) return leave_to_numpy(), false;
        joining.axis = static_cast<int>(axis);
        if (joining.axis != axis) return false;
    }
    if (given(argument[2])) {
        if (!is_ours(argument[2]) || given(argument[3])) return false;
        joining.out = argument[2];
        if (dtype_of(as_array(joining.out)) == no_dtype) return false;
    }
    if (given(argument[3])) {
        if (!read_dtype(argument[3], joining.dtype)) return leave_to_numpy(), false;
        if (joining.dtype == no_dtype) return false;
    }
    if (argument[4] != nullptr && !PyArray_CastingConverter(argument[4], &joining.casting)) {
        return leave_to_numpy(), false;
    }
    return argument[4] == nullptr || joining.out != nullptr || joining.dtype != no_dtype;
}

// Small pieces of one type without gaps, one below the other, the most frequent case; null without
// an exception if they are anything else.
PyObject* quick_concatenate(PyObject* sequence) {
    if (!PyList_CheckExact(sequence) && !PyTuple_CheckExact(sequence)) return nullptr;
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    PyObject** items = PySequence_Fast_ITEMS(sequence);
    if (count == 0 || !is_exposed(items[0])) return nullptr;
    ArrayObject* first = as_array(items[0]);
    const Dtype dtype = dtype_of(first);
    const int nd = first->f.nd;
    if (dtype == no_dtype || nd == 0) return nullptr;
    npy_intp elements = 0, shape[max_dimensions] = {};
    for (Py_ssize_t i = 0; i < count; ++i) {
        ArrayObject* a = as_array(items[i]);
        if (!is_exposed(items[i]) || !is_c_contiguous(a) || a->f.nd != nd ||
            dtype_of(a) != dtype) {
            return nullptr;
        }
        for (int axis = 0; axis < nd; ++axis) {
            const npy_intp length = a->f.dimensions[axis];
            // With axes of length one several orders in memory are possible.
            if (nd > 1 && length < 2) return nullptr;
            if (axis > 0 && length != first->f.dimensions[axis]) return nullptr;
        }
        elements += element_count(a);
        shape[0] += a->f.dimensions[0];
    }
    if (elements > quick_limit) return nullptr;
    std::copy_n(first->f.dimensions + 1, nd - 1, shape + 1);
    ArrayObject* result = new_array(dtype, nd, shape);
    char* data = result == nullptr ? nullptr : result->f.data;
    for (Py_ssize_t i = 0; result != nullptr && i < count; ++i) {
        const npy_intp bytes = element_count(as_array(items[i])) * itemsize(dtype);
        copy_bytes(data, as_array(items[i])->f.data, static_cast<std::size_t>(bytes));
        data += bytes;
    }
    return as_object(result);
}

PyObject* join(const char* name, Join function, const Arguments& arguments) {
    static const Parameters<5> parameters({"arrays", "axis", "out", "dtype", "casting"}, 3);
    PyObject* argument[5];
    Joining joining;
    bool unsupported = !parameters.read(arguments, argument) || argument[0] == nullptr ||
                       !read_joining(argument, joining);
    PyObject* result = unsupported ? nullptr : function(argument[0], joining, unsupported);
    return unsupported ? call_numpy(name, arguments) : result;
}

PyObject* function_concatenate(PyObject*, PyObject* const* args, Py_ssize_t count,
                               PyObject* names) {
    if (count == 1 && names == nullptr) {
        PyObject* result = quick_concatenate(args[0]);
        if (result != nullptr || PyErr_Occurred()) return result;
    }
    if (count == 0) return call_numpy("concatenate", {args, count, names});  // no keyword's name
    return join("concatenate", concatenate, {args, count, names});
}

PyObject* function_stack(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return join("stack", stack, {args, count, names});
}

// Gives both branches one type; weak numbers take the other's.
bool join_types(Operand& a, Operand& b, Dtype& dtype, Status& status, bool& unsupported) {
    for (int turn = 0; turn < 2; ++turn) {
        Operand& own = turn == 0 ? a : b;
        const Operand& other = turn == 0 ? b : a;
        if (!is_weak(own.kind)) continue;
        const Dtype met = is_weak(other.kind)
                              ? weak_dtype(std::max(own.kind, other.kind), no_dtype)
                              : other.dtype;
        if (bind_weak(own, weak_dtype(own.kind, met), status) != Bound::ok) {
            forget_error();
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
    }
    Status status = status_ok;
    if (is_weak(operands[0].kind) &&
        bind_weak(operands[0], weak_dtype(operands[0].kind, no_dtype), status) != Bound::ok) {
        forget_error();
        return unsupported = true, nullptr;
    }
    Dtype dtype;
    if (!join_types(operands[1], operands[2], dtype, status, unsupported) || unsupported) {
        return nullptr;
    }
    StridedView views[3] = {operands[0].view(), operands[1].view(), operands[2].view()};
    int nd;
    npy_intp shape[max_dimensions], strides[4][max_dimensions];
    if (!broadcast_shapes(views, nd, shape)) return unsupported = true, nullptr;
    if (!report_cast(status)) return nullptr;
    result_strides(views, itemsize(dtype), nd, shape, strides[3]);
    PyObject* later = nullptr;
    if (!defer_operation(backend::select_loop(dtype), "where", operands, nd, shape, strides[3],
                         later)) {
        return nullptr;
    }
    if (later != nullptr) return later;
    for (int i = 0; i < 3; ++i) {
        if (operands[i].kind == Kind::array && !values(operands[i].array)) return nullptr;
        views[i].data = operands[i].view().data;
    }
    Ref converted[3];
    for (int i = 0; i < 3; ++i) {
        const Dtype wanted = i == 0 ? Dtype::boolean : dtype;
        if (views[i].dtype != wanted) {
            ArrayObject* copy = new_exposed(wanted, views[i].ndim, views[i].shape);
            if (copy == nullptr) return nullptr;
            converted[i] = Ref(as_object(copy));
            copy_elements(view_of(copy), views[i]);
            views[i] = view_of(copy);
        }
        broadcast_strides(views[i], nd, shape, strides[i]);
        views[i] = {views[i].data, wanted, nd, shape, strides[i]};
    }
    // NumPy returns an array even of dimension zero.
    ArrayObject* result = new_array_with_strides(dtype, nd, shape, strides[3]);
    if (result == nullptr) return nullptr;
    const StridedView chosen = view_of(result);
    without_lock(pass_time(chosen),
                 [&] { backend::select(chosen, views[0], views[1], views[2]); });
    return as_object(result);
}

PyObject* function_where(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    if (names != nullptr || (count != 1 && count != 3)) return call_numpy("where", arguments);
    if (count == 1) {
        Ref array(as_numen_array(args[0]));
        if (!array) return nullptr;
        if (!is_ours(array.get())) return call_numpy("where", arguments);
        return PyObject_CallMethod(array.get(), "nonzero", nullptr);
    }
    bool unsupported = false;
    PyObject* result = where(args, unsupported);
    return unsupported ? call_numpy("where", arguments) : result;
}

}  // namespace

PyObject* concatenate_along(PyObject* arrays, int axis) {
    Joining joining;
    joining.axis = axis;
    bool unsupported = false;
    return concatenate(arrays, joining, unsupported);
}

PyMethodDef joining_functions[] = {
    {"concatenate", guarded<function_concatenate>(), fast, nullptr},
    {"stack", guarded<function_stack>(), fast, nullptr},
    {"where", guarded<function_where>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
