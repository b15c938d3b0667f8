// Methods of anybody's classes that NumPy's C code looks up and calls: __array__, of which it
// refuses what is no ndarray, and those that are told which function of NumPy's was called.
// No look-up by a class says when it is NumPy that asks. But C code gets a method as an object
// bound by the function type's tp_descr_get, where Python's own calls of methods do without; and it
// calls a function through the pointer in it, where the interpreter enters the function itself. So
// the first look-up of any of a class's methods by C code exchanges the pointers of these, which
// stay what they are to Python.
#include "front/module/array_methods.h"

#include <array>
#include <cstdint>
#include <utility>

#include "front/array/state.h"
#include "front/call/function_pairs.h"
#include "front/module/numpy_api.h"
#include "front/module/user_handlers.h"

namespace numen::front {
namespace {

struct Method {
    const char* text;
    vectorcallfunc call;
    bool (*is_opened)(PyObject* function);  // null: all are
    PyObject* name = nullptr;               // interned
};

PyObject* call_array_method(PyObject* function, PyObject* const* args, std::size_t nargsf,
                            PyObject* names) {
    Ref result(python_vectorcall(function, args, nargsf, names));
    if (result && is_managed(result.get()) &&
        !expose(as_array(result.get()), "an object's __array__")) {
        return nullptr;
    }
    return result.release();
}

Method methods[] = {
    {"__array__", call_array_method, nullptr},
    {"__array_function__", call_handler, sees_numens},
    {"__array_ufunc__", call_handler, sees_numens},
    {"__array_wrap__", call_wrapper, sees_numens},
};
Method& array_method = methods[0];
descrgetfunc bind_function = nullptr;
descrgetfunc get_static = nullptr;
#if PY_VERSION_HEX >= 0x030D0000
descrgetfunc get_of_class = nullptr;
#endif

void open(PyObject* function, const Method& method) {
    auto& vectorcall = reinterpret_cast<PyFunctionObject*>(function)->vectorcall;
    if (vectorcall == python_vectorcall &&
        (method.is_opened == nullptr || method.is_opened(function))) {
        vectorcall = method.call;
    }
}

// A class whose methods have been opened, those that are functions; for as long as Python gives it
// the same version.
struct Opened {
    PyTypeObject* type;
    unsigned version;
};
std::array<Opened, 256> opened = {};

Opened& place_of(PyTypeObject* type) {
    return opened[reinterpret_cast<std::uintptr_t>(type) / 64 % opened.size()];
}

inline bool has_open_methods(PyTypeObject* type) {
    const Opened& entry = place_of(type);
    return entry.type == type && type != nullptr && entry.version == type->tp_version_tag;
}

// Does it hand out the function that it holds, without the function type's tp_descr_get?
bool holds_function(PyObject* found) {
#if PY_VERSION_HEX >= 0x030D0000
    if (Py_IS_TYPE(found, &PyClassMethod_Type)) return true;  // which bound its function before
#endif
    return Py_IS_TYPE(found, &PyStaticMethod_Type);
}

void open_methods_of(PyTypeObject* type) {
    for (const Method& method : methods) {
        PyObject* found = _PyType_Lookup(type, method.name);
        if (found == nullptr) continue;
        Ref function(holds_function(found) ? PyObject_GetAttrString(found, "__func__")
                                           : Py_NewRef(found));
        if (!function) forget_error();
        if (function && PyFunction_Check(function.get())) open(function.get(), method);
    }
    const unsigned version = type->tp_version_tag;  // 0: Python has given it none
    place_of(type) = version != 0 ? Opened{type, version} : Opened{};
}

bool is_array_method(PyObject* function) {
    return reinterpret_cast<PyFunctionObject*>(function)->func_name == array_method.name;
}

// The class need not know a function of this name: its __getattr__ may give it.
[[gnu::noinline]] PyObject* open_and_bind(PyObject* function, PyObject* instance,
                                          PyObject* type, PyTypeObject* owner) {
    if (is_array_method(function)) open(function, array_method);
    if (owner != nullptr && PyType_Check(owner)) open_methods_of(owner);
    return bind_function(function, instance, type);
}

// Libraries bind a thousand functions in the time of a few calls: this is to take no time. NumPy
// looks some of the methods up in the class itself: there is no instance then.
PyObject* bind(PyObject* function, PyObject* instance, PyObject* type) {
    auto* owner = instance != nullptr ? Py_TYPE(instance) : reinterpret_cast<PyTypeObject*>(type);
    return has_open_methods(owner) && !is_array_method(function)
               ? bind_function(function, instance, type)
               : open_and_bind(function, instance, type, owner);
}

PyObject* get_static_method(PyObject* method, PyObject* instance, PyObject* type) {
    auto* owner = instance != nullptr ? Py_TYPE(instance) : reinterpret_cast<PyTypeObject*>(type);
    if (owner != nullptr && PyType_Check(owner) && !has_open_methods(owner)) open_methods_of(owner);
    return get_static(method, instance, type);
}

#if PY_VERSION_HEX >= 0x030D0000
PyObject* get_class_method(PyObject* method, PyObject* instance, PyObject* type) {
    auto* owner = instance != nullptr ? Py_TYPE(instance) : reinterpret_cast<PyTypeObject*>(type);
    if (owner != nullptr && PyType_Check(owner) && !has_open_methods(owner)) open_methods_of(owner);
    return get_of_class(method, instance, type);
}
#endif

}  // namespace

bool open_array_methods() {
    if (!find_python_vectorcall()) return false;
    for (Method& method : methods) {
        method.name = PyUnicode_InternFromString(method.text);
        if (method.name == nullptr) return false;
    }
    lend_implementations();
    bind_function = std::exchange(PyFunction_Type.tp_descr_get, bind);
    get_static = std::exchange(PyStaticMethod_Type.tp_descr_get, get_static_method);
#if PY_VERSION_HEX >= 0x030D0000
    get_of_class = std::exchange(PyClassMethod_Type.tp_descr_get, get_class_method);
#endif
    return true;
}

}  // namespace numen::front
