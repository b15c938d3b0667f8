#include "front/call/stand_ins.h"

#include "front/array/look.h"
#include "front/array/pinned.h"
#include "front/call/fallback.h"

namespace numen::front {

StandIns::StandIns(Py_ssize_t count, Views views) : views_(views), arguments_(count + 1) {}

PyObject* StandIns::stand_for(PyObject* object) {
    if (is_managed(object)) return keep(Ref(look(object)), object);
    if (views_ == Views::none) return object;
    if (is_exposed(object)) return keep(private_view(object), object);
    return views_ == Views::deep ? stand_for_items(object) : object;
}

PyObject* StandIns::stand_for_items(PyObject* sequence) {
    const bool is_list = PyList_CheckExact(sequence);
    if (!is_list && !PyTuple_CheckExact(sequence)) return sequence;
    Ref items(is_list ? PySequence_List(sequence) : PyTuple_New(PyTuple_GET_SIZE(sequence)));
    for (Py_ssize_t i = 0; items && i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
        PyObject*& place = PySequence_Fast_ITEMS(items.get())[i];
        PyObject* item = is_list ? place : PyTuple_GET_ITEM(sequence, i);
        PyObject* stand_in = is_exposed(item) ? keep(private_view(item), item) : item;
        if (stand_in == nullptr) return nullptr;
        Py_XSETREF(place, Py_NewRef(stand_in));
    }
    if (!items) return nullptr;
    sequences_.push_back(std::move(items));
    return sequences_.back().get();
}

PyObject* StandIns::keep(Ref stand_in, PyObject* object) {
    if (!stand_in) return nullptr;
    pairs_.push_back({std::move(stand_in), object});
    return pairs_.back().stand_in.get();
}

PyObject* const* StandIns::replace(PyObject* const* args, Py_ssize_t total) {
    for (Py_ssize_t i = 0; i < total; ++i) {
        arguments_[i] = stand_for(args[i]);
        if (arguments_[i] == nullptr) return nullptr;
    }
    return arguments_.data();
}

PyObject* StandIns::original(PyObject* stand_in) const {
    for (const Pair& pair : pairs_) {
        if (pair.stand_in.get() == stand_in) return pair.original;
    }
    return nullptr;
}

namespace {

// The items of a tuple that nobody else holds, which are the only ones to hold theirs.
PyObject* wrap_in_place(PyObject* tuple, const StandIns& stand_ins, const Holders* holders) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
        PyObject* item = PyTuple_GET_ITEM(tuple, i);
        PyTuple_SET_ITEM(tuple, i, nullptr);
        PyObject* wrapped = wrap_result(item, stand_ins, holders);
        if (wrapped == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple, i, wrapped);
    }
    return Py_NewRef(tuple);
}

PyObject* wrap_tuple(PyObject* tuple, const StandIns& stand_ins, const Holders* holders) {
    if (PyTuple_CheckExact(tuple) && Py_REFCNT(tuple) == 1) {
        return wrap_in_place(tuple, stand_ins, holders);
    }
    const Py_ssize_t length = PyTuple_GET_SIZE(tuple);
    Ref items(PyTuple_New(length));
    if (!items) return nullptr;
    bool changed = false;
    for (Py_ssize_t i = 0; i < length; ++i) {
        PyObject* item = PyTuple_GET_ITEM(tuple, i);
        PyObject* wrapped = wrap_result(Py_NewRef(item), stand_ins, holders);
        if (wrapped == nullptr) return nullptr;
        changed = changed || wrapped != item;
        PyTuple_SET_ITEM(items.get(), i, wrapped);
    }
    if (!changed) return Py_NewRef(tuple);
    if (PyTuple_CheckExact(tuple)) return items.release();
    Ref make(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(tuple)), "_make"));
    if (make) return PyObject_CallOneArg(make.get(), items.get());
    return leave_to_numpy() ? Py_NewRef(tuple) : nullptr;
}

PyObject* wrap_list(PyObject* list, const StandIns& stand_ins, const Holders* holders) {
    Ref items(PyList_New(0));
    if (!items) return nullptr;
    bool changed = false;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
        const Ref item = Ref::share(PyList_GET_ITEM(list, i));
        Ref wrapped(wrap_result(Py_NewRef(item.get()), stand_ins, holders));
        if (!wrapped || PyList_Append(items.get(), wrapped.get()) < 0) return nullptr;
        changed = changed || wrapped.get() != item.get();
    }
    return changed ? items.release() : Py_NewRef(list);
}

PyObject* wrap_dict(PyObject* dict, const StandIns& stand_ins, const Holders* holders) {
    Ref items(PyDict_New());
    bool changed = false;
    PyObject *key, *value;
    Py_ssize_t position = 0;
    while (items && PyDict_Next(dict, &position, &key, &value)) {
        const Ref held_key = Ref::share(key), held = Ref::share(value);
        Ref wrapped(wrap_result(Py_NewRef(value), stand_ins, holders));
        if (!wrapped || PyDict_SetItem(items.get(), key, wrapped.get()) < 0) return nullptr;
        changed = changed || wrapped.get() != value;
    }
    return changed || !items ? items.release() : Py_NewRef(dict);
}

PyObject* wrap_array(PyObject* array, const StandIns& stand_ins) {
    if (PyObject* original = stand_ins.original(array)) {
        Py_DECREF(array);
        return Py_NewRef(original);
    }
    return dtype_of(as_array(array)) == no_dtype ? array : adopt(array);
}

}  // namespace

PyObject* wrap_result(PyObject* result, const StandIns& stand_ins, const Holders* holders) {
    if (result == nullptr) return nullptr;
    if (is_exposed(result)) return wrap_array(result, stand_ins);
    auto* rebuild = PyTuple_Check(result)       ? wrap_tuple
                    : PyList_CheckExact(result) ? wrap_list
                    : PyDict_CheckExact(result) ? wrap_dict
                                                : nullptr;
    const Holders with_this{result, holders};
    if (rebuild == nullptr || with_this.end_here()) return result;
    Ref owned(result);
    return rebuild(result, stand_ins, &with_this);
}

}  // namespace numen::front
