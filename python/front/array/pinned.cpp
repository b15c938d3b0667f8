#include "front/array/pinned.h"

#include "front/array/creation.h"
#include "front/array/look.h"
#include "front/array/state.h"
#include "front/array/waiting.h"

namespace numen::front {

namespace {

Ref own_view(PyObject* array) {
    ArrayObject* a = as_array(array);
    // What warns at its first write keeps note of it in the array itself.
    if (a->f.flags & warns_on_write) return Ref::share(array);
    return Ref(as_object(new_view(a, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides, 0)));
}

}  // namespace

Ref pinned_view(PyObject* array) {
    const bool stays = !is_ours(array) || !needs_pin(as_array(array));
    return stays ? Ref::share(array) : own_view(array);
}

Ref pinned_for(const Ref& array, npy_intp elements) {
    const bool stays = !is_ours(array.get()) ||
                       (elements <= max_locked_elements && !needs_pin(as_array(array.get())));
    return stays ? Ref::share(array.get()) : own_view(array.get());
}

Ref private_view(PyObject* object) {
    return is_array(object) ? own_view(object) : Ref::share(object);
}

Ref private_positions(PyObject* object) {
    Ref view = private_view(object);
    if (!view || !is_array(object) || !has_other_threads()) return view;
    const Dtype dtype = dtype_of(as_array(object));
    if (dtype == no_dtype || !is_integer(dtype)) return view;
    Ref plain(look(view.get()));
    if (!plain) return plain;
    return Ref(PyArray_NewCopy(reinterpret_cast<PyArrayObject*>(plain.get()), NPY_KEEPORDER));
}

namespace {

// A list that holds itself is left as it is there: NumPy refuses it.
Ref held_below(PyObject* sequence, const Holders* holders) {
    const Holders with_this{sequence, holders};
    if (with_this.end_here()) return Ref::share(sequence);
    const bool is_list = PyList_CheckExact(sequence);
    Ref copy = is_list ? held_list(sequence) : Ref(PyTuple_New(PyTuple_GET_SIZE(sequence)));
    if (!copy) return copy;
    PyObject** items = PySequence_Fast_ITEMS(copy.get());
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(copy.get()); ++i) {
        if (!is_list) items[i] = Py_NewRef(PyTuple_GET_ITEM(sequence, i));
        if (!is_sequence(items[i])) continue;
        Ref inner = held_below(items[i], &with_this);
        if (!inner) return inner;
        Py_SETREF(items[i], inner.release());
    }
    return copy;
}

}  // namespace

Ref held_sequence(PyObject* sequence) { return held_below(sequence, nullptr); }

Ref held_if_sequence(PyObject* object) {
    return is_sequence(object) ? held_sequence(object) : Ref::share(object);
}

Ref held_for(PyObject* array, PyObject* value) {
    if (value == nullptr) return Ref();
    if (!PyDataType_REFCHK(as_array(array)->f.descr)) return held_if_sequence(value);
    return PyList_CheckExact(value) ? held_list(value) : Ref::share(value);
}

Ref private_selector(Ref selector) {
    ArrayObject* a = as_array(selector.get());
    const bool is_private = Py_REFCNT(selector.get()) == 1 && a->f.base == nullptr &&
                            a->f._buffer_info == nullptr;
    return is_private ? std::move(selector) : Ref(as_object(copy_array(a, dtype_of(a), 'C')));
}

}  // namespace numen::front
