// The door of __array__. NumPy's C code looks the method up on an object of any class, calls it and
// refuses what is no ndarray. No look-up by a class says when it is NumPy that asks, and a class
// may be anybody's. But C code gets a method as an object bound by the function type's
// tp_descr_get, where Python's own calls of methods do without; and it calls a function through the
// pointer in it, where the interpreter enters the function itself. So the first look-up of any
// of an object's methods by C code exchanges the pointer of this one, which stays what it is to
// Python.
#include "front/module/array_methods.h"

#include <array>
#include <cstdint>
#include <utility>

#include "front/array/state.h"
#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

PyObject* array_name = nullptr;  // interned
descrgetfunc bind_function = nullptr;
descrgetfunc get_static = nullptr;

PyObject* call_array_method(PyObject* function, PyObject* const* args, std::size_t nargsf,
                            PyObject* names) {
    Ref result(_PyFunction_Vectorcall(function, args, nargsf, names));
    if (result && is_managed(result.get()) &&
        !expose(as_array(result.get()), "an object's __array__")) {
        return nullptr;
    }
    return result.release();
}

void open(PyObject* function) {
    auto& vectorcall = reinterpret_cast<PyFunctionObject*>(function)->vectorcall;
    if (vectorcall == _PyFunction_Vectorcall) vectorcall = call_array_method;
}

// A class whose method has been opened, if it has one that is a function; for as long as Python
// gives it the same version.
struct Opened {
    PyTypeObject* type;
    unsigned version;
};
std::array<Opened, 256> opened = {};

Opened& place_of(PyTypeObject* type) {
    return opened[reinterpret_cast<std::uintptr_t>(type) / 64 % opened.size()];
}

void open_method_of(PyTypeObject* type) {
    PyObject* method = _PyType_Lookup(type, array_name);
    if (method != nullptr && PyFunction_Check(method)) open(method);
    const bool has_version = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG);
    place_of(type) = has_version ? Opened{type, type->tp_version_tag} : Opened{};
}

// The class need not know a function of this name: its __getattr__ may give it.
[[gnu::noinline]] PyObject* open_and_bind(PyObject* function, PyObject* instance,
                                          PyObject* type) {
    if (reinterpret_cast<PyFunctionObject*>(function)->func_name == array_name) open(function);
    open_method_of(Py_TYPE(instance));
    return bind_function(function, instance, type);
}

// Libraries bind a thousand functions in the time of a few calls: this is to take no time.
PyObject* bind(PyObject* function, PyObject* instance, PyObject* type) {
    if (instance == nullptr) return bind_function(function, instance, type);
    PyTypeObject* type_bound = Py_TYPE(instance);
    const Opened& entry = place_of(type_bound);
    const bool is_open = entry.type == type_bound && entry.version == type_bound->tp_version_tag &&
                         reinterpret_cast<PyFunctionObject*>(function)->func_name != array_name;
    return is_open ? bind_function(function, instance, type)
                   : open_and_bind(function, instance, type);
}

PyObject* get_static_method(PyObject* method, PyObject* instance, PyObject* type) {
    PyObject* function = get_static(method, instance, type);
    if (function != nullptr && instance != nullptr && PyFunction_Check(function) &&
        _PyType_Lookup(Py_TYPE(instance), array_name) == method) {
        open(function);
    }
    return function;
}

}  // namespace

bool open_array_methods() {
    array_name = PyUnicode_InternFromString("__array__");
    if (array_name == nullptr) return false;
    bind_function = std::exchange(PyFunction_Type.tp_descr_get, bind);
    get_static = std::exchange(PyStaticMethod_Type.tp_descr_get, get_static_method);
    return true;
}

}  // namespace numen::front
