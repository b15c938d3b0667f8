#include "front/module/doors.h"

#include <string_view>

#include "front/array/state.h"
#include "front/module/door_kinds.h"

namespace numen::front {
namespace {

bool is_container(PyObject* object) {
    return PyTuple_CheckExact(object) || PyList_CheckExact(object) || PyDict_CheckExact(object);
}

// Long lists are of one kind, and looking through a million numbers would cost milliseconds.
bool may_hold_arrays(PyObject* object) {
    constexpr Py_ssize_t short_length = 32;
    if (PyDict_CheckExact(object)) return true;
    if (!PyTuple_CheckExact(object) && !PyList_CheckExact(object)) return is_managed(object);
    if (PySequence_Fast_GET_SIZE(object) <= short_length) return true;
    PyObject* first = PySequence_Fast_GET_ITEM(object, 0);
    return is_array(first) || is_container(first);
}

}  // namespace

bool expose_arguments(PyObject* const* args, Py_ssize_t count) {
    if (managed_count == 0) return true;
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (may_hold_arrays(args[i]) && !expose_deeply(args[i], "a compiled function")) {
            return false;
        }
    }
    return true;
}

bool expose_in_call(PyObject* args, PyObject* kwargs) {
    return expose_arguments(&PyTuple_GET_ITEM(args, 0), PyTuple_GET_SIZE(args)) &&
           (kwargs == nullptr || expose_arguments(&kwargs, 1));
}

namespace {

// How Python frees the instances of classes that are written in Python.
destructor python_dealloc() {
    static destructor found = nullptr;
    if (found == nullptr) {
        Ref type(PyObject_CallFunction(reinterpret_cast<PyObject*>(&PyType_Type), "s(){}", "C"));
        if (type) found = reinterpret_cast<PyTypeObject*>(type.get())->tp_dealloc;
    }
    return found;
}

// A type that C code defines: classes written in Python take arguments of any type.
bool is_compiled(PyTypeObject* type) {
    const bool is_python = PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) &&
                           type->tp_dealloc == python_dealloc();
    return type->tp_dict != nullptr && !is_python && !PyType_IsSubtype(type, &PyArray_Type);
}

int open_callable(PyObject* object);

int open_type(PyTypeObject* type) {
    if (!is_compiled(type)) return 0;
    int opened = 0;
    Ref names(PyDict_Keys(type->tp_dict));
    for (Py_ssize_t i = 0; names && i < PyList_GET_SIZE(names.get()); ++i) {
        PyObject* name = PyList_GET_ITEM(names.get(), i);
        PyObject* value = PyDict_GetItemWithError(type->tp_dict, name);
        if (value == nullptr) continue;
        const bool is_method = Py_IS_TYPE(value, &PyMethodDescr_Type) ||
                               Py_IS_TYPE(value, &PyClassMethodDescr_Type);
        const int done = is_method ? open_method(type, name, value) : open_callable(value);
        opened += done || !is_cythons(value) ? done : replace_method(type, name, value);
    }
    opened += open_calls(type);
    if (opened > 0) PyType_Modified(type);
    return opened;
}

int open_callable(PyObject* object) {
    if (Py_IS_TYPE(object, &PyCFunction_Type)) return open_function(object);
    if (Py_IS_TYPE(object, &PyStaticMethod_Type) || Py_IS_TYPE(object, &PyClassMethod_Type)) {
        Ref function(PyObject_GetAttrString(object, "__func__"));
        if (!function) return forget_error(), 0;
        return open_callable(function.get());
    }
    if (PyInstanceMethod_Check(object)) {
        return open_callable(PyInstanceMethod_GET_FUNCTION(object));
    }
    const std::string_view kind = Py_TYPE(object)->tp_name;
    const bool has_pointer = PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HAVE_VECTORCALL) &&
                             Py_TYPE(object)->tp_vectorcall_offset > 0;
    const bool is_known = is_cythons(object) || kind.ends_with("nb_func") ||
                          kind.ends_with("nb_method");
    return has_pointer && is_known ? open_object(object) : 0;
}

bool is_of_module(PyTypeObject* type, PyObject* module_name) {
    Ref owner(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__module__"));
    if (!owner) forget_error();
    if (!owner || !PyUnicode_Check(owner.get()) || !PyUnicode_Check(module_name)) return false;
    if (PyUnicode_Compare(owner.get(), module_name) == 0) return true;
    // A name without a module, which is not Python's own: SuperLU.
    return PyUnicode_CompareWithASCIIString(owner.get(), "builtins") == 0 &&
           !(type->tp_flags & Py_TPFLAGS_HEAPTYPE) &&
           PyDict_GetItemString(PyEval_GetBuiltins(), type->tp_name) == nullptr;
}

int open_module(PyObject* module) {
    PyObject* members = PyModule_GetDict(module);
    Ref values(PyDict_Values(members));
    Ref name(PyModule_GetNameObject(module));
    if (!name) forget_error();
    int opened = 0;
    for (Py_ssize_t i = 0; values && name && i < PyList_GET_SIZE(values.get()); ++i) {
        PyObject* value = PyList_GET_ITEM(values.get(), i);
        if (PyType_Check(value)) {
            auto* type = reinterpret_cast<PyTypeObject*>(value);
            if (is_of_module(type, name.get())) opened += open_type(type);
        } else {
            opened += open_callable(value);
        }
    }
    return opened;
}

}  // namespace

PyObject* open_doors(PyObject*, PyObject* object) {
    const int opened = PyModule_Check(object) ? open_module(object)
                       : PyType_Check(object)
                           ? open_type(reinterpret_cast<PyTypeObject*>(object))
                           : open_callable(object);
    return PyErr_Occurred() ? nullptr : PyLong_FromLong(opened);
}

}  // namespace numen::front
