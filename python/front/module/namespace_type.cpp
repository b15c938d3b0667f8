#include "front/module/namespace_type.h"

namespace numen::front {

PyTypeObject NamespaceType = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

// A part of the module that is made when it is first asked for; null, without an exception where
// there is none of the name.
PyObject* make_part(PyObject* names, PyObject* name) {
    static PyObject* const key = PyUnicode_InternFromString("_numen_parts");
    PyObject* makers = PyDict_GetItemWithError(names, key);
    const Ref make =
        Ref::share(makers == nullptr ? nullptr : PyDict_GetItemWithError(makers, name));
    if (!make) return nullptr;
    PyObject* part = PyObject_CallNoArgs(make.get());
    if (part != nullptr && PyDict_SetItem(names, name, part) < 0) Py_CLEAR(part);
    return part;
}

// The type's data descriptors (__dict__, __class__) never stand in a module's dictionary.
PyObject* get_name(PyObject* self, PyObject* name) {
    PyObject* names = PyModule_GetDict(self);
    if (PyObject* found = PyDict_GetItemWithError(names, name)) return Py_NewRef(found);
    if (PyErr_Occurred()) return nullptr;
    if (PyObject* part = make_part(names, name)) return part;
    return PyErr_Occurred() ? nullptr : PyModule_Type.tp_getattro(self, name);
}

}  // namespace

bool prepare_namespace_type() {
    NamespaceType.tp_name = "module";
    NamespaceType.tp_doc = PyModule_Type.tp_doc;
    NamespaceType.tp_base = &PyModule_Type;
    NamespaceType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    NamespaceType.tp_getattro = get_name;
    return PyType_Ready(&NamespaceType) == 0;
}

}  // namespace numen::front
