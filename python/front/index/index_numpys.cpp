#include "front/index/index_numpys.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "front/array/layout_guard.h"
#include "front/array/look.h"
#include "front/array/numpy_type.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/given_arrays.h"
#include "front/call/numpys_reports.h"
#include "front/index/element_key.h"
#include "front/index/object_elements.h"

namespace numen::front {
namespace {

constexpr const char* get_name = "ndarray.__getitem__";
constexpr const char* set_name = "ndarray.__setitem__";

bool is_plain_bound(PyObject* bound) {
    npy_intp value;
    return bound == Py_None || read_integer_exactly(bound, value);
}

bool is_plain_item(PyObject* item) {
    if (!PySlice_Check(item)) return item == Py_Ellipsis || is_plain_bound(item);
    const auto* slice = reinterpret_cast<PySliceObject*>(item);
    return is_plain_bound(slice->start) && is_plain_bound(slice->stop) &&
           is_plain_bound(slice->step);
}

// An index of integers and slices: NumPy reads it, as it does the name of a field, and makes the
// view or the element, without running any code of the program's and without leaving the lock.
bool is_plain_key(PyObject* key) {
    const KeyItems items(key);
    return std::all_of(items.items, items.items + items.count, is_plain_item);
}

// A number or a text of Python's or NumPy's own types, which NumPy converts likewise.
bool is_plain_value(PyObject* value) {
    PyTypeObject* type = Py_TYPE(value);
    const bool is_heap_type = PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE);
    return value == Py_None || type == &PyFloat_Type || type == &PyLong_Type ||
           type == &PyBool_Type || type == &PyComplex_Type || type == &PyUnicode_Type ||
           type == &PyBytes_Type || (!is_heap_type && PyArray_IsScalar(value, Generic));
}

// The element types of NumPy's own whose functions are C code that runs no other.
bool is_plain_type(PyObject* self) {
    return is_exposed(self) && as_array(self)->f.descr->type_num < NPY_NTYPES_LEGACY;
}

// Such a value, or a tuple of them for a record.
bool is_plain(PyObject* value) {
    if (!PyTuple_CheckExact(value)) return is_plain_value(value);
    PyObject* const* fields = &PyTuple_GET_ITEM(value, 0);
    return std::all_of(fields, fields + PyTuple_GET_SIZE(value), is_plain_value);
}

// Where an element lies in memory that may be written to; false for any other index than integers,
// one for each axis, that lie inside.
bool find_element(ArrayObject* a, PyObject* key, npy_intp& offset) {
    const KeyItems items(key);
    return items.name_element(a) && is_plainly_writeable(a) && read_offset(a, items, offset);
}

// Whether NumPy would ask the object for an integer.
bool is_asked(PyObject* item) {
    return PyIndex_Check(item) && !PyLong_Check(item) && !PyArray_Check(item) &&
           !is_managed(item) && !PyArray_IsScalar(item, Generic);
}

// The integer that an object gives, or the object, of which NumPy says what is wrong. Null with an
// exception set.
Ref settled_integer(PyObject* item) {
    if (!is_asked(item)) return Ref::share(item);
    Ref number(PyNumber_Index(item));
    return number || !leave_to_numpy() ? std::move(number) : Ref::share(item);
}

Ref settled_item(PyObject* item) {
    if (!PySlice_Check(item)) return settled_integer(item);
    const auto* slice = reinterpret_cast<PySliceObject*>(item);
    if (!is_asked(slice->start) && !is_asked(slice->stop) && !is_asked(slice->step)) {
        return Ref::share(item);
    }
    const Ref start = settled_integer(slice->start);
    const Ref stop = start ? settled_integer(slice->stop) : Ref();
    const Ref step = stop ? settled_integer(slice->step) : Ref();
    return step ? Ref(PySlice_New(start.get(), stop.get(), step.get())) : Ref();
}

}  // namespace

Ref settled_key(PyObject* key) {
    if (PyTuple_Check(key) && !PyTuple_CheckExact(key)) return Ref::share(key);
    const KeyItems items(key);
    PyObject* const* end = items.items + items.count;
    const auto is_settled = [](PyObject* item) { return !is_asked(item) && !PySlice_Check(item); };
    if (std::all_of(items.items, end, is_settled)) return Ref::share(key);
    if (!PyTuple_CheckExact(key)) return settled_item(key);
    Ref settled(PyTuple_New(items.count));
    for (Py_ssize_t i = 0; settled && i < items.count; ++i) {
        Ref item = settled_item(items.items[i]);
        if (!item) return item;
        PyTuple_SET_ITEM(settled.get(), i, item.release());
    }
    return settled;
}

namespace {

// NumPy leaves the lock while it indexes, with the layouts and the items of what it was given in
// hand: it gets views and lists that nobody else knows.
Ref pinned_key(PyObject* key) {
    return rebuilt_key(key, [](PyObject* item, std::size_t) {
        return is_array(item) ? private_positions(item) : held_if_sequence(item);
    });
}

PyObject* get_by_any_key(PyObject* self, PyObject* key) {
    const Ref own = private_view(self), own_key = pinned_key(key);
    if (!own || !own_key) return nullptr;
    PyObject* operands[] = {own.get(), own_key.get()};
    return call_slot_fallback(get_name, numpy_slots.mapping.mp_subscript,
                              operands);
}

// An array of objects keeps the very lists and arrays that it is given, but for the list of what
// goes to several places.
Ref held_value(PyObject* self, PyObject* key, PyObject* value) {
    const bool has_axes = PySlice_Check(key) || PyList_CheckExact(key) ||
                          (is_array(key) && as_array(key)->f.nd > 0);
    const bool is_kept = PyDataType_REFCHK(as_array(self)->f.descr) && !has_axes;
    return is_kept ? Ref::share(value) : held_for(self, value);
}

// Does NumPy ask the array itself once more whether it may be written to, when the value is read?
// Of other indices it makes a view, or an iterator, before.
bool is_asked_again(PyObject* key) {
    const KeyItems items(key);
    if (items.count != 1) return false;
    PyObject* item = *items.items;
    return item == Py_Ellipsis || PyList_CheckExact(item) ||
           (is_array(item) && dtype_of(as_array(item)) == Dtype::boolean);
}

int set_by_any_key(PyObject* self, PyObject* key, PyObject* value) {
    const Ref own = private_view(self), own_key = pinned_key(key);
    if (!own || !own_key) return -1;
    PyObject* operands[] = {own.get(), own_key.get()};
    const bool is_kept = value == nullptr || PyDataType_REFCHK(as_array(self)->f.descr);
    const Ref held = value == nullptr ? Ref() : held_value(self, key, value);
    if (value != nullptr && !held) return -1;
    value = held.get();
    if (value != nullptr && !expose_deeply(value, set_name)) return -1;
    // NumPy casts the one element of an array, and converts that of a subclass as an object.
    const bool ours = value != nullptr && is_ours(value);
    const Ref own_value = is_kept ? Ref::share(value) : private_view(value);
    if (value != nullptr && !own_value) return -1;
    Ref plain(ours ? look(own_value.get()) : Py_XNewRef(own_value.get()));
    if (ours && !plain) return -1;
    const bool to_itself = is_asked_again(key);
    const auto store = [&](PyObject* target, PyObject* index) {
        PyObject* const values[] = {plain.get()};
        if (to_itself && is_exposed(self)) target = self;
        return with_given_arrays(values, 1, [&](PyObject* const* given) {
            const int done = numpy_slots.mapping.mp_ass_subscript(target, index, given[0]);
            return done < 0 ? nullptr : Py_NewRef(Py_None);
        });
    };
    Ref done(call_slot_fallback(set_name, store, operands));
    return done ? 0 : -1;
}

}  // namespace

namespace {

// Does an element so many bytes from the first lie between the outermost ones?
bool is_within(const ArrayObject* a, npy_intp offset) {
    npy_intp low = 0, high = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (a->f.dimensions[axis] == 0) return false;
        const npy_intp reach = (a->f.dimensions[axis] - 1) * a->f.strides[axis];
        (reach < 0 ? low : high) += reach;
    }
    return offset >= low && offset <= high;
}

// An array of that element alone, and the element's value; null with an exception set.
Ref single_like(ArrayObject* a, npy_intp offset) {
    npy_intp one = 1;
    if (!values(a)) return Ref();
    Py_INCREF(a->f.descr);
    Ref single(PyArray_NewFromDescr(&PyArray_Type, a->f.descr, 1, &one, nullptr, nullptr, 0,
                                    nullptr));
    if (single && is_within(a, offset)) {
        std::memcpy(as_array(single.get())->f.data, a->f.data + offset,
                    PyDataType_ELSIZE(a->f.descr));
    }
    return single;
}

// Copies the element back, if the array still has such a one; false with an exception set.
bool put_back(ArrayObject* single, ArrayObject* a, npy_intp offset) {
    if (!prepare_write(a)) return false;
    if (a->f.descr != single->f.descr || !is_within(a, offset)) {
        PyErr_SetString(PyExc_IndexError,
                        "the array changed while the value for one of its elements was read");
        return false;
    }
    std::memcpy(a->f.data + offset, single->f.data, PyDataType_ELSIZE(a->f.descr));
    end_write(a);
    return true;
}

}  // namespace

int numpy_set_element(ArrayObject* a, npy_intp offset, PyObject* value) {
    const Ref single = single_like(a, offset), first(PyLong_FromLong(0));
    if (!single || !first) return -1;
    if (set_by_any_key(single.get(), first.get(), value) == 0) {
        return put_back(as_array(single.get()), a, offset) ? 0 : -1;
    }
    // A floating-point error, or a field's, is raised when something is stored already.
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    if (!put_back(as_array(single.get()), a, offset)) forget_error();
    PyErr_Restore(type, error, trace);
    return -1;
}

namespace {

// NumPy asks no object for an integer where there is no axis that it could stand for.
Ref settled_for(PyObject* self, PyObject* key) {
    return as_array(self)->f.nd == 0 ? Ref::share(key) : settled_key(key);
}

PyObject* get_by_numpys_slot(PyObject* self, PyObject* key) {
    return call_plain_fallback(get_name,
                               [=] { return numpy_slots.mapping.mp_subscript(self, key); });
}

// Null without an exception where code of the program's may run.
PyObject* get_plainly(PyObject* self, PyObject* key) {
    if (!is_plain_type(self)) return nullptr;
    if (PyUnicode_CheckExact(key)) return get_by_numpys_slot(self, key);
    ArrayObject* a = as_array(self);
    if (PyObject* found = quick_object(a, key)) return found;
    if (PySlice_Check(key) && a->f.nd > 0 && is_plain_item(key)) return quick_slice(a, key);
    const KeyItems items(key);
    npy_intp offset;
    if (items.name_element(a) && read_offset(a, items, offset)) {
        return call_plain_fallback(
            get_name, [=] { return PyArray_Scalar(a->f.data + offset, a->f.descr, self); });
    }
    return is_plain_key(key) ? get_by_numpys_slot(self, key) : nullptr;
}

// What a function of NumPy's that stores plain values does: 0, or -1 with an exception set.
template <class Store> int call_store(const Store& store) {
    const Ref done(call_plain_fallback(set_name, [&] {
        return with_numpys_reports(
            [&]() -> PyObject* { return store() < 0 ? nullptr : Py_NewRef(Py_None); });
    }));
    return done ? 0 : -1;
}

// 1 where code of the program's may run while NumPy has a place of the array's in hand.
int set_plainly(PyObject* self, PyObject* key, PyObject* value) {
    if (value == nullptr || !is_plain_type(self)) return 1;
    ArrayObject* a = as_array(self);
    if (store_object(a, key, value)) return 0;
    // An object that is let go may run its own code, before the record that held it is complete.
    if (PyDataType_REFCHK(a->f.descr)) return 1;
    if (PyUnicode_CheckExact(key)) {
        if (!is_plain(value)) return 1;
        return call_store([=] { return numpy_slots.mapping.mp_ass_subscript(self, key, value); });
    }
    npy_intp offset;
    if (!find_element(a, key, offset)) return 1;
    if (!is_plain(value)) return numpy_set_element(a, offset, value);
    return call_store([=] { return PyArray_Pack(a->f.descr, a->f.data + offset, value); });
}

}  // namespace

PyObject* numpy_get(PyObject* self, PyObject* key) {
    const LayoutGuard guard(self, &key, 1);
    PyObject* plain = get_plainly(self, key);
    if (plain != nullptr || PyErr_Occurred()) return plain;
    const Ref settled = settled_for(self, key);
    if (!settled) return nullptr;
    if (settled.get() != key) plain = get_plainly(self, settled.get());
    if (plain != nullptr || PyErr_Occurred()) return plain;
    return get_by_any_key(self, settled.get());
}

int numpy_set(PyObject* self, PyObject* key, PyObject* value) {
    PyObject* given[] = {key, value};
    const LayoutGuard guard(self, given, 2);
    int done = set_plainly(self, key, value);
    if (done != 1) return done;
    const Ref settled = settled_for(self, key);
    if (!settled) return -1;
    if (settled.get() != key) done = set_plainly(self, settled.get(), value);
    return done == 1 ? set_by_any_key(self, settled.get(), value) : done;
}

}  // namespace numen::front
