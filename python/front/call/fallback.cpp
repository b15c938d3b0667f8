#include "front/call/fallback.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "front/array/caller.h"
#include "front/array/checked_entries.h"
#include "front/array/look.h"
#include "front/array/numpy_methods.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/counterpart.h"
#include "front/call/held_arguments.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

long long fallbacks = 0;

// The result of NumPy's C code, which meanwhile gets NumPy's own functions (caller.h).
template <class Call> PyObject* by_numpy(const Call& call) {
    const NumpyServes numpy_serves;
    return call();
}

// Plain arrays in the place of managed ones that NumPy only looks at; `original` says which array
// each of them stands for.
class StandIns {
public:
    // One place more: without arguments too there is a list.
    explicit StandIns(Py_ssize_t count) : arguments_(count + 1) {}

    // The argument NumPy gets for `object`; borrowed, null with an exception set.
    PyObject* stand_for(PyObject* object) {
        if (object == no_value.documented) return no_value.numpys;
        if (!is_managed(object)) return object;
        return keep(Ref(look(object)), object);
    }
    // The same where NumPy gets no array that others know.
    PyObject* view_for(PyObject* object) {
        if (!is_exposed(object)) return stand_for(object);
        return keep(private_view(object), object);
    }
    PyObject* keep(Ref view, PyObject* object) {
        if (!view) return nullptr;
        pairs_.push_back({std::move(view), object});
        return pairs_.back().view.get();
    }
    // Stand-ins for a whole argument list; null with an exception set.
    PyObject* const* replace(PyObject* const* args, Py_ssize_t total, bool views = false) {
        for (Py_ssize_t i = 0; i < total; ++i) {
            arguments_[i] = views ? view_for(args[i]) : stand_for(args[i]);
            if (arguments_[i] == nullptr) return nullptr;
        }
        return arguments_.data();
    }
    // Exposes the arrays whose views somebody else holds by now, and may write as if they were the
    // arrays; false with an exception set.
    bool expose_kept(const char* reason) const {
        return std::ranges::all_of(pairs_, [&](const Pair& pair) {
            if (Py_REFCNT(pair.view.get()) == 1) return true;
            const int writeable = as_array(pair.original)->f.flags & NPY_ARRAY_WRITEABLE;
            as_array(pair.view.get())->f.flags |= writeable;
            return expose(as_array(pair.original), reason);
        });
    }
    // The array that `view` stands for, borrowed; null if it is no stand-in.
    PyObject* original(PyObject* view) const {
        for (const Pair& pair : pairs_) {
            if (pair.view.get() == view) return pair.original;
        }
        return nullptr;
    }

private:
    struct Pair {
        Ref view;
        PyObject* original;
    };
    std::vector<Pair> pairs_;
    std::vector<PyObject*> arguments_;
};

PyObject* wrap_result(PyObject* result, const StandIns& stand_ins,
                      const Holders* holders = nullptr);

struct FallbackObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* name;
    PyObject* target;
};

FallbackObject* as_fallback(PyObject* o) { return reinterpret_cast<FallbackObject*>(o); }

PyObject* fallback_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                              PyObject* kwnames) {
    FallbackObject* fallback = as_fallback(self);
    return call_fallback(PyUnicode_AsUTF8(fallback->name), fallback->target, args, nargsf,
                         kwnames);
}

PyObject* fallback_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static const char* keywords[] = {"name", "target", nullptr};
    const char* name;
    PyObject* target;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO", const_cast<char**>(keywords), &name,
                                     &target)) {
        return nullptr;
    }
    return make_fallback(type, name, target);
}

void fallback_dealloc(PyObject* self) {
    Py_XDECREF(as_fallback(self)->name);
    Py_XDECREF(as_fallback(self)->target);
    Py_TYPE(self)->tp_free(self);
}

PyObject* method_bind(PyObject* self, PyObject* instance, PyObject*) {
    if (instance == nullptr || instance == Py_None) return Py_NewRef(self);
    return PyMethod_New(self, instance);
}

PyObject* attribute_get(PyObject* self, PyObject* instance, PyObject* type) {
    if (instance == nullptr || !is_ours(instance)) return Py_NewRef(self);
    FallbackObject* attribute = as_fallback(self);
    if (!expose(as_array(instance), PyUnicode_AsUTF8(attribute->name))) return nullptr;
    return Py_TYPE(attribute->target)->tp_descr_get(attribute->target, instance, type);
}

int attribute_set(PyObject* self, PyObject* instance, PyObject* value) {
    FallbackObject* attribute = as_fallback(self);
    if (!expose(as_array(instance), PyUnicode_AsUTF8(attribute->name))) return -1;
    descrsetfunc set = Py_TYPE(attribute->target)->tp_descr_set;
    if (set == nullptr) {
        PyErr_Format(PyExc_AttributeError, "attribute '%U' is not writable", attribute->name);
        return -1;
    }
    return set(attribute->target, instance, value);
}

PyGetSetDef fallback_attributes[] = {
    {"__wrapped__", counterpart_itself<numpys_function>, nullptr, "NumPy's own function.", nullptr},
    {"__doc__", doc_as<numpys_function>, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void set_up_type(PyTypeObject& type, const char* name) {
    type.tp_name = name;
    type.tp_basicsize = sizeof(FallbackObject);
    type.tp_flags = Py_TPFLAGS_DEFAULT;
    type.tp_new = fallback_new;
    type.tp_dealloc = fallback_dealloc;
    type.tp_getattro = attribute_as<numpys_function>;
    type.tp_getset = fallback_attributes;
    type.tp_repr = repr_as<numpys_function>;
    type.tp_hash = hash_as<numpys_function>;
    type.tp_richcompare = compare_as<numpys_function>;
}

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
    if (dtype_of(as_array(array)) == no_dtype) return array;
    // A view of a stand-in is a view of the array it stands for.
    PyObject* base = as_array(array)->f.base;
    PyObject* original = base == nullptr ? nullptr : stand_ins.original(base);
    PyObject* adopted = adopt(array);
    if (adopted == nullptr || original == nullptr || as_array(adopted)->f.base == nullptr) {
        return adopted;
    }
    ArrayObject* root = as_array(original);
    const bool is_view = root->f.base != nullptr && is_ours(root->f.base) &&
                         !(root->f.flags & NPY_ARRAY_OWNDATA);
    Py_SETREF(as_array(adopted)->f.base, Py_NewRef(is_view ? root->f.base : original));
    return adopted;
}

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

PyObject* call_on_stand_ins(const char* name, PyObject* target, PyObject* const* args,
                            std::size_t nargsf, PyObject* kwnames) {
    const Py_ssize_t positional = PyVectorcall_NARGS(nargsf);
    const Py_ssize_t total = positional + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const bool stays_managed = only_looks(name);
    HeldArguments held(args, total);
    if (!held.hold_lists(name)) return nullptr;
    args = held.arguments();
    for (Py_ssize_t i = 0; i < total; ++i) {
        if (stays_managed && is_managed(args[i])) continue;
        if (!expose_deeply(args[i], name)) return nullptr;
    }
    StandIns stand_ins(total);
    PyObject* const* replaced = stand_ins.replace(args, total, works_on_views(name));
    if (replaced == nullptr) return nullptr;
    PyObject* result = by_numpy([&] {
        return PyObject_Vectorcall(target, replaced, positional, kwnames);
    });
    // An array that the caller passed in comes back as itself.
    if (result != nullptr && is_exposed(result)) {
        for (Py_ssize_t i = 0; i < total; ++i) {
            if (args[i] == result) return result;
        }
    }
    return wrap_result(result, stand_ins);
}

}  // namespace

PyObject* numpys_function(PyObject* fallback) { return as_fallback(fallback)->target; }

NoValue no_value;
PyTypeObject FallbackFunction = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject FallbackMethod = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject FallbackAttribute = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* make_fallback(PyTypeObject* type, const char* name, PyObject* target) {
    auto* self = PyObject_New(FallbackObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<fallback_vectorcall>();
    self->name = PyUnicode_FromString(name);
    self->target = Py_NewRef(target);
    return reinterpret_cast<PyObject*>(self);
}

PyObject* call_fallback(const char* name, PyObject* target, PyObject* const* args,
                        std::size_t nargsf, PyObject* kwnames) {
    if (PyErr_Occurred()) return nullptr;
    const Observation observation(Event::fallback, name);
    if (!observation.is_permitted()) return nullptr;
    ++fallbacks;
    return call_on_stand_ins(name, target, args, nargsf, kwnames);
}

PyObject* call_method_fallback(const char* name, const std::function<PyObject*()>& call) {
    const Observation observation(Event::fallback, name);
    if (!observation.is_permitted()) return nullptr;
    ++fallbacks;
    return by_numpy(call);
}

PyObject* call_judge(const char* name, PyObject* target, PyObject* const* args,
                     std::size_t nargsf, PyObject* kwnames) {
    if (PyErr_Occurred()) return nullptr;
    Observation observation(Event::fallback, name);
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);  // what --strict says to a call that is served
    Ref result(call_on_stand_ins(name, target, args, nargsf, kwnames));
    if (result && observation.is_permitted()) return ++fallbacks, result.release();
    if (result) return PyErr_Restore(type, value, trace), nullptr;
    observation.forget();
    for (PyObject* part : {type, value, trace}) Py_XDECREF(part);
    return nullptr;
}

PyObject* call_foreign_ufunc(PyObject* ufunc, PyObject* inputs) {
    const char* name = reinterpret_cast<PyUFuncObject*>(ufunc)->name;
    const Observation observation(Event::library, name == nullptr ? "ufunc" : name);
    const Py_ssize_t count = PyTuple_GET_SIZE(inputs);
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* input = PyTuple_GET_ITEM(inputs, i);
        if (!is_ours(input) && !expose_deeply(input, "__array_ufunc__")) return nullptr;
    }
    StandIns stand_ins(count);
    PyObject* const* replaced = stand_ins.replace(&PyTuple_GET_ITEM(inputs, 0), count);
    if (replaced == nullptr) return nullptr;
    Ref result(wrap_result(by_numpy([&] {
        return PyObject_Vectorcall(ufunc, replaced, count, nullptr);
    }), stand_ins));
    return result && stand_ins.expose_kept("kept by a ufunc") ? result.release() : nullptr;
}

PyObject* call_slot_fallback(const char* name, const SlotCall& slot, PyObject* const* operands) {
    if (PyErr_Occurred()) return nullptr;
    const Observation observation(Event::fallback, name);
    if (!observation.is_permitted()) return nullptr;
    ++fallbacks;
    const int count = operands[1] == nullptr ? 1 : 2;
    HeldArguments held(operands, count);
    if (!held.hold_lists(name)) return nullptr;
    operands = held.arguments();
    for (int i = 0; i < count; ++i) {
        if (!expose_deeply(operands[i], name)) return nullptr;
    }
    return wrap(by_numpy([&] { return slot(operands[0], count == 2 ? operands[1] : nullptr); }));
}

PyObject* wrap(PyObject* result) {
    static const StandIns none(0);
    return wrap_result(result, none);
}

bool leave_to_numpy() {
    if (PyErr_Occurred() == nullptr) return true;
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) {
        return false;
    }
    PyErr_Clear();
    return true;
}

long long fallback_count() { return fallbacks; }

bool prepare_fallbacks() {
    set_up_type(FallbackFunction, "numen.Fallback");
    set_up_type(FallbackMethod, "numen.FallbackMethod");
    set_up_type(FallbackAttribute, "numen.FallbackAttribute");
    for (PyTypeObject* type : {&FallbackFunction, &FallbackMethod}) {
        type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
        type->tp_vectorcall_offset = offsetof(FallbackObject, vectorcall);
        type->tp_call = PyVectorcall_Call;
    }
    FallbackMethod.tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
    FallbackMethod.tp_descr_get = method_bind;
    FallbackAttribute.tp_descr_get = entry_point<attribute_get>();
    FallbackAttribute.tp_descr_set = entry_point<attribute_set>();
    for (PyTypeObject* type : {&FallbackFunction, &FallbackMethod, &FallbackAttribute}) {
        if (PyType_Ready(type) < 0) return false;
    }
    return true;
}

}  // namespace numen::front
