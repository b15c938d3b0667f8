// Methods of anybody's classes that NumPy's C code looks up and calls: __array__, of which it
// refuses what is no ndarray, and those that are told which function of NumPy's was called.
// No look-up by a class says when it is NumPy that asks. But C code gets a method as an object
// bound by the function type's tp_descr_get, where Python's own calls of methods do without; and it
// calls a function through the pointer in it, where the interpreter enters the function itself. So
// the first look-up of any of a class's methods by C code exchanges the pointers of these, which
// stay what they are to Python. Methods that are no functions, but hold the function that they call
// (classmethod, functools.lru_cache), need not be bound by anybody: their classes are looked at
// where a function of Numen's hands an object on to NumPy as well.
#include "front/module/array_methods.h"

#include <array>
#include <cstdint>
#include <utility>

#include "front/array/state.h"
#include "front/array/type_dictionary.h"
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

void open(PyObject* function, const Method& method) {
    auto& vectorcall = reinterpret_cast<PyFunctionObject*>(function)->vectorcall;
    if (vectorcall == python_vectorcall &&
        (method.is_opened == nullptr || method.is_opened(function))) {
        vectorcall = method.call;
    }
}

// A class whose methods have been opened; for as long as Python gives it the same version.
struct Opened {
    PyTypeObject* type;
    unsigned version;
};
// Many more than programs have classes at a time, because two at one place drive each other out.
std::array<Opened, 16384> opened = {};

Opened& place_of(PyTypeObject* type) {
    return opened[reinterpret_cast<std::uintptr_t>(type) / 64 % opened.size()];
}

inline bool has_open_methods(PyTypeObject* type) {
    const Opened& entry = place_of(type);
    return entry.type == type && type != nullptr && entry.version == type->tp_version_tag;
}

void open_functions_of(PyObject* found, const Method& method, int depth);

void open_named(PyObject* object, const Method& method, int depth) {
    static PyObject* const names[] = {PyUnicode_InternFromString("__func__"),
                                      PyUnicode_InternFromString("__wrapped__"),
                                      PyUnicode_InternFromString("func")};
    for (PyObject* name : names) {
        // Python's own descriptors give it, or the object's dictionary: a property runs code.
        PyObject* of_class = _PyType_Lookup(Py_TYPE(object), name);
        const bool runs_nothing = of_class == nullptr ||
                                  Py_IS_TYPE(of_class, &PyMemberDescr_Type) ||
                                  Py_IS_TYPE(of_class, &PyGetSetDescr_Type);
        const Ref named(runs_nothing ? PyObject_GenericGetAttr(object, name) : nullptr);
        if (named) open_functions_of(named.get(), method, depth);
        else forget_error();
    }
}

void open_kept(PyObject* object, const Method& method) {
    const Ref attributes(PyObject_GenericGetDict(object, nullptr));
    const Ref values(attributes ? PyDict_Values(attributes.get()) : nullptr);
    if (!values) return forget_error();
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(values.get()); ++i) {
        PyObject* value = PyList_GET_ITEM(values.get(), i);
        if (PyFunction_Check(value)) open(value, method);
    }
}

// What a class has under the name, or the functions that this calls in its turn, as far as can be
// seen from outside: Python's wrappers name theirs, objects of the program's keep theirs among
// their attributes. Their classes' own ways of giving attributes are not asked.
void open_functions_of(PyObject* found, const Method& method, int depth) {
    if (PyFunction_Check(found)) return open(found, method);
    if (found == Py_None || PyType_Check(found) || depth == 0) return;
    open_named(found, method, depth - 1);
    open_kept(found, method);
    static PyObject* const call = PyUnicode_InternFromString("__call__");
    const Ref called = Ref::share(_PyType_Lookup(Py_TYPE(found), call));
    if (called && PyFunction_Check(called.get())) open(called.get(), method);
}

// Only those of the class itself, not its bases'.
void open_own_methods(PyTypeObject* type) {
    const Ref dictionary = dictionary_of(type);
    for (const Method& method : methods) {
        const Ref found = Ref::share(
            dictionary ? PyDict_GetItemWithError(dictionary.get(), method.name) : nullptr);
        if (found) open_functions_of(found.get(), method, 4);
        else if (PyErr_Occurred() != nullptr) forget_error();
    }
}

// The classes that a class inherits from change seldom, though it may change all the time: each is
// looked at for itself, and four names are looked up in its own dictionary alone.
void open_methods_of(PyTypeObject* type) {
    const Ref classes = Ref::share(type->tp_mro);
    if (!classes) return;
    if (type->tp_version_tag == 0) _PyType_Lookup(type, array_method.name);  // gives it one
    for (Py_ssize_t i = PyTuple_GET_SIZE(classes.get()); i-- > 0;) {
        auto* each = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(classes.get(), i));
        if (has_open_methods(each)) continue;
        const unsigned version = each->tp_version_tag;
        open_own_methods(each);
        place_of(each) = version != 0 ? Opened{each, version} : Opened{};
    }
}

PyTypeObject* owner_of(PyObject* instance, PyObject* type) {
    return instance != nullptr ? Py_TYPE(instance) : reinterpret_cast<PyTypeObject*>(type);
}

void open_methods_once(PyTypeObject* owner) {
    if (owner != nullptr && !has_open_methods(owner) && PyType_Check(owner)) {
        open_methods_of(owner);
    }
}

bool is_array_method(PyObject* function) {
    return reinterpret_cast<PyFunctionObject*>(function)->func_name == array_method.name;
}

// The class need not know a function of this name: its __getattr__ may give it.
[[gnu::noinline]] PyObject* open_and_bind(PyObject* function, PyObject* instance,
                                          PyObject* type, PyTypeObject* owner) {
    if (is_array_method(function)) open(function, array_method);
    open_methods_once(owner);
    return bind_function(function, instance, type);
}

// Libraries bind a thousand functions in the time of a few calls: this is to take no time. NumPy
// looks some of the methods up in the class itself: there is no instance then.
PyObject* bind(PyObject* function, PyObject* instance, PyObject* type) {
    PyTypeObject* owner = owner_of(instance, type);
    return has_open_methods(owner) && !is_array_method(function)
               ? bind_function(function, instance, type)
               : open_and_bind(function, instance, type, owner);
}

// Static and class methods.
template <PyTypeObject* wrapper> descrgetfunc get_wrapped = nullptr;

template <PyTypeObject* wrapper>
PyObject* get_opened(PyObject* method, PyObject* instance, PyObject* type) {
    open_methods_once(owner_of(instance, type));
    return get_wrapped<wrapper>(method, instance, type);
}

template <PyTypeObject* wrapper> void open_where_got() {
    get_wrapped<wrapper> = std::exchange(wrapper->tp_descr_get, get_opened<wrapper>);
}

}  // namespace

void open_methods_of_class_of(PyObject* object) {
    if (PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HEAPTYPE)) open_methods_once(Py_TYPE(object));
}

bool open_array_methods() {
    if (!find_python_vectorcall() || !find_numpy()) return false;
    for (Method& method : methods) {
        method.name = PyUnicode_InternFromString(method.text);
        if (method.name == nullptr) return false;
    }
    bind_function = std::exchange(PyFunction_Type.tp_descr_get, bind);
    open_where_got<&PyStaticMethod_Type>();
    open_where_got<&PyClassMethod_Type>();
    return true;
}

}  // namespace numen::front
