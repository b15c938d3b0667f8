#include "front/module/adopting.h"

#include <algorithm>
#include <cstddef>

#include "front/array/checked_entries.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/counterpart.h"
#include "front/call/fallback.h"
#include "front/call/held_arguments.h"
#include "front/module/observed_calls.h"

namespace numen::front {
namespace {

struct AdoptingObject {
    PyObject_HEAD
    vectorcallfunc vectorcall, observing;
    PyObject* name;  // "random.normal"; null until somebody watches
    PyObject* target;
    PyObject* make;
    PyObject* original;
    PyObject* general;  // null until it is needed
    OwnAttributes own;
};

AdoptingObject* as_adopting(PyObject* o) { return reinterpret_cast<AdoptingObject*>(o); }

// Borrowed; null with an exception set.
PyObject* general_of(PyObject* self) {
    AdoptingObject* adopting = as_adopting(self);
    if (adopting->general == nullptr) {
        adopting->general = PyObject_CallOneArg(adopting->make, adopting->target);
    }
    return adopting->general;
}

PyObject* adopted(PyObject* result, PyObject* const* args, Py_ssize_t total) {
    if (result == nullptr || PyFloat_CheckExact(result)) return result;
    // An array that the caller passed as `out` comes back as itself.
    return std::find(args, args + total, result) != args + total ? result : wrap(result);
}

// Other threads may change a list that NumPy reads.
PyObject* call_holding_lists(PyObject* function, PyObject* const* args, std::size_t nargsf,
                             PyObject* names, Py_ssize_t total) {
    const Ref name(function == nullptr ? nullptr : PyObject_GetAttrString(function, "__name__"));
    const char* text = name ? PyUnicode_AsUTF8(name.get()) : nullptr;
    HeldArguments held(args, total);
    if (text == nullptr || !held.hold(text)) return nullptr;
    return PyObject_Vectorcall(function, held.arguments(), PyVectorcall_NARGS(nargsf), names);
}

PyObject* adopting_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                              PyObject* names) {
    const Py_ssize_t total =
        PyVectorcall_NARGS(nargsf) + (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
    bool has_ours = false, has_lists = false;
    for (Py_ssize_t i = 0; i < total; ++i) {
        has_ours = has_ours || is_ours(args[i]);
        has_lists = has_lists || is_sequence(args[i]);
    }
    release_pinned();  // the memory of what it gives is NumPy's
    PyObject* function = has_ours ? general_of(self) : as_adopting(self)->target;
    if (has_lists) {
        PyObject* result = call_holding_lists(function, args, nargsf, names, total);
        return has_ours ? result : adopted(result, args, total);
    }
    if (has_ours) {
        return function == nullptr ? nullptr : PyObject_Vectorcall(function, args, nargsf, names);
    }
    return adopted(PyObject_Vectorcall(function, args, nargsf, names), args, total);
}

const char* name_of_adopting(PyObject* self) {
    AdoptingObject* adopting = as_adopting(self);
    if (adopting->name == nullptr) {
        const Ref own(PyObject_GetAttrString(adopting->original, "__name__"));
        adopting->name = own ? PyUnicode_FromFormat("random.%S", own.get()) : nullptr;
    }
    const char* name = adopting->name == nullptr ? nullptr : PyUnicode_AsUTF8(adopting->name);
    if (name == nullptr) forget_error();
    return name == nullptr ? "random" : name;
}

PyObject* adopting_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject *target, *make, *original = nullptr;
    if (!PyArg_ParseTuple(args, "OO|O:Adopting", &target, &make, &original)) return nullptr;
    auto* self = PyObject_New(AdoptingObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<adopting_vectorcall>();
    self->observing =
        observed_vectorcall<adopting_vectorcall, name_of_adopting, CallKind::composite>;
    self->name = nullptr;
    self->target = Py_NewRef(target);
    self->make = Py_NewRef(make);
    self->original = Py_NewRef(original == nullptr ? target : original);
    self->general = nullptr;
    self->own = {};
    return reinterpret_cast<PyObject*>(self);
}

void adopting_dealloc(PyObject* self) {
    as_adopting(self)->own.clear(self);
    Py_XDECREF(as_adopting(self)->name);
    Py_DECREF(as_adopting(self)->original);
    Py_DECREF(as_adopting(self)->target);
    Py_DECREF(as_adopting(self)->make);
    Py_XDECREF(as_adopting(self)->general);
    Py_TYPE(self)->tp_free(self);
}

PyObject* original_of(PyObject* self) { return as_adopting(self)->original; }

PyGetSetDef adopting_attributes[] = {
    // For inspect, which takes `self` from the signatures of bound methods only.
    {"__wrapped__", counterpart_itself<original_of>, nullptr, "NumPy's own function.", nullptr},
    {"__dict__", own_attributes<original_of>, nullptr, nullptr, nullptr},
    {"__doc__", own_doc<original_of>, set_own_doc, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyTypeObject Adopting = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_adopting() {
    Adopting.tp_name = "numen.Adopting";
    Adopting.tp_doc = "Adopting(target, make): a function of NumPy's whose arrays become ours.";
    Adopting.tp_basicsize = sizeof(AdoptingObject);
    Adopting.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Adopting.tp_vectorcall_offset = offsetof(AdoptingObject, vectorcall);
    observe_type(Adopting, offsetof(AdoptingObject, vectorcall),
                 offsetof(AdoptingObject, observing));
    Adopting.tp_call = PyVectorcall_Call;
    Adopting.tp_new = adopting_new;
    Adopting.tp_dealloc = adopting_dealloc;
    Adopting.tp_repr = repr_as<original_of>;
    Adopting.tp_str = str_as<original_of>;
    Adopting.tp_hash = hash_as<original_of>;
    Adopting.tp_richcompare = compare_as<original_of>;
    Adopting.tp_descr_get = bind_as<original_of>;
    Adopting.tp_methods = methods_of_functions;
    Adopting.tp_getset = adopting_attributes;
    give_own_attributes<original_of>(Adopting, offsetof(AdoptingObject, own));
    return PyType_Ready(&Adopting) == 0;
}

}  // namespace numen::front
