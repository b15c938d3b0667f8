#include "front/module/adopting.h"

#include <algorithm>
#include <cstddef>

#include "front/array/checked_entries.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/counterpart.h"
#include "front/call/fallback.h"
#include "front/call/held_arguments.h"

namespace numen::front {
namespace {

struct AdoptingObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* target;
    PyObject* make;
    PyObject* general;  // null until it is needed
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

PyObject* general_attribute(PyObject* self, PyObject* name) {
    PyObject* general = general_of(self);
    return general == nullptr ? nullptr : PyObject_GetAttr(general, name);
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

PyObject* adopting_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject *target, *make;
    if (!PyArg_ParseTuple(args, "OO:Adopting", &target, &make)) return nullptr;
    auto* self = PyObject_New(AdoptingObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<adopting_vectorcall>();
    self->target = Py_NewRef(target);
    self->make = Py_NewRef(make);
    self->general = nullptr;
    return reinterpret_cast<PyObject*>(self);
}

void adopting_dealloc(PyObject* self) {
    Py_DECREF(as_adopting(self)->target);
    Py_DECREF(as_adopting(self)->make);
    Py_XDECREF(as_adopting(self)->general);
    Py_TYPE(self)->tp_free(self);
}

// Name, signature and documentation are those of the general function.
PyObject* adopting_getattro(PyObject* self, PyObject* name) {
    if (PyUnicode_CompareWithASCIIString(name, "__doc__") == 0) {
        return general_attribute(self, name);
    }
    if (PyObject* found = PyObject_GenericGetAttr(self, name)) return found;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
    forget_error();
    return general_attribute(self, name);
}

PyObject* target_of(PyObject* self) { return as_adopting(self)->target; }

// Pickled by name, as functions are.
PyObject* adopting_reduce(PyObject* self, PyObject*) {
    PyObject* general = general_of(self);
    return general == nullptr ? nullptr : PyObject_GetAttrString(general, "__qualname__");
}

PyMethodDef adopting_methods[] = {{"__reduce__", adopting_reduce, METH_NOARGS, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};

}  // namespace

PyTypeObject Adopting = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_adopting() {
    Adopting.tp_name = "numen.Adopting";
    Adopting.tp_doc = "Adopting(target, make): a function of NumPy's whose arrays become ours.";
    Adopting.tp_basicsize = sizeof(AdoptingObject);
    Adopting.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Adopting.tp_vectorcall_offset = offsetof(AdoptingObject, vectorcall);
    Adopting.tp_call = PyVectorcall_Call;
    Adopting.tp_new = adopting_new;
    Adopting.tp_dealloc = adopting_dealloc;
    Adopting.tp_getattro = adopting_getattro;
    Adopting.tp_repr = repr_as<target_of>;
    Adopting.tp_hash = hash_as<target_of>;
    Adopting.tp_richcompare = compare_as<target_of>;
    Adopting.tp_descr_get = bind_as<target_of>;
    Adopting.tp_methods = adopting_methods;
    return PyType_Ready(&Adopting) == 0;
}

}  // namespace numen::front
