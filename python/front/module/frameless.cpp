#include "front/module/frameless.h"

#include <cstddef>

#include "front/array/checked_entries.h"

namespace numen::front {
namespace {

struct FramelessObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* function;
    PyObject* file;  // of its code
};

FramelessObject* as_frameless(PyObject* o) { return reinterpret_cast<FramelessObject*>(o); }

bool is_of_file(PyTracebackObject* entry, PyObject* file) {
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(entry->tb_frame)));
    return PyUnicode_Compare(reinterpret_cast<PyCodeObject*>(code.get())->co_filename, file) == 0;
}

// Takes the outermost entries off the traceback of the error that is set.
void hide_frames(PyObject* file) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    while (traceback != nullptr && PyTraceBack_Check(traceback)) {
        auto* entry = reinterpret_cast<PyTracebackObject*>(traceback);
        if (!is_of_file(entry, file)) break;
        PyObject* next = reinterpret_cast<PyObject*>(entry->tb_next);
        Py_SETREF(traceback, Py_XNewRef(next));
    }
    PyErr_Restore(type, value, traceback);
}

PyObject* frameless_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                               PyObject* names) {
    PyObject* result = PyObject_Vectorcall(as_frameless(self)->function, args, nargsf, names);
    if (result == nullptr) hide_frames(as_frameless(self)->file);
    return result;
}

PyObject* frameless_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject* function;
    if (!PyArg_ParseTuple(args, "O!:Frameless", &PyFunction_Type, &function)) return nullptr;
    auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function));
    auto* self = PyObject_New(FramelessObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<frameless_vectorcall>();
    self->function = Py_NewRef(function);
    self->file = Py_NewRef(code->co_filename);
    return reinterpret_cast<PyObject*>(self);
}

void frameless_dealloc(PyObject* self) {
    Py_DECREF(as_frameless(self)->function);
    Py_DECREF(as_frameless(self)->file);
    Py_TYPE(self)->tp_free(self);
}

PyObject* frameless_bind(PyObject* self, PyObject* object, PyObject*) {
    return object == nullptr ? Py_NewRef(self) : PyMethod_New(self, object);
}

}  // namespace

PyTypeObject Frameless = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_frameless() {
    Frameless.tp_name = "numen.Frameless";
    Frameless.tp_doc = "Frameless(function): a function whose frames tracebacks do not show.";
    Frameless.tp_basicsize = sizeof(FramelessObject);
    Frameless.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Frameless.tp_vectorcall_offset = offsetof(FramelessObject, vectorcall);
    Frameless.tp_call = PyVectorcall_Call;
    Frameless.tp_new = frameless_new;
    Frameless.tp_dealloc = frameless_dealloc;
    Frameless.tp_descr_get = frameless_bind;
    return PyType_Ready(&Frameless) == 0;
}

}  // namespace numen::front
