// sort, argsort and lexsort.
#include "front/functions/sorting.h"

#include <algorithm>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/sort_loops.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/functions/tables.h"
#include "front/module/observer.h"

namespace numen::front {

Read read_lane_axis(PyObject* argument, const int& nd, LaneAxis& axis) {
    if (argument == Py_None) {
        axis.is_flat = true;
        return Read::ok;
    }
    if (argument == nullptr) {
        axis.axis = nd - 1;
        return nd > 0 ? Read::ok : Read::numpy;
    }
    if (!PyIndex_Check(argument) || PyBool_Check(argument) || is_ours(argument) ||
        is_derived(argument)) {
        return Read::numpy;
    }
    int overflow = 0;
    if (PyLong_CheckExact(argument)) {
        const long value = PyLong_AsLongAndOverflow(argument, &overflow);
        if (overflow != 0 || value != static_cast<int>(value)) return Read::numpy;
    }
    return read_axis(argument, nd, axis.axis) ? Read::ok : Read::error;
}

Ref copy_for_sorting(ArrayObject* given, bool is_flat) {
    const Ref own = pinned(as_object(given));
    ArrayObject* a = as_array(own.get());
    if (a == nullptr) return Ref();
    if (!is_flat) return Ref(as_object(copy_array(a, dtype_of(a), 'K')));
    if (!values(a)) return Ref();
    const npy_intp count = element_count(a);
    Ref flat(as_object(new_array(dtype_of(a), 1, &count)));
    if (!flat) return flat;
    npy_intp strides[max_dimensions];
    dense_strides(Order::c, itemsize(dtype_of(a)), a->f.nd, a->f.dimensions, strides);
    copy_elements({as_array(flat.get())->f.data, dtype_of(a), a->f.nd, a->f.dimensions, strides},
                  view_of(a));
    return flat;
}

void lend_numpys_sort_loops() {
    constexpr NPY_SORTKIND kinds[cpu::sort_kinds] = {NPY_QUICKSORT, NPY_STABLESORT};
    for (int number = 0; number < dtype_count; ++number) {
        const auto dtype = static_cast<Dtype>(number);
        const PyArray_ArrFuncs* functions = PyDataType_GetArrFuncs(descr_of(dtype));
        cpu::SortLoops loops;
        for (int kind = 0; kind < cpu::sort_kinds; ++kind) {
            loops.sort[kind] = functions->sort[kinds[kind]];
            loops.argsort[kind] = functions->argsort[kinds[kind]];
        }
        cpu::lend_sort_loops(dtype, loops);
    }
}

namespace {

using backend::SortKind;

// kind=, order= and stable=; false where NumPy serves or refuses them.
bool read_kind(PyObject* kind, PyObject* order, PyObject* stable, SortKind& read) {
    read = SortKind::quick;
    if (given(order) || (given(kind) && given(stable))) return false;
    if (given(stable)) {
        if (!PyBool_Check(stable)) return false;
        if (stable == Py_True) read = SortKind::stable;
        return true;
    }
    if (absent(kind)) return true;
    NPY_SORTKIND parsed;
    if (!PyUnicode_Check(kind) || !PyArray_SortkindConverter(kind, &parsed)) {
        forget_error();
        return false;
    }
    if (parsed == NPY_STABLESORT) read = SortKind::stable;
    // NumPy sorts by its default where a heap sort is asked for.
    return parsed == NPY_STABLESORT || parsed == NPY_QUICKSORT || parsed == NPY_HEAPSORT;
}

// Those of an array that the program has.
backend::Elements elements_of_others() {
    return has_other_threads() ? backend::Elements::shared : backend::Elements::own;
}

}  // namespace

bool has_become_read_only(PyObject* array, const char* act) {
    if (as_array(array)->f.flags & NPY_ARRAY_WRITEABLE) return false;
    PyErr_Format(PyExc_ValueError, "%s array is read-only", act);
    return true;
}

namespace {

bool sort_values(ArrayObject* a, int axis, SortKind kind, backend::Elements elements) {
    const StridedView view = view_of(a);
    const Observation observation(Event::library, "sort");
    const Status status =
        unlocked(element_count(a), [&] { return backend::sort(view, axis, kind, elements); });
    end_write(a);
    if (status & status_no_memory) PyErr_NoMemory();
    return status == status_ok;
}

PyObject* method_sort(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<4> parameters({"axis", "kind", "order", "stable"}, 3);
    const Arguments arguments{args, count, names};
    const Ref own = pinned(self);
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    PyObject* argument[4];
    LaneAxis axis;
    SortKind kind;
    if (!parameters.read(arguments, argument) || dtype_of(a) == no_dtype ||
        !is_plainly_writeable(a) || may_overlap_itself(a) || argument[0] == Py_None ||
        !read_kind(argument[1], argument[2], argument[3], kind)) {
        return call_numpy_method("sort", self, arguments);
    }
    const Read read = read_lane_axis(argument[0], a->f.nd, axis);
    if (read == Read::numpy) return call_numpy_method("sort", self, arguments);
    if (read == Read::error || has_become_read_only(self, "sort") || !prepare_write(a) ||
        !sort_values(a, axis.axis, kind, elements_of_others())) {
        return nullptr;
    }
    Py_RETURN_NONE;
}

// numpy.sort: a sorted copy that lies in memory as the array does.
PyObject* function_sort(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters({"a", "axis", "kind", "order", "stable"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[5];
    SortKind kind;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        !read_kind(argument[2], argument[3], argument[4], kind)) {
        return call_numpy("sort", arguments);
    }
    Operand operand;
    if (!classify_converting(argument[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy("sort", arguments);
    LaneAxis axis;
    const bool is_fresh = static_cast<bool>(operand.owned);
    const Ref own = pinned(as_object(operand.array));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    const Read read = read_lane_axis(argument[1], a->f.nd, axis);
    if (read == Read::numpy) return call_numpy("sort", arguments);
    if (read == Read::error) return nullptr;
    Ref sorted = is_fresh && !axis.is_flat ? std::move(operand.owned)
                                           : copy_for_sorting(a, axis.is_flat);
    if (!sorted ||
        !sort_values(as_array(sorted.get()), axis.axis, kind, backend::Elements::own)) {
        return nullptr;
    }
    return sorted.release();
}

// `work`: how many elements are sorted in all, of several keys one after the other.
bool fill_order(ArrayObject* positions, ArrayObject* key, int axis, SortKind kind, npy_intp work,
                backend::Positions start = backend::Positions::fresh) {
    if (!values(key)) return false;
    const StridedView out = view_of(positions), in = view_of(key);
    const Observation observation(Event::library, "argsort");
    const backend::Elements elements = elements_of_others();
    const Status status = unlocked(work, [&] {
        return backend::argsort(out, in, axis, kind, start, elements);
    });
    end_write(positions);
    if (status & status_no_memory) PyErr_NoMemory();
    return status == status_ok;
}

// The order of an array; `object` is the array or what it was made of.
PyObject* argsort(PyObject* object, ArrayObject* given, PyObject* axis_argument, SortKind kind,
                  bool& unsupported) {
    LaneAxis axis;
    Ref flat;
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    const bool is_point = a->f.nd == 0;  // NumPy takes it as a vector of one element
    if (axis_argument == nullptr && is_point) {
        axis.is_flat = true;
    } else {
        const int one = 1;
        switch (read_lane_axis(axis_argument, is_point ? one : a->f.nd, axis)) {
            case Read::ok: break;
            case Read::numpy: unsupported = true; return nullptr;
            case Read::error: return nullptr;
        }
    }
    if ((axis.is_flat && a->f.nd != 1) || is_point) {
        const npy_intp count = element_count(a);
        Ref ours(is_ours(own.get()) ? Py_NewRef(own.get()) : as_numen_array(object));
        flat = Ref(ours ? reshape(as_array(ours.get()), 1, &count) : nullptr);
        if (!flat) return nullptr;
        a = as_array(flat.get());
    }
    if (axis.is_flat) axis.axis = 0;
    Ref positions(as_object(new_array(Dtype::int64, a->f.nd, a->f.dimensions)));
    const npy_intp work = element_count(a);
    if (!positions || !fill_order(as_array(positions.get()), a, axis.axis, kind, work)) {
        return nullptr;
    }
    return positions.release();
}

PyObject* method_argsort(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    static const Parameters<4> parameters({"axis", "kind", "order", "stable"}, 3);
    const Arguments arguments{args, count, names};
    PyObject* argument[4];
    SortKind kind;
    bool unsupported = !parameters.read(arguments, argument) ||
                       dtype_of(as_array(self)) == no_dtype ||
                       !read_kind(argument[1], argument[2], argument[3], kind);
    PyObject* result =
        unsupported ? nullptr : argsort(self, as_array(self), argument[0], kind, unsupported);
    return unsupported ? call_numpy_method("argsort", self, arguments) : result;
}

PyObject* function_argsort(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<5> parameters({"a", "axis", "kind", "order", "stable"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[5];
    SortKind kind;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        !read_kind(argument[2], argument[3], argument[4], kind)) {
        return call_numpy("argsort", arguments);
    }
    Operand operand;
    if (!classify_converting(argument[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy("argsort", arguments);
    bool unsupported = false;
    PyObject* object = operand.owned ? operand.owned.get() : argument[0];
    PyObject* result = argsort(object, operand.array, argument[1], kind, unsupported);
    return unsupported ? call_numpy("argsort", arguments) : result;
}

// The keys of a lexsort, all of one shape. False with an exception set, or with `unsupported`.
bool load_keys(PyObject* sequence, std::vector<Ref>& keys, bool& unsupported) {
    unsupported = true;
    const bool is_array = is_ours(sequence) && as_array(sequence)->f.nd > 0;
    if (!is_array && !is_plain_list(sequence)) return false;
    const Py_ssize_t count = PySequence_Size(sequence);
    for (Py_ssize_t i = 0; i < count; ++i) {
        Ref item(PySequence_GetItem(sequence, i));
        Operand operand;
        if (!item || !classify_converting(item.get(), operand)) return unsupported = false;
        if (operand.kind != Kind::array) return false;
        const Ref own = pinned(as_object(operand.array));
        if (!own) return unsupported = false;
        keys.push_back(pinned_for(own, element_count(as_array(own.get())) * count));
        if (!keys.back()) return unsupported = false;
        ArrayObject *first = as_array(keys[0].get()), *key = as_array(keys.back().get());
        if (key->f.nd != first->f.nd ||
            !std::equal(key->f.dimensions, key->f.dimensions + key->f.nd, first->f.dimensions)) {
            return false;
        }
    }
    if (keys.empty() || as_array(keys[0].get())->f.nd == 0) return false;
    unsupported = false;
    return true;
}

PyObject* function_lexsort(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"keys", "axis"});
    const Arguments arguments{args, count, names};
    PyObject* argument[2];
    std::vector<Ref> keys;
    bool unsupported = false;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == Py_None) {
        return call_numpy("lexsort", arguments);
    }
    if (!load_keys(argument[0], keys, unsupported)) {
        return unsupported ? call_numpy("lexsort", arguments) : nullptr;
    }
    ArrayObject* first = as_array(keys[0].get());
    LaneAxis axis;
    const Read read = read_lane_axis(argument[1], first->f.nd, axis);
    if (read == Read::numpy) return call_numpy("lexsort", arguments);
    if (read == Read::error) return nullptr;
    Ref positions(as_object(new_array(Dtype::int64, first->f.nd, first->f.dimensions)));
    const npy_intp work = element_count(first) * static_cast<npy_intp>(keys.size());
    for (std::size_t i = 0; positions && i < keys.size(); ++i) {
        const auto start = i == 0 ? backend::Positions::fresh : backend::Positions::present;
        if (!fill_order(as_array(positions.get()), as_array(keys[i].get()), axis.axis,
                        SortKind::stable, work, start)) {
            return nullptr;
        }
    }
    return positions.release();
}

}  // namespace

PyMethodDef sorting_methods[] = {
    {"sort", guarded<method_sort>(), fast, nullptr},
    {"argsort", guarded<method_argsort>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef sorting_functions[] = {
    {"sort", guarded<function_sort>(), fast, nullptr},
    {"argsort", guarded<function_argsort>(), fast, nullptr},
    {"lexsort", guarded<function_lexsort>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
