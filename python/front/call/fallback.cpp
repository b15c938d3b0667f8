#include "front/call/fallback.h"

#include "front/array/checked_entries.h"
#include "front/array/layout_guard.h"
#include "front/array/numpy_methods.h"
#include "front/array/state.h"
#include "front/call/counterpart.h"
#include "front/call/given_arrays.h"
#include "front/call/held_arguments.h"
#include "front/call/numpys_reports.h"
#include "front/call/overrides.h"
#include "front/call/stand_ins.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

long long fallbacks = 0;

struct FallbackObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* name;
    PyObject* target;
    OwnAttributes own;
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
    as_fallback(self)->own.clear(self);
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

// NumPy's ufuncs are told from its other functions by isinstance.
PyObject* fallback_class(PyObject* self, void*) {
    PyTypeObject* type = Py_TYPE(as_fallback(self)->target);
    return Py_NewRef(reinterpret_cast<PyObject*>(type == &PyUFunc_Type ? type : Py_TYPE(self)));
}

PyGetSetDef fallback_attributes[] = {
    {"__class__", fallback_class, nullptr, nullptr, nullptr},
    {"__wrapped__", counterpart_itself<numpys_function>, nullptr, "NumPy's own function.", nullptr},
    {"__doc__", doc_as<numpys_function>, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// NumPy's, or for inspect what takes `self` or is an object that is called, as numpy.ma's are.
PyObject* wrapped(PyObject* self, void*) {
    PyObject* target = as_fallback(self)->target;
    PyObject* found = PyObject_GetAttrString(target, "__wrapped__");
    if (found != nullptr || PyFunction_Check(target) || PyCFunction_Check(target)) return found;
    forget_error();
    return Py_NewRef(target);
}

PyGetSetDef attributes_of_functions[] = {
    {"__wrapped__", wrapped, nullptr, nullptr, nullptr},
    {"__class__", fallback_class, nullptr, nullptr, nullptr},
    {"__dict__", own_attributes<numpys_function>, nullptr, nullptr, nullptr},
    {"__doc__", own_doc<numpys_function>, set_own_doc, nullptr, nullptr},
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
    type.tp_str = str_as<numpys_function>;
    type.tp_hash = hash_as<numpys_function>;
    type.tp_richcompare = compare_as<numpys_function>;
}

PyObject* call_on_stand_ins(const char* name, PyObject* target, PyObject* const* args,
                            std::size_t nargsf, PyObject* kwnames) {
    const Py_ssize_t positional = PyVectorcall_NARGS(nargsf);
    const Py_ssize_t total = positional + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const bool stays_managed = only_looks(name) && !has_override(args, total);
    const LayoutGuard::Off numpy_serves(args, total);
    HeldArguments held(args, total);
    if (!held.hold(name)) return nullptr;
    args = held.arguments();
    for (Py_ssize_t i = 0; i < total; ++i) {
        if (stays_managed && is_managed(args[i])) continue;
        if (!expose_deeply(args[i], name)) return nullptr;
    }
    StandIns stand_ins(total, views_for(name, target, args, total));
    PyObject* const* replaced = stand_ins.replace(args, total);
    if (replaced == nullptr) return nullptr;
    PyObject* result = with_given_arrays(replaced, total, [&](PyObject* const* given) {
        return by_numpy([&] { return PyObject_Vectorcall(target, given, positional, kwnames); });
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

PyTypeObject FallbackFunction = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject FallbackMethod = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject FallbackAttribute = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* make_fallback(PyTypeObject* type, const char* name, PyObject* target) {
    auto* self = PyObject_New(FallbackObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<fallback_vectorcall>();
    self->name = PyUnicode_FromString(name);
    self->target = Py_NewRef(target);
    self->own = {};
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
    // What the program's code gets to see are the arrays themselves.
    PyObject* const* operands = &PyTuple_GET_ITEM(inputs, 0);
    const bool are_seen = !all_show_nothing(operands, count);
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (!are_seen && is_ours(operands[i])) continue;
        if (!expose_deeply(operands[i], "__array_ufunc__")) return nullptr;
    }
    StandIns stand_ins(count);
    PyObject* const* replaced = stand_ins.replace(operands, count);
    if (replaced == nullptr) return nullptr;
    return wrap_result(with_given_arrays(replaced, count, [&](PyObject* const* given) {
        return by_numpy([&] { return PyObject_Vectorcall(ufunc, given, count, nullptr); });
    }), stand_ins);
}

PyObject* call_slot_fallback(const char* name, const SlotCall& slot, PyObject* const* operands) {
    if (PyErr_Occurred()) return nullptr;
    const Observation observation(Event::fallback, name);
    if (!observation.is_permitted()) return nullptr;
    ++fallbacks;
    const int count = operands[1] == nullptr ? 1 : 2;
    const LayoutGuard::Off numpy_serves(operands, count);
    HeldArguments held(operands, count);
    if (!held.hold(name)) return nullptr;
    operands = held.arguments();
    for (int i = 0; i < count; ++i) {
        if (!expose_deeply(operands[i], name)) return nullptr;
    }
    StandIns stand_ins(count, views_for(name, nullptr, operands, count));
    PyObject* const* replaced = stand_ins.replace(operands, count);
    if (replaced == nullptr) return nullptr;
    return wrap_result(with_given_arrays(replaced, count, [&](PyObject* const* given) {
        return by_numpy([&] { return slot(given[0], count == 2 ? given[1] : nullptr); });
    }), stand_ins);
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
    forget_error();
    return true;
}

void count_fallback() { ++fallbacks; }
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
    FallbackFunction.tp_descr_get = bind_as<numpys_function>;
    FallbackFunction.tp_getset = attributes_of_functions;
    FallbackFunction.tp_methods = methods_of_functions;
    give_own_attributes<numpys_function>(FallbackFunction, offsetof(FallbackObject, own));
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
