#include "front/module/namespace_type.h"

namespace numen::front {

PyTypeObject NamespaceType = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

// The type's data descriptors (__dict__, __class__) never stand in a module's dictionary.
PyObject* get_name(PyObject* self, PyObject* name) {
    PyObject* names = PyModule_GetDict(self);
    if (PyObject* found = PyDict_GetItemWithError(names, name)) return Py_NewRef(found);
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
