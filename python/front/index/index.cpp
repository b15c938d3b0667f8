// Basic indexing: integers, slices, newaxis and Ellipsis, which give elements and views.
#include "front/index/index.h"

#include <algorithm>
#include <cstring>

#include "front/array/creation.h"
#include "front/array/layout_guard.h"
#include "front/array/look.h"
#include "front/array/numpy_type.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/operand.h"
#include "front/call/refusals.h"
#include "front/index/element_store.h"
#include "front/index/index_numpys.h"
#include "front/module/observer.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

Parse as_index_array(PyObject* item, IndexEntry& entry) {
    PyObject* object = item;
    Ref converted;
    if (!is_array(item)) {
        converted = Ref(array_from_object(item, nullptr));
        if (!converted) return leave_to_numpy() ? Parse::unsupported : Parse::error;
        object = converted.get();
        if (!is_ours(object)) return Parse::unsupported;
        if (element_count(as_array(object)) == 0) {
            // An empty list means an empty integer index; of complex numbers NumPy warns.
            if (is_complex(dtype_of(as_array(object)))) return Parse::unsupported;
            npy_intp shape[max_dimensions];
            std::copy_n(as_array(object)->f.dimensions, as_array(object)->f.nd, shape);
            converted = Ref(as_object(new_exposed(Dtype::int64, as_array(object)->f.nd, shape)));
            object = converted.get();
            if (object == nullptr) return Parse::error;
        }
    }
    const Dtype dtype = dtype_of(as_array(object));
    if (dtype == no_dtype) return Parse::unsupported;
    if (as_array(object)->f.nd == 0 && dtype != Dtype::boolean) return Parse::unsupported;
    if (dtype == Dtype::boolean) {
        entry.kind = IndexEntry::Kind::mask;
        entry.axes = as_array(object)->f.nd;
    } else if (is_integer(dtype)) {
        entry.kind = IndexEntry::Kind::array;
    } else {
        // Of a list NumPy says something else than of an array.
        if (converted) entry.object = Ref(Py_BuildValue("[d]", 0.0));
        return Parse::invalid;
    }
    entry.object = pinned(object);
    return entry.object && values(as_array(entry.object.get())) ? Parse::ok : Parse::error;
}

// One item of an index tuple, before it is known which axis it meets. Integers keep their raw
// value in `start`, slices their bounds in `start` and `length`. Only here does an index run a
// program's code, which may reshape the array.
Parse classify_item(PyObject* item, IndexEntry& entry, bool& ellipsis) {
    ellipsis = false;
    if (PyLong_CheckExact(item)) {
        entry.kind = IndexEntry::Kind::integer;
        entry.start = PyLong_AsSsize_t(item);
        if (entry.start == -1 && PyErr_Occurred()) {
            forget_error();
            return Parse::invalid;
        }
        return Parse::ok;
    }
    if (PySlice_Check(item)) {
        entry.kind = IndexEntry::Kind::slice;
        if (PySlice_Unpack(item, &entry.start, &entry.length, &entry.step) == 0) return Parse::ok;
        return leave_to_numpy() ? Parse::invalid : Parse::error;
    }
    if (item == Py_Ellipsis) {
        ellipsis = true;
        entry.axes = 0;
        return Parse::ok;
    }
    if (item == Py_None) {
        entry.kind = IndexEntry::Kind::newaxis;
        entry.axes = 0;
        return Parse::ok;
    }
    const bool array = is_array(item);
    if (array && as_array(item)->f.nd == 0 && is_integer(dtype_of(as_array(item)))) {
        if (!values(as_array(item))) return Parse::error;
    } else if (array || is_plain_list(item) || PyBool_Check(item) ||
               PyArray_IsScalar(item, Bool)) {
        return as_index_array(item, entry);
    } else if (PyArray_Check(item) || !PyIndex_Check(item)) {
        return Parse::unsupported;
    }
    Ref number(PyNumber_Index(item));
    // Objects that are no integers after all may be arrays to NumPy.
    if (!number) return leave_to_numpy() ? Parse::unsupported : Parse::error;
    return classify_item(number.get(), entry, ellipsis);
}

// Meets the entry with its axis: wraps the integer, clips the slice.
Parse settle_entry(IndexEntry& entry, npy_intp extent) {
    if (entry.kind == IndexEntry::Kind::integer) {
        return wrap_integer(entry.start, extent) ? Parse::ok : Parse::invalid;
    }
    if (entry.kind == IndexEntry::Kind::slice) {
        entry.length = clip_slice(extent, entry.start, entry.length, entry.step);
    }
    return Parse::ok;
}

IndexEntry full_slice() {
    IndexEntry entry;
    entry.kind = IndexEntry::Kind::slice;
    entry.length = PY_SSIZE_T_MAX;
    return entry;
}

// 0, -1 with an exception set, or 1 where the assignment is NumPy's to judge.
int write_piece(ArrayObject* a, const BasicView& piece, PyObject* value) {
    const Dtype dtype = dtype_of(a);
    if (refuses_writes(a)) return -1;
    Assigned assigned;
    const int read = assigned.read(value, dtype);
    if (read != 0) return read;
    // NumPy looks no deeper into lists than the piece has axes, and refuses what lies there.
    if (assigned.operand.owned && assigned.operand.ndim() > piece.nd) return 1;
    if (!prepare_write(a)) return -1;
    const int done = assigned.write({a->f.data + piece.offset, dtype, piece.nd, piece.shape,
                                     piece.strides});
    end_write(a);
    return done;
}

}  // namespace

Parse parse_index(ArrayObject* a, PyObject* key, ParsedIndex& index) {
    PyObject* const* items = &key;
    Py_ssize_t count = 1;
    if (PyTuple_Check(key)) {
        if (!PyTuple_CheckExact(key)) return Parse::unsupported;
        items = &PyTuple_GET_ITEM(key, 0);
        count = PyTuple_GET_SIZE(key);
    }
    int consumed = 0, ellipsis_at = -1;
    index.entries.reserve(count + 1);
    bool integers_only = true;
    for (Py_ssize_t i = 0; i < count; ++i) {
        IndexEntry entry;
        bool ellipsis;
        const Parse parse = classify_item(items[i], entry, ellipsis);
        if (entry.object && (PyList_Check(items[i]) || PyTuple_Check(items[i]))) {
            index.read.resize(static_cast<std::size_t>(count));
            index.read[static_cast<std::size_t>(i)] = Ref::share(entry.object.get());
        }
        if (parse != Parse::ok) return parse;
        if (ellipsis) {
            if (ellipsis_at >= 0) return Parse::invalid;
            ellipsis_at = static_cast<int>(index.entries.size());
            integers_only = false;
            continue;
        }
        consumed += entry.axes;
        const bool is_integer = entry.kind == IndexEntry::Kind::integer;
        integers_only = integers_only && is_integer;
        index.copied = index.copied || (is_integer && is_array(items[i]));
        index.advanced = index.advanced || entry.kind >= IndexEntry::Kind::array;
        index.entries.push_back(std::move(entry));
    }
    if (consumed > a->f.nd) return Parse::invalid;
    index.scalar = integers_only && consumed == a->f.nd;
    const auto place = ellipsis_at >= 0 ? ellipsis_at : static_cast<int>(index.entries.size());
    std::vector<IndexEntry> entries;
    for (int i = 0; i < place; ++i) entries.push_back(std::move(index.entries[i]));
    for (int missing = a->f.nd - consumed; missing > 0; --missing) {
        entries.push_back(full_slice());
    }
    for (std::size_t i = place; i < index.entries.size(); ++i) {
        entries.push_back(std::move(index.entries[i]));
    }
    index.entries = std::move(entries);
    const auto axes = std::count_if(index.entries.begin(), index.entries.end(), [](auto& entry) {
        return entry.kind == IndexEntry::Kind::slice || entry.kind == IndexEntry::Kind::newaxis;
    });
    const auto arrays = std::count_if(index.entries.begin(), index.entries.end(), [](auto& entry) {
        return entry.kind >= IndexEntry::Kind::array;
    });
    if (axes > max_dimensions) return Parse::invalid;
    if (arrays >= max_dimensions / 2) return Parse::unsupported;  // NumPy's limits
    int axis = 0;
    for (IndexEntry& entry : index.entries) {
        const npy_intp extent = entry.axes > 0 ? a->f.dimensions[axis] : 0;
        const Parse parse = settle_entry(entry, extent);
        if (parse != Parse::ok) return parse;
        axis += entry.axes;
    }
    return Parse::ok;
}

BasicView basic_view(ArrayObject* a, const ParsedIndex& index) {
    BasicView view;
    int axis = 0;
    for (const IndexEntry& entry : index.entries) {
        if (entry.kind == IndexEntry::Kind::newaxis) {
            view.shape[view.nd] = 1;
            view.strides[view.nd++] = 0;
            continue;
        }
        const npy_intp stride = a->f.strides[axis++];
        if (entry.kind == IndexEntry::Kind::integer) {
            view.offset += entry.start * stride;
        } else {
            view.offset += entry.start * stride;
            view.shape[view.nd] = entry.length;
            view.strides[view.nd++] = stepped(stride, entry.step);
        }
    }
    return view;
}

namespace {

// The index as NumPy knows it: plain arrays for managed ones and for lists that were read. Null
// with an exception set.
Ref numpy_key(PyObject* key, const ParsedIndex& index) {
    return rebuilt_key(key, [&](PyObject* item, std::size_t place) {
        if (place < index.read.size() && index.read[place]) item = index.read[place].get();
        return is_managed(item) ? Ref(look(item)) : held_if_sequence(item);
    });
}

}  // namespace

PyObject* raise_index_error(ArrayObject* a, PyObject* key, const ParsedIndex& index) {
    const Ref stand(stand_in(a)), plain_key = numpy_key(key, index);
    if (!stand || !plain_key) return nullptr;
    Ref result(numpy_slots.mapping.mp_subscript(stand.get(), plain_key.get()));
    if (result) {
        PyErr_SetString(PyExc_IndexError,
                        "an index was refused that NumPy accepts: the array or the index changed "
                        "meanwhile; if no other thread did that, please report it with the index "
                        "and the array's shape");
    }
    return nullptr;
}

namespace {

// Apart from the quick forms: they need none of its variables.
[[gnu::noinline]] PyObject* get_by_any_key(PyObject* self, PyObject* key) {
    const LayoutGuard guard(self, &key, 1);
    ArrayObject* a = as_array(self);
    if (PyObject* result = quick_take(a, key)) return result;
    if (PyErr_Occurred()) return nullptr;
    ParsedIndex index;
    switch (parse_index(a, key, index)) {
        case Parse::ok: break;
        case Parse::invalid: return raise_index_error(a, key, index);
        case Parse::unsupported: return numpy_get(self, key);
        case Parse::error: return nullptr;
    }
    if (index.advanced) {
        const Ref own = pinned(self);
        bool unsupported = false;
        if (!own || !values(as_array(own.get()))) return nullptr;
        PyObject* selected = get_advanced(as_array(own.get()), index, key, unsupported);
        return unsupported ? numpy_get(self, key) : selected;
    }
    const BasicView view = basic_view(a, index);
    const Dtype dtype = dtype_of(a);
    if (index.scalar) return values(a) ? make_scalar(dtype, a->f.data + view.offset) : nullptr;
    const Ref found(as_object(new_view(a, dtype, view.nd, view.shape, view.strides, view.offset)));
    if (!index.copied || !found) return Py_XNewRef(found.get());
    return as_object(copy_array(as_array(found.get()), dtype, 'K'));
}

[[gnu::noinline]] int set_by_any_key(PyObject* self, PyObject* key, PyObject* value) {
    PyObject* given[] = {key, value};
    const LayoutGuard guard(self, given, 2);
    ArrayObject* a = as_array(self);
    // store_element() may have computed values, whose warnings run code that may change the type.
    if (dtype_of(a) == no_dtype) return numpy_set(self, key, value);
    BasicView piece;
    if (quick_piece(a, key, piece) || (!PyErr_Occurred() && quick_cut(a, key, piece))) {
        if (piece.nd == 0 && (PyList_Check(value) || PyTuple_Check(value))) {
            return numpy_set(self, key, value);
        }
        if (quick_assign(a, piece, value)) return 0;
        const int done = write_piece(a, piece, value);
        return done == 1 ? numpy_set(self, key, value) : done;
    }
    if (PyErr_Occurred()) {
        // NumPy refuses the write, or the number of axes, before it reads a slice.
        const bool is_refused = a->f.nd == 0 || !(a->f.flags & NPY_ARRAY_WRITEABLE);
        return is_refused && leave_to_numpy() ? numpy_set(self, key, value) : -1;
    }
    const int quick = quick_put(a, key, value);
    if (quick != 1) return quick;
    ParsedIndex index;
    switch (parse_index(a, key, index)) {
        case Parse::ok: break;
        case Parse::error: return -1;
        default: return numpy_set(self, key, value);
    }
    const bool array_value = is_ours(value) || PyArray_Check(value);
    const bool sequence = PyList_Check(value) || PyTuple_Check(value);
    if (index.scalar && (sequence || (array_value && as_array(value)->f.nd > 0))) {
        return numpy_set(self, key, value);  // an array is not an element: NumPy refuses
    }
    if (index.scalar && is_watching) [[unlikely]] count_element("written");
    const Ref own = index.advanced ? pinned(self) : Ref();
    if (index.advanced && !own) return -1;
    if (index.advanced) {
        const int put = set_advanced(as_array(own.get()), index, value);
        return put == 1 ? numpy_set(self, key, value) : put;
    }
    const BasicView view = basic_view(a, index);
    const int done = write_piece(a, view, value);
    if (done != 1) return done;
    const bool is_element = index.scalar && !index.copied;  // NumPy casts to a view otherwise
    return is_element ? numpy_set_element(a, view.offset, value) : numpy_set(self, key, value);
}

}  // namespace

PyObject* get_item(PyObject* self, PyObject* key) {
    ArrayObject* a = as_array(self);
    if (dtype_of(a) == no_dtype) return numpy_get(self, key);
    // A view needs no values: a view of a pending array is pending with it.
    if (PySlice_Check(key) && a->f.nd > 0) return quick_slice(a, key);
    if (PyObject* result = quick_get(a, key)) return result;
    if (PyErr_Occurred()) return nullptr;
    BasicView view;
    if (!quick_cut(a, key, view)) return get_by_any_key(self, key);
    return as_object(new_view(a, dtype_of(a), view.nd, view.shape, view.strides, view.offset));
}

int set_item(PyObject* self, PyObject* key, PyObject* value) {
    ArrayObject* a = as_array(self);
    if (value == nullptr || dtype_of(a) == no_dtype) return numpy_set(self, key, value);
    const int stored = store_element(a, key, value);
    return stored == 1 ? set_by_any_key(self, key, value) : stored;
}

}  // namespace numen::front
