#include "front/array/class_of_managed.h"

#include "front/array/call_sites.h"
#include "front/array/object.h"
#include "front/array/types.h"

namespace numen::front {

PyTypeObject ManagedMeta = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool is_array_type(PyObject* object) {
    return object == reinterpret_cast<PyObject*>(&PyArray_Type) ||
           Py_IS_TYPE(object, &ManagedMeta);
}

PyObject* as_numpys_class(PyObject* object) {
    return Py_IS_TYPE(object, &ManagedMeta) ? reinterpret_cast<PyObject*>(&PyArray_Type) : object;
}

PyObject* as_pythons_class(PyObject* object) {
    const bool is_meta = object == reinterpret_cast<PyObject*>(&ManagedMeta);
    return is_meta ? reinterpret_cast<PyObject*>(&PyType_Type) : as_numpys_class(object);
}

namespace {

// `type(x) == np.ndarray` and `{np.ndarray: f}[type(x)]` hold for managed arrays too.
PyObject* meta_compare(PyObject* type, PyObject* other, int comparison) {
    if ((comparison != Py_EQ && comparison != Py_NE) || !is_array_type(other)) {
        return PyType_Type.tp_richcompare(type, other, comparison);
    }
    return PyBool_FromLong(comparison == Py_EQ);
}

Py_hash_t meta_hash(PyObject* type) { return PyType_Type.tp_hash(as_numpys_class(type)); }

PyObject* meta_repr(PyObject* type) { return PyObject_Repr(as_numpys_class(type)); }

// The program's own code reads attributes by an instruction, or by functions that do nothing else;
// NumPy's C code reads here what managed arrays have, and libraries what is true.
PyObject* meta_attribute(PyObject* type, PyObject* name) {
    const bool is_the_programs = user_reads_attribute() || user_calls_reader();
    return PyType_Type.tp_getattro(is_the_programs ? as_numpys_class(type) : type, name);
}

PyObject* meta_call(PyObject* type, PyObject* args, PyObject* kwargs) {
    return PyObject_Call(as_numpys_class(type), args, kwargs);
}

// `type(x) | np.ndarray` is the class, and `type(x) | None` what numpy.ndarray's is.
PyObject* meta_or(PyObject* left, PyObject* right) {
    return PyType_Type.tp_as_number->nb_or(as_numpys_class(left), as_numpys_class(right));
}

PyNumberMethods meta_number = {.nb_or = meta_or};

// A class derived from type(x) is one derived from numpy.ndarray, and so is its metaclass.
PyObject* meta_new(PyTypeObject*, PyObject* args, PyObject* kwargs) {
    if (PyTuple_GET_SIZE(args) != 3 || !PyTuple_Check(PyTuple_GET_ITEM(args, 1))) {
        return PyType_Type.tp_call(reinterpret_cast<PyObject*>(&PyType_Type), args, kwargs);
    }
    PyObject* given = PyTuple_GET_ITEM(args, 1);
    Ref bases(PyTuple_New(PyTuple_GET_SIZE(given)));
    for (Py_ssize_t i = 0; bases && i < PyTuple_GET_SIZE(given); ++i) {
        PyObject* base = as_pythons_class(PyTuple_GET_ITEM(given, i));
        PyTuple_SET_ITEM(bases.get(), i, Py_NewRef(base));
    }
    if (!bases) return nullptr;
    Ref exchanged(PyTuple_Pack(3, PyTuple_GET_ITEM(args, 0), bases.get(),
                               PyTuple_GET_ITEM(args, 2)));
    return exchanged ? PyType_Type.tp_new(&PyType_Type, exchanged.get(), kwargs) : nullptr;
}

PyObject* pythons_instancecheck = nullptr;  // type.__instancecheck__

// Libraries are told so too, but no C code that asks for itself: NumPy's lets the arrays of a
// derived class go first.
PyObject* meta_instancecheck(PyObject* type, PyObject* object) {
    if (!asks_isinstance()) {
        return PyObject_CallFunctionObjArgs(pythons_instancecheck, type, object, nullptr);
    }
    const int is_one = PyObject_IsInstance(object, as_numpys_class(type));
    return is_one < 0 ? nullptr : PyBool_FromLong(is_one);
}

PyObject* meta_subclasscheck(PyObject* type, PyObject* derived) {
    const int is_one = PyObject_IsSubclass(as_numpys_class(derived), as_numpys_class(type));
    return is_one < 0 ? nullptr : PyBool_FromLong(is_one);
}

PyObject* meta_dir(PyObject* type, PyObject*) { return PyObject_Dir(as_numpys_class(type)); }

PyMethodDef meta_methods[] = {
    {"__instancecheck__", meta_instancecheck, METH_O, nullptr},
    {"__subclasscheck__", meta_subclasscheck, METH_O, nullptr},
    {"__dir__", meta_dir, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool prepare_meta() {
    pythons_instancecheck =
        PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyType_Type), "__instancecheck__");
    if (pythons_instancecheck == nullptr) return false;
    ManagedMeta.tp_name = "type";  // as messages name it
    ManagedMeta.tp_base = &PyType_Type;
    ManagedMeta.tp_flags = Py_TPFLAGS_DEFAULT;
    ManagedMeta.tp_richcompare = meta_compare;
    ManagedMeta.tp_hash = meta_hash;
    ManagedMeta.tp_repr = meta_repr;
    ManagedMeta.tp_as_number = &meta_number;
    ManagedMeta.tp_getattro = meta_attribute;
    ManagedMeta.tp_call = meta_call;
    ManagedMeta.tp_new = meta_new;
    ManagedMeta.tp_methods = meta_methods;
    return PyType_Ready(&ManagedMeta) == 0;
}

}  // namespace numen::front
