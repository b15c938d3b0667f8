// partition and argpartition.
//
// What lies left and right of the chosen element is in no order that anybody promises, but programs
// print it: the work is done by NumPy's own selection, called on our memory through its C API.
#include <algorithm>
#include <cstring>
#include <vector>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/functions/sorting.h"
#include "front/functions/tables.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

bool read_rank(PyObject* object, std::vector<npy_intp>& ranks) {
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    ranks.push_back(PyLong_AsLongAndOverflow(object, &overflow));
    return overflow == 0;
}

// kth=: an int, or a list or tuple of some; false where NumPy serves or refuses it.
bool read_ranks(PyObject* kth, std::vector<npy_intp>& ranks) {
    if (!PyList_CheckExact(kth) && !PyTuple_CheckExact(kth)) return read_rank(kth, ranks);
    // Exact ints run no code of the program's.
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(kth); ++i) {
        if (!read_rank(PySequence_Fast_GET_ITEM(kth, i), ranks)) return false;
    }
    return !ranks.empty();
}

bool are_within(const std::vector<npy_intp>& ranks, npy_intp extent) {
    return std::all_of(ranks.begin(), ranks.end(),
                       [=](npy_intp rank) { return rank >= -extent && rank < extent; });
}

// kind= and order=.
bool is_default(PyObject* kind, PyObject* order) {
    return absent(order) &&
           (kind == nullptr || (PyUnicode_CheckExact(kind) &&
                                PyUnicode_CompareWithASCIIString(kind, "introselect") == 0));
}

PyArrayObject* as_numpy(const Ref& array) {
    return reinterpret_cast<PyArrayObject*>(array.get());
}

// Numbers in no order, as an array of their own of this type.
Ref disordered(PyArray_Descr* type, npy_intp count) {
    std::vector<npy_int64> numbers(static_cast<std::size_t>(count));
    for (npy_intp i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = i * 7919 % 1009;
    Ref plain(PyArray_SimpleNewFromData(1, &count, NPY_INT64, numbers.data()));
    Py_INCREF(type);
    return Ref(plain ? PyArray_CastToType(as_numpy(plain), type, 0) : nullptr);
}

bool sorts_whole(PyArray_Descr* type, npy_intp count) {
    const Ref array = disordered(type, count);
    npy_intp one = 1, rank = 0;
    const Ref ranks(PyArray_SimpleNewFromData(1, &one, NPY_INTP, &rank));
    if (!array || !ranks ||
        PyArray_Partition(as_numpy(array), as_numpy(ranks), 0, NPY_INTROSELECT) < 0) {
        forget_error();
        return false;
    }
    const Ref sorted(PyArray_NewCopy(as_numpy(array), NPY_CORDER));
    if (!sorted || PyArray_Sort(as_numpy(sorted), 0, NPY_QUICKSORT) < 0) {
        forget_error();
        return false;
    }
    return std::memcmp(PyArray_DATA(as_numpy(sorted)), PyArray_DATA(as_numpy(array)),
                       static_cast<std::size_t>(PyArray_NBYTES(as_numpy(sorted)))) == 0;
}

// NumPy's vector code, which chooses one rank only, sorts short lanes of four- and eight-byte
// numbers as a whole, unless there are NaNs. How short depends on the processor (64 doubles with
// AVX2, 256 with AVX-512), so NumPy itself is asked, once for each type.
npy_intp longest_sorted[dtype_count];  // of this type plus one; 0: not asked yet

// Leaves the lock, while which small arrays may change.
void ask_numpy(ArrayObject* a) {
    const Dtype dtype = dtype_of(a);
    if (dtype == no_dtype || longest_sorted[static_cast<int>(dtype)] != 0) return;
    const Ref type = Ref::share(reinterpret_cast<PyObject*>(a->f.descr));
    npy_intp longest = 256;
    while (longest > 0 && !sorts_whole(reinterpret_cast<PyArray_Descr*>(type.get()), longest)) {
        longest /= 2;
    }
    longest_sorted[static_cast<int>(dtype)] = longest + 1;
}

// What a call asks for, read for one array.
struct Selection {
    LaneAxis axis;
    std::vector<npy_intp> ranks;

    Read read(ArrayObject* a, PyObject* kth, PyObject* axis_argument) {
        if (!read_ranks(kth, ranks)) return Read::numpy;
        ask_numpy(a);  // before anything of the array is read
        const Read read = read_lane_axis(axis_argument, a->f.nd, axis);
        if (read != Read::ok) return read;
        const npy_intp extent =
            axis.is_flat ? element_count(a) : a->f.dimensions[axis.axis];
        return are_within(ranks, extent) ? Read::ok : Read::numpy;
    }
    Ref ranks_array() {
        npy_intp count = static_cast<npy_intp>(ranks.size());
        return Ref(PyArray_SimpleNewFromData(1, &count, NPY_INTP, ranks.data()));
    }
};

bool is_without_nan(ArrayObject* a) {
    const Dtype dtype = dtype_of(a);
    if (!is_floating(dtype)) return true;
    const npy_intp count = element_count(a);
    if (!is_c_contiguous(a) || !(a->f.flags & NPY_ARRAY_ALIGNED) || count == 0) return false;
    alignas(16) char largest[16];
    backend::reduce_contiguous(ReduceOp::max, dtype, a->f.data, count, largest);
    double value;
    backend::copy({reinterpret_cast<char*>(&value), Dtype::float64, 0, nullptr, nullptr},
                  {largest, dtype, 0, nullptr, nullptr});
    return value == value;
}

bool is_sorted_whole(ArrayObject* a, const Selection& selection) {
    const Dtype dtype = dtype_of(a);
    return !is_complex(dtype) && itemsize(dtype) >= 4 && selection.ranks.size() == 1 &&
           a->f.dimensions[selection.axis.axis] < longest_sorted[static_cast<int>(dtype)] &&
           is_without_nan(a);
}

// A plain ndarray over the array's memory, for a call that keeps nothing.
Ref plain_array(ArrayObject* a) {
    Py_INCREF(a->f.descr);
    return Ref(PyArray_NewFromDescr(&PyArray_Type, a->f.descr, a->f.nd, a->f.dimensions,
                                    a->f.strides, a->f.data, NPY_ARRAY_WRITEABLE, nullptr));
}

// NumPy's selection leaves the lock, and reaches beyond lanes whose elements change meanwhile: what
// it works on must be no other thread's.
bool select(ArrayObject* a, Selection& selection) {
    const int axis = selection.axis.axis;
    if (is_sorted_whole(a, selection)) {
        const StridedView view = view_of(a);
        const Observation observation(Event::library, "sort");
        const Status status = unlocked(element_count(a), [&] {
            return backend::sort(view, axis, backend::SortKind::quick);
        });
        end_write(a);
        if (status & status_no_memory) PyErr_NoMemory();
        return status == status_ok;
    }
    Ref plain = plain_array(a), ranks = selection.ranks_array();
    if (!plain || !ranks) return false;
    const int result =
        PyArray_Partition(as_numpy(plain), as_numpy(ranks), axis, NPY_INTROSELECT);
    end_write(a);
    return result >= 0;
}

bool select_in_place(ArrayObject* a, Selection& selection) {
    if (!has_other_threads()) return prepare_write(a) && select(a, selection);
    const Ref copy = copy_for_sorting(a, false);
    if (!copy || !select(as_array(copy.get()), selection) || !prepare_write(a)) return false;
    copy_elements(view_of(a), view_of(as_array(copy.get())));
    end_write(a);
    return true;
}

PyObject* method_partition(PyObject* self, PyObject* const* args, Py_ssize_t count,
                           PyObject* names) {
    static const Parameters<4> parameters({"kth", "axis", "kind", "order"});
    const Arguments arguments{args, count, names};
    const Ref own = pinned(self);
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    PyObject* argument[4];
    Selection selection;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == Py_None || dtype_of(a) == no_dtype || !is_plainly_writeable(a) ||
        may_overlap_itself(a) ||
        !is_default(argument[2], argument[3])) {
        return call_numpy_method("partition", self, arguments);
    }
    const Read read = selection.read(a, argument[0], argument[1]);
    if (read == Read::numpy) return call_numpy_method("partition", self, arguments);
    if (read == Read::error || has_become_read_only(self, "partition") ||
        !select_in_place(a, selection)) {
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyObject* function_partition(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    static const Parameters<5> parameters({"a", "kth", "axis", "kind", "order"});
    const Arguments arguments{args, count, names};
    PyObject* argument[5];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == nullptr || !is_default(argument[3], argument[4])) {
        return call_numpy("partition", arguments);
    }
    Operand operand;
    if (!classify_pinned(argument[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy("partition", arguments);
    Selection selection;
    const Read read = selection.read(operand.array, argument[1], argument[2]);
    if (read == Read::numpy) return call_numpy("partition", arguments);
    if (read == Read::error) return nullptr;
    Ref copy = copy_for_sorting(operand.array, selection.axis.is_flat);
    if (!copy || !select(as_array(copy.get()), selection)) return nullptr;
    return copy.release();
}

PyObject* order_of(ArrayObject* given, Selection& selection) {
    if (!values(given)) return nullptr;
    const Ref copy = has_other_threads() ? copy_for_sorting(given, false)
                                         : Ref::share(as_object(given));
    if (!copy) return nullptr;
    ArrayObject* a = as_array(copy.get());
    const int axis = selection.axis.axis;
    if (!is_sorted_whole(a, selection)) {
        Ref plain = plain_array(a), ranks = selection.ranks_array();
        if (!plain || !ranks) return nullptr;
        return wrap(PyArray_ArgPartition(as_numpy(plain), as_numpy(ranks), axis,
                                         NPY_INTROSELECT));
    }
    Ref positions(as_object(new_array(Dtype::int64, a->f.nd, a->f.dimensions)));
    if (!positions) return nullptr;
    const StridedView out = view_of(as_array(positions.get())), in = view_of(a);
    const Observation observation(Event::library, "argsort");
    const Status status = unlocked(element_count(a), [&] {
        return backend::argsort(out, in, axis, backend::SortKind::quick);
    });
    end_write(as_array(positions.get()));
    return status & status_no_memory ? PyErr_NoMemory() : positions.release();
}

PyObject* argpartition(PyObject* object, ArrayObject* given, PyObject* const* argument,
                       bool& unsupported) {
    Selection selection;
    Ref flat;
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    if (a->f.nd == 0 || (argument[1] == Py_None && a->f.nd > 1)) {
        const npy_intp count = element_count(a);
        Ref ours(is_ours(own.get()) ? Py_NewRef(own.get()) : as_numen_array(object));
        flat = Ref(ours ? reshape(as_array(ours.get()), 1, &count) : nullptr);
        if (!flat) return nullptr;
        a = as_array(flat.get());
    }
    switch (selection.read(a, argument[0], argument[1])) {
        case Read::ok: return order_of(a, selection);
        case Read::numpy: unsupported = true; return nullptr;
        default: return nullptr;
    }
}

PyObject* method_argpartition(PyObject* self, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<4> parameters({"kth", "axis", "kind", "order"});
    const Arguments arguments{args, count, names};
    PyObject* argument[4];
    bool unsupported = !parameters.read(arguments, argument) || argument[0] == nullptr ||
                       dtype_of(as_array(self)) == no_dtype ||
                       !is_default(argument[2], argument[3]);
    PyObject* result =
        unsupported ? nullptr : argpartition(self, as_array(self), argument, unsupported);
    return unsupported ? call_numpy_method("argpartition", self, arguments) : result;
}

PyObject* function_argpartition(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    static const Parameters<5> parameters({"a", "kth", "axis", "kind", "order"});
    const Arguments arguments{args, count, names};
    PyObject* argument[5];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == nullptr || !is_default(argument[3], argument[4])) {
        return call_numpy("argpartition", arguments);
    }
    Operand operand;
    if (!classify_pinned(argument[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy("argpartition", arguments);
    bool unsupported = false;
    PyObject* object = operand.owned ? operand.owned.get() : argument[0];
    PyObject* result = argpartition(object, operand.array, argument + 1, unsupported);
    return unsupported ? call_numpy("argpartition", arguments) : result;
}

}  // namespace

PyMethodDef partitioning_methods[] = {
    {"partition", guarded<method_partition>(), fast, nullptr},
    {"argpartition", guarded<method_argpartition>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef partitioning_functions[] = {
    {"partition", guarded<function_partition>(), fast, nullptr},
    {"argpartition", guarded<function_argpartition>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
