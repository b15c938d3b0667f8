// The two array types, their common base and the metaclass that makes `isinstance` true for both.
//
// Methods live on Common so that a bound method fetched from a managed array still works after the
// array has become exposed. Exposed = (Common, numpy.ndarray); Managed = (Common).
#include "front/array/types.h"

#include <string_view>

#include "front/array/object.h"
#include "front/array/slots.h"
#include "front/call/fallback.h"
#include "front/functions/tables.h"

namespace numen::front {

PyTypeObject Common = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject Exposed = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject Managed = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject ArrayMeta = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

PyObject* meta_instancecheck(PyObject* cls, PyObject* object) {
    if (cls != reinterpret_cast<PyObject*>(&Exposed)) {
        return PyBool_FromLong(
            PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(cls)));
    }
    return PyBool_FromLong(is_ours(object) || PyArray_Check(object));
}

PyObject* meta_subclasscheck(PyObject* cls, PyObject* type) {
    if (!PyType_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "issubclass() arg 1 must be a class");
        return nullptr;
    }
    auto* asked = reinterpret_cast<PyTypeObject*>(type);
    return PyBool_FromLong(PyType_IsSubtype(asked, reinterpret_cast<PyTypeObject*>(cls)) ||
                           asked == &Managed || PyType_IsSubtype(asked, &PyArray_Type));
}

// `class Field(np.ndarray)` makes a subclass of the real numpy.ndarray: such arrays are the
// user's own and stay NumPy's.
PyObject* meta_new(PyTypeObject*, PyObject* args, PyObject* kwargs) {
    PyObject *name, *bases, *body;
    if (!PyArg_ParseTuple(args, "OO!O", &name, &PyTuple_Type, &bases, &body)) return nullptr;
    Ref replaced(PyTuple_New(PyTuple_GET_SIZE(bases)));
    for (Py_ssize_t i = 0; replaced && i < PyTuple_GET_SIZE(bases); ++i) {
        PyObject* base = PyTuple_GET_ITEM(bases, i);
        if (base == reinterpret_cast<PyObject*>(&Exposed)) {
            base = reinterpret_cast<PyObject*>(&PyArray_Type);
        }
        PyTuple_SET_ITEM(replaced.get(), i, Py_NewRef(base));
    }
    if (!replaced) return nullptr;
    Ref type_args(PyTuple_Pack(3, name, replaced.get(), body));
    if (!type_args) return nullptr;
    return PyObject_Call(reinterpret_cast<PyObject*>(&PyType_Type), type_args.get(), kwargs);
}

// NumPy's scalars ask type(x).__array_ufunc__ before they hand `np.float64(2) * x` to a ufunc.
// Exposed arrays seem to have none there, so the scalar steps back by priority and our own
// operator runs; NumPy's ufuncs, which ask the same way, take the arrays as plain ndarrays.
PyObject* meta_array_ufunc(PyObject*, void*) {
    PyErr_SetString(PyExc_AttributeError, "__array_ufunc__");
    return nullptr;
}

int meta_refuse(PyObject*, PyObject*, void*) {
    PyErr_SetString(PyExc_AttributeError, "__array_ufunc__ of numen arrays cannot be set");
    return -1;
}

PyMethodDef meta_methods[] = {
    {"__instancecheck__", meta_instancecheck, METH_O, nullptr},
    {"__subclasscheck__", meta_subclasscheck, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef meta_attributes[] = {
    {"__array_ufunc__", meta_array_ufunc, meta_refuse, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// What both types need in the same place for the change of type to be sound.
void share_layout(PyTypeObject& type) {
    type.tp_basicsize = sizeof(ArrayObject);
    type.tp_dealloc = array_dealloc;
    type.tp_free = PyObject_Free;
    type.tp_alloc = PyType_GenericAlloc;
    type.tp_weaklistoffset = offsetof(PyArrayObject_fields, weakreflist);
    type.tp_as_number = &number_slots;
    type.tp_as_sequence = &sequence_slots;
    type.tp_as_mapping = &mapping_slots;
    type.tp_richcompare = rich_compare;
    type.tp_hash = PyObject_HashNotImplemented;
    type.tp_iter = array_iterator;
    type.tp_repr = array_repr;
    type.tp_str = array_str;
    type.tp_doc = PyArray_Type.tp_doc;
}

// NumPy's own documentation of a method.
const char* numpy_doc(const char* name) {
    for (PyMethodDef* method = PyArray_Type.tp_methods; method->ml_name != nullptr; ++method) {
        if (std::string_view(method->ml_name) == name) return method->ml_doc;
    }
    return nullptr;
}

bool add_methods(PyMethodDef* methods) {
    for (; methods->ml_name != nullptr; ++methods) {
        if (methods->ml_doc == nullptr) methods->ml_doc = numpy_doc(methods->ml_name);
        Ref method(methods->ml_flags & METH_CLASS ? PyDescr_NewClassMethod(&Common, methods)
                                                  : PyDescr_NewMethod(&Common, methods));
        if (!method || PyDict_SetItemString(Common.tp_dict, methods->ml_name, method.get()) < 0) {
            return false;
        }
    }
    return true;
}

bool add_attributes(PyGetSetDef* attributes) {
    for (; attributes->name != nullptr; ++attributes) {
        Ref attribute(PyDescr_NewGetSet(&Common, attributes));
        if (!attribute ||
            PyDict_SetItemString(Common.tp_dict, attributes->name, attribute.get()) < 0) {
            return false;
        }
    }
    return true;
}

// What NumPy asks the type of every array for: where it finds its own, which do nothing, it calls
// nothing. Managed arrays have theirs (protocols.cpp).
bool is_hook(std::string_view name) {
    return name == "__array_finalize__" || name == "__array_function__";
}

// Every method and attribute of numpy.ndarray that we do not have becomes a counted fallback.
bool add_fallbacks() {
    for (PyMethodDef* method = PyArray_Type.tp_methods; method->ml_name != nullptr; ++method) {
        if (PyDict_GetItemString(Common.tp_dict, method->ml_name) != nullptr) continue;
        if (method->ml_flags & (METH_STATIC | METH_CLASS) || is_hook(method->ml_name)) continue;
        PyObject* target = PyDict_GetItemString(PyArray_Type.tp_dict, method->ml_name);
        const std::string name = std::string("ndarray.") + method->ml_name;
        Ref fallback(make_fallback(&FallbackMethod, name.c_str(), target));
        if (!fallback ||
            PyDict_SetItemString(Common.tp_dict, method->ml_name, fallback.get()) < 0) {
            return false;
        }
    }
    for (PyGetSetDef* attribute = PyArray_Type.tp_getset; attribute->name != nullptr;
         ++attribute) {
        if (PyDict_GetItemString(Common.tp_dict, attribute->name) != nullptr) continue;
        PyObject* target = PyDict_GetItemString(PyArray_Type.tp_dict, attribute->name);
        const std::string name = std::string("ndarray.") + attribute->name;
        Ref fallback(make_fallback(&FallbackAttribute, name.c_str(), target));
        if (!fallback ||
            PyDict_SetItemString(Common.tp_dict, attribute->name, fallback.get()) < 0) {
            return false;
        }
    }
    return true;
}

bool prepare_meta() {
    ArrayMeta.tp_name = "numen.ArrayMeta";
    ArrayMeta.tp_base = &PyType_Type;
    ArrayMeta.tp_flags = Py_TPFLAGS_DEFAULT;
    ArrayMeta.tp_methods = meta_methods;
    ArrayMeta.tp_getset = meta_attributes;
    ArrayMeta.tp_new = meta_new;
    return PyType_Ready(&ArrayMeta) == 0;
}

bool prepare_exposed() {
    Exposed.tp_name = "numpy.ndarray";
    share_layout(Exposed);
    Exposed.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    Exposed.tp_as_buffer = PyArray_Type.tp_as_buffer;
    Exposed.tp_base = &PyArray_Type;
    Exposed.tp_new = new_ndarray;
    Exposed.tp_bases = PyTuple_Pack(2, &Common, &PyArray_Type);
    Py_SET_TYPE(&Exposed, &ArrayMeta);
    if (Exposed.tp_bases == nullptr || PyType_Ready(&Exposed) < 0) return false;
    // Below a memory map's (-100), so that every subclass wins; above a scalar's (-1e6).
    Ref priority(PyFloat_FromDouble(-1000));
    // Masked arrays call what they were made from by this name, in their repr for one.
    auto* ndarray = reinterpret_cast<PyObject*>(&PyArray_Type);
    return priority &&
           PyDict_SetItemString(Exposed.tp_dict, "__array_priority__", priority.get()) == 0 &&
           PyDict_SetItemString(Exposed.tp_dict, "_baseclass", ndarray) == 0;
}

bool prepare_managed() {
    Managed.tp_name = "numpy.ndarray";
    share_layout(Managed);
    Managed.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    Managed.tp_as_buffer = &managed_buffer_slots;
    Managed.tp_base = &Common;
    Managed.tp_getattro = managed_getattro;
    return PyType_Ready(&Managed) == 0 && add_managed_protocols();
}

}  // namespace

bool prepare_types() {
    if (PyArray_Type.tp_basicsize != sizeof(PyArrayObject_fields)) {
        PyErr_SetString(PyExc_ImportError,
                        "numen: this NumPy lays out its arrays in a way numen does not know");
        return false;
    }
    Common.tp_name = "numpy.ndarray";  // the class in the text of errors
    Common.tp_basicsize = sizeof(PyObject);
    Common.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    if (PyType_Ready(&Common) < 0) return false;
    return add_methods(layout_methods) && add_methods(reduction_methods) &&
           add_methods(scan_methods) && add_methods(sorting_methods) &&
           add_methods(searching_methods) && add_methods(partitioning_methods) &&
           add_methods(flag_methods) &&
           add_methods(protocol_methods) && add_methods(element_methods) &&
           add_methods(diagonal_methods) && add_methods(taking_methods) &&
           add_methods(choosing_methods) && add_methods(placing_methods) &&
           add_methods(memory_methods) && add_methods(interchange_methods) &&
           add_attributes(array_attributes) &&
           add_attributes(protocol_attributes) && add_fallbacks() && prepare_meta() &&
           prepare_exposed() && prepare_managed();
}

}  // namespace numen::front
