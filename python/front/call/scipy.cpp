#include "front/call/scipy.h"

#include <cstddef>
#include <string>

#include "front/array/checked_entries.h"
#include "front/call/counterpart.h"

namespace numen::front {
namespace {

struct ScipyObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* name;
    PyObject* target;  // null until somebody asks
};

ScipyObject* as_scipy(PyObject* o) { return reinterpret_cast<ScipyObject*>(o); }

PyObject* target_of(PyObject* self) {
    ScipyObject* function = as_scipy(self);
    if (function->target == nullptr) {
        function->target = scipy_attribute(PyUnicode_AsUTF8(function->name));
    }
    return function->target;
}

PyObject* scipy_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                           PyObject* names) {
    PyObject* target = target_of(self);
    if (target == nullptr) return nullptr;
    return call_judge(PyUnicode_AsUTF8(as_scipy(self)->name), target, args, nargsf, names);
}

PyObject* scipy_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject* name;
    if (!PyArg_ParseTuple(args, "U:ScipyFunction", &name)) return nullptr;
    auto* self = PyObject_New(ScipyObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<scipy_vectorcall>();
    self->name = Py_NewRef(name);
    self->target = nullptr;
    return reinterpret_cast<PyObject*>(self);
}

void scipy_dealloc(PyObject* self) {
    Py_DECREF(as_scipy(self)->name);
    Py_XDECREF(as_scipy(self)->target);
    PyObject_Free(self);
}

PyObject* scipy_public_name(PyObject* self, void*) { return Py_NewRef(as_scipy(self)->name); }

PyGetSetDef scipy_attributes[] = {
    {"public_name", scipy_public_name, nullptr, "Where SciPy has it.", nullptr},
    {"__wrapped__", counterpart_itself<target_of>, nullptr, "SciPy's own function.", nullptr},
    {"__doc__", doc_as<target_of>, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyTypeObject ScipyFunction = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* scipys_function(PyObject* function) { return target_of(function); }

PyObject* handover_type = nullptr;

PyObject* scipy_attribute(const char* name) {
    const std::string path = name;
    const std::size_t dot = path.rfind('.');
    const std::string last = path.substr(dot + 1);
    Ref from(Py_BuildValue("(s)", last.c_str()));
    if (!from) return nullptr;
    // Not through builtins.__import__, which numen.hook replaces: the caller may be the user's.
    Ref module(PyImport_ImportModuleLevel(path.substr(0, dot).c_str(), nullptr, nullptr,
                                          from.get(), 0));
    return module ? PyObject_GetAttrString(module.get(), last.c_str()) : nullptr;
}

PyObject* hand_over_to_scipy() {
    PyErr_SetNone(handover_type);
    return nullptr;
}

bool prepare_scipy() {
    handover_type = PyErr_NewExceptionWithDoc(
        "numen.Handover", "Another library's function has to serve or to refuse this call.",
        nullptr, nullptr);
    ScipyFunction.tp_name = "numen.ScipyFunction";
    ScipyFunction.tp_doc = "ScipyFunction(name): SciPy's function, for what Numen does not serve.";
    ScipyFunction.tp_basicsize = sizeof(ScipyObject);
    ScipyFunction.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    ScipyFunction.tp_vectorcall_offset = offsetof(ScipyObject, vectorcall);
    ScipyFunction.tp_call = PyVectorcall_Call;
    ScipyFunction.tp_new = scipy_new;
    ScipyFunction.tp_dealloc = scipy_dealloc;
    ScipyFunction.tp_getattro = attribute_as<target_of>;
    ScipyFunction.tp_repr = repr_as<target_of>;
    ScipyFunction.tp_getset = scipy_attributes;
    return handover_type != nullptr && PyType_Ready(&ScipyFunction) == 0;
}

}  // namespace numen::front
