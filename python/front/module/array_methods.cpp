// The door of __array__. NumPy's C code looks the method up on an object of any class, calls it and
// refuses what is no ndarray. No look-up by a class says when it is NumPy that asks, and a class
// may be anybody's. But C code gets a method as an object bound by the function type's
// tp_descr_get, where Python's own calls of methods do without; and it calls a function through the
// pointer in it, where the interpreter enters the function itself. So the first look-up by C code
// exchanges the pointer of the function, which stays what it is to Python.
#include "front/module/array_methods.h"

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

bool is_array_method(PyObject* function, PyObject* instance) {
    return reinterpret_cast<PyFunctionObject*>(function)->func_name == array_name ||
           _PyType_Lookup(Py_TYPE(instance), array_name) == function;
}

void open(PyObject* function) {
    auto& vectorcall = reinterpret_cast<PyFunctionObject*>(function)->vectorcall;
    if (vectorcall == _PyFunction_Vectorcall) vectorcall = call_array_method;
}

PyObject* bind(PyObject* function, PyObject* instance, PyObject* type) {
    if (instance != nullptr && is_array_method(function, instance)) open(function);
    return bind_function(function, instance, type);
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
