// The managed array type, which answers for numpy.ndarray, and Numen's functions on ndarray itself.
#include "front/array/types.h"

#include <string>
#include <string_view>

#include "front/array/checked_entries.h"
#include "front/array/class_of_managed.h"
#include "front/array/descriptors.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/slots.h"
#include "front/call/fallback.h"
#include "front/functions/tables.h"

namespace numen::front {

PyTypeObject Managed = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject ClassOfExposed = {PyVarObject_HEAD_INIT(nullptr, 0)};
ObjectSlots object_slots;

namespace {

bool add_methods(PyMethodDef* methods) {
    for (; methods->ml_name != nullptr; ++methods) {
        // Its call looks at no type: a method found on a managed array may serve it when it has
        // become exposed.
        Ref method(methods->ml_flags & METH_CLASS ? PyDescr_NewClassMethod(&Managed, methods)
                                                  : new_method(methods, &Managed));
        if (!method || PyDict_SetItemString(Managed.tp_dict, methods->ml_name, method.get()) < 0) {
            return false;
        }
    }
    return true;
}

bool add_attributes(PyGetSetDef* attributes) {
    for (; attributes->name != nullptr; ++attributes) {
        Ref attribute(PyDescr_NewGetSet(&Managed, attributes));
        if (!attribute ||
            PyDict_SetItemString(Managed.tp_dict, attributes->name, attribute.get()) < 0) {
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
        if (PyDict_GetItemString(Managed.tp_dict, method->ml_name) != nullptr) continue;
        if (method->ml_flags & (METH_STATIC | METH_CLASS) || is_hook(method->ml_name)) continue;
        PyObject* target = numpy_descriptor(method->ml_name);
        if (target == nullptr) return false;
        const std::string name = std::string("ndarray.") + method->ml_name;
        Ref fallback(make_fallback(&FallbackMethod, name.c_str(), target));
        if (!fallback ||
            PyDict_SetItemString(Managed.tp_dict, method->ml_name, fallback.get()) < 0) {
            return false;
        }
    }
    for (PyGetSetDef* attribute = PyArray_Type.tp_getset; attribute->name != nullptr;
         ++attribute) {
        if (PyDict_GetItemString(Managed.tp_dict, attribute->name) != nullptr) continue;
        PyObject* target = numpy_descriptor(attribute->name);
        if (target == nullptr) return false;
        const std::string name = std::string("ndarray.") + attribute->name;
        Ref fallback(make_fallback(&FallbackAttribute, name.c_str(), target));
        if (!fallback ||
            PyDict_SetItemString(Managed.tp_dict, attribute->name, fallback.get()) < 0) {
            return false;
        }
    }
    return true;
}

bool prepare_managed() {
    check_slots();
    Managed.tp_name = "numpy.ndarray";
    Managed.tp_basicsize = sizeof(ArrayObject);
    Managed.tp_dealloc = array_dealloc;
    Managed.tp_free = PyObject_Free;
    Managed.tp_alloc = PyType_GenericAlloc;
    Managed.tp_weaklistoffset = offsetof(PyArrayObject_fields, weakreflist);
    Managed.tp_as_number = &number_slots;
    Managed.tp_as_sequence = &sequence_slots;
    Managed.tp_as_mapping = &mapping_slots;
    object_slots = {entry_point<rich_compare>(), entry_point<array_repr>(),
                    entry_point<array_str>()};
    Managed.tp_richcompare = object_slots.compare;
    Managed.tp_hash = PyObject_HashNotImplemented;
    Managed.tp_iter = entry_point<array_iterator>();
    Managed.tp_repr = object_slots.repr;
    Managed.tp_str = object_slots.str;
    Managed.tp_doc = PyArray_Type.tp_doc;
    Managed.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                       (PyArray_Type.tp_flags & Py_TPFLAGS_SEQUENCE);
    Managed.tp_as_buffer = &managed_buffer_slots;
    Managed.tp_getattro = entry_point<managed_getattro>();
    Py_SET_TYPE(&Managed, &ManagedMeta);
    if (PyType_Ready(&Managed) < 0) return false;
    let_named_operators_compute();
    return true;
}

// np.ndarray.__subclasses__() lists NumPy's and the program's.
bool hide_from_subclasses(PyTypeObject* type) {
    auto* subclasses = reinterpret_cast<PyObject*>(PyArray_Type.tp_subclasses);
    Ref key(PyLong_FromVoidPtr(type));
    return key && PyDict_DelItem(subclasses, key.get()) == 0;
}

bool prepare_class_of_exposed() {
    ClassOfExposed.tp_name = "numpy.ndarray";
    ClassOfExposed.tp_base = &PyArray_Type;
    ClassOfExposed.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    Py_SET_TYPE(&ClassOfExposed, &ManagedMeta);
    return PyType_Ready(&ClassOfExposed) == 0 && hide_from_subclasses(&ClassOfExposed);
}

// An exposed array becomes one by a change of its type, and both are freed in the same way.
bool has_known_layout() {
    if (PyArray_Type.tp_basicsize == sizeof(PyArrayObject_fields) &&
        PyArray_Type.tp_free == PyObject_Free) {
        return true;
    }
    PyErr_SetString(PyExc_ImportError,
                    "numen: this NumPy lays out its arrays in a way numen does not know");
    return false;
}

}  // namespace

bool prepare_types() {
    if (!has_known_layout() || !keep_numpy_slots() || !prepare_meta() || !prepare_managed() ||
        !prepare_class_of_exposed() || !prepare_descriptors()) {
        return false;
    }
    check_attributes(array_attributes);
    check_attributes(protocol_attributes);
    for (PyMethodDef* table :
         {layout_methods, reduction_methods, scan_methods, sorting_methods, searching_methods,
          partitioning_methods, flag_methods, protocol_methods, element_methods,
          python_value_methods, diagonal_methods, taking_methods, choosing_methods,
          placing_methods, memory_methods, interchange_methods}) {
        if (!add_methods(table)) return false;
    }
    return add_attributes(array_attributes) && add_attributes(protocol_attributes) &&
           add_fallbacks() && add_managed_protocols();
}

}  // namespace numen::front
