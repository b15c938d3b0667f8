// Arrays between libraries, by the array API standard: DLPack, devices, the namespace.
//
// A DLPack capsule hands out the memory itself, so an array that is exported without a copy becomes
// exposed; NumPy, which can read it then, makes the capsule, and the capsule holds the array.
#include <algorithm>
#include <array>

#include "front/array/creation.h"
#include "front/array/look.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"
#include "front/module/modules.h"

namespace numen::front {
namespace {

// __dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
PyObject* method_dlpack(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    static const Parameters<4> parameters({"stream", "max_version", "dl_device", "copy"}, 0);
    const Arguments arguments{args, count, names};
    PyObject* argument[4];
    if (parameters.read(arguments, argument) && argument[3] == Py_True) {
        Ref values(look(self));  // a copy leaves the array as it is
        return values ? ask_numpy("__dlpack__", values.get(), arguments) : nullptr;
    }
    if (!expose(as_array(self), "__dlpack__")) return nullptr;
    return ask_numpy("__dlpack__", self, arguments);
}

PyObject* method_dlpack_device(PyObject*, PyObject*) {
    return Py_BuildValue("(ii)", 1, 0);  // kDLCPU, the first of them
}

// to_device(device, /, *, stream=None): memory of the host is all there is so far.
PyObject* method_to_device(PyObject* self, PyObject* const* args, Py_ssize_t count,
                           PyObject* names) {
    Ref stand_in(look(self));
    if (!stand_in) return nullptr;
    Ref accepted(ask_numpy("to_device", stand_in.get(), {args, count, names}));
    return accepted ? Py_NewRef(self) : nullptr;
}

// The module that a program sees as numpy.
PyObject* main_namespace() {
    static PyObject* found = nullptr;
    if (found == nullptr) {
        Ref namespaces(PyImport_ImportModule("numen.namespace"));
        if (!namespaces) return nullptr;
        found = PyObject_CallMethod(namespaces.get(), "module", "s", "numpy");
    }
    return Py_XNewRef(found);
}

// __array_namespace__(*, api_version=None)
PyObject* method_array_namespace(PyObject* self, PyObject* const* args, Py_ssize_t count,
                                 PyObject* names) {
    static const Parameters<1> parameters({"api_version"}, 0);
    const Arguments arguments{args, count, names};
    PyObject* version[1];
    const bool known = parameters.read(arguments, version) &&
                       (absent(version[0]) ||
                        (PyUnicode_Check(version[0]) &&
                         PyUnicode_CompareWithASCIIString(version[0], "2025.12") == 0));
    if (!known) {
        Ref stand_in(look(self));  // NumPy knows the older versions and refuses all else
        Ref accepted(stand_in ? ask_numpy("__array_namespace__", stand_in.get(), arguments)
                              : nullptr);
        if (!accepted) return nullptr;
    }
    return main_namespace();
}

bool is_cpu(PyObject* device) {
    return absent(device) || (PyUnicode_Check(device) &&
                              PyUnicode_CompareWithASCIIString(device, "cpu") == 0);
}

// What DLPack can say about an array: steps of whole elements.
bool fits_dlpack(ArrayObject* a) {
    if (dtype_of(a) == no_dtype) return false;
    const npy_intp size = itemsize(dtype_of(a));
    return std::all_of(a->f.strides, a->f.strides + a->f.nd,
                       [size](npy_intp step) { return step % size == 0; });
}

// from_dlpack(x, /, *, device=None, copy=None)
PyObject* function_from_dlpack(PyObject*, PyObject* const* args, Py_ssize_t count,
                               PyObject* names) {
    static const Parameters<3> parameters({"x", "device", "copy"}, 1);
    const Arguments arguments{args, count, names};
    PyObject* argument[3];
    const bool plain = count == 1 && parameters.read(arguments, argument) &&
                       is_ours(args[0]) && is_cpu(argument[1]) &&
                       (absent(argument[2]) || PyBool_Check(argument[2]));
    if (plain && fits_dlpack(as_array(args[0]))) {
        ArrayObject* a = as_array(args[0]);
        if (argument[2] == Py_True) return as_object(copy_array(a, dtype_of(a), 'K'));
        return as_object(new_view(a, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides, 0));
    }
    // The capsule is NumPy's to read; what it finds is taken over where it lies.
    Ref target(numpy_attribute("from_dlpack"));
    return target ? wrap(PyObject_Vectorcall(target.get(), args, count, names)) : nullptr;
}

}  // namespace

PyMethodDef interchange_methods[] = {
    {"__dlpack__", guarded<method_dlpack>(), fast, nullptr},
    {"__dlpack_device__", method_dlpack_device, METH_NOARGS, nullptr},
    {"to_device", guarded<method_to_device>(), fast, nullptr},
    {"__array_namespace__", guarded<method_array_namespace>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef interchange_functions[] = {
    {"from_dlpack", guarded<function_from_dlpack>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
