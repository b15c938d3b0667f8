#include "front/module/doors.h"

#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "front/array/numpy_methods.h"
#include "front/array/state.h"

namespace numen::front {
namespace {

bool expose_arguments(PyObject* const* args, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyTypeObject* type = Py_TYPE(args[i]);
        const bool may_hold = type == &Managed || type == &PyTuple_Type || type == &PyList_Type ||
                              type == &PyDict_Type;
        if (may_hold && managed_count > 0 && !expose_deeply(args[i], "a compiled function")) {
            return false;
        }
    }
    return true;
}

Py_ssize_t argument_count(std::size_t nargsf, PyObject* names) {
    return PyVectorcall_NARGS(nargsf) + (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
}

bool expose_in_call(PyObject* args, PyObject* kwargs) {
    return expose_arguments(&PyTuple_GET_ITEM(args, 0), PyTuple_GET_SIZE(args)) &&
           (kwargs == nullptr || expose_arguments(&kwargs, 1));
}

// --- built-in functions ---------------------------------------------------------------------

// Takes the place of a function's definition. Its flags are those of no convention, so that the
// interpreter always calls `vectorcall`.
struct FunctionDoor {
    PyMethodDef definition;
    PyMethodDef* original;
    vectorcallfunc vectorcall;  // null: the function takes a tuple
};

PyObject* call_function(PyObject* self, PyObject* const* args, std::size_t nargsf,
                        PyObject* names) {
    if (!expose_arguments(args, argument_count(nargsf, names))) return nullptr;
    auto* function = reinterpret_cast<PyCFunctionObject*>(self);
    const auto* door = reinterpret_cast<FunctionDoor*>(function->m_ml);
    if (door->vectorcall != nullptr) return door->vectorcall(self, args, nargsf, names);
    return call_definition(door->original, function->m_self, args, PyVectorcall_NARGS(nargsf),
                           names);
}

// Modules hold NumPy's functions that they have imported.
bool is_numpys(PyObject* module_name) {
    const char* name = module_name != nullptr && PyUnicode_Check(module_name)
                           ? PyUnicode_AsUTF8(module_name)
                           : nullptr;
    return name != nullptr && std::string_view(name).starts_with("numpy");
}

bool open_function(PyObject* object) {
    auto* function = reinterpret_cast<PyCFunctionObject*>(object);
    const int convention = function->m_ml->ml_flags & ~(METH_COEXIST | METH_STATIC | METH_CLASS);
    if (function->vectorcall == call_function || (convention & METH_METHOD) ||
        is_numpys(function->m_module)) {
        return false;
    }
    auto* door = new FunctionDoor{*function->m_ml, function->m_ml, function->vectorcall};
    door->definition.ml_flags = METH_KEYWORDS;
    function->m_ml = &door->definition;
    function->vectorcall = call_function;
    return true;
}

// --- other objects with a vectorcall pointer: Cython's functions, nanobind's -------------------

std::unordered_map<PyObject*, vectorcallfunc>& originals() {
    static auto* found = new std::unordered_map<PyObject*, vectorcallfunc>;  // never destroyed
    return *found;
}

PyObject* call_object(PyObject* self, PyObject* const* args, std::size_t nargsf,
                      PyObject* names) {
    if (!expose_arguments(args, argument_count(nargsf, names))) return nullptr;
    return originals().at(self)(self, args, nargsf, names);
}

bool open_object(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    auto* vectorcall = reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(object) +
                                                         type->tp_vectorcall_offset);
    if (*vectorcall == nullptr || *vectorcall == call_object) return false;
    originals().emplace(Py_NewRef(object), *vectorcall);
    *vectorcall = call_object;
    return true;
}

// --- methods that cannot be changed in place ----------------------------------------------------

// Stands in a type's dictionary for a function that has no pointer to change, as those of Cython
// that take any arguments; all but the call is the function's own.
struct MethodDoor {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* target;
};

PyObject* target_of(PyObject* self) { return reinterpret_cast<MethodDoor*>(self)->target; }

PyObject* call_target(PyObject* self, PyObject* const* args, std::size_t nargsf,
                      PyObject* names) {
    if (!expose_arguments(args, argument_count(nargsf, names))) return nullptr;
    return PyObject_Vectorcall(target_of(self), args, nargsf, names);
}

PyObject* bind_door(PyObject* self, PyObject* instance, PyObject*) {
    return instance == nullptr ? Py_NewRef(self) : PyMethod_New(self, instance);
}

PyObject* door_attribute(PyObject* self, PyObject* name) {
    return PyObject_GetAttr(target_of(self), name);
}

PyObject* door_repr(PyObject* self) { return PyObject_Repr(target_of(self)); }

PyTypeObject& method_door_type() {
    static PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
    if (type.tp_name == nullptr) {
        type.tp_name = "numen.MethodDoor";
        type.tp_basicsize = sizeof(MethodDoor);
        type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
                        Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION;
        type.tp_vectorcall_offset = offsetof(MethodDoor, vectorcall);
        type.tp_call = PyVectorcall_Call;
        type.tp_descr_get = bind_door;
        type.tp_getattro = door_attribute;
        type.tp_repr = door_repr;
        PyType_Ready(&type);
    }
    return type;
}

// The type's dictionary keeps the door, which lives as long.
bool replace_method(PyTypeObject* type, PyObject* name, PyObject* function) {
    auto* door = PyObject_New(MethodDoor, &method_door_type());
    if (door == nullptr) return false;
    door->vectorcall = call_target;
    door->target = Py_NewRef(function);
    const Ref owned(reinterpret_cast<PyObject*>(door));
    return PyDict_SetItem(type->tp_dict, name, owned.get()) == 0;
}

bool is_cythons(PyObject* object) {
    const std::string_view kind = Py_TYPE(object)->tp_name;
    return kind.ends_with("cython_function_or_method") || kind.ends_with("fused_cython_function");
}

// --- methods and constructors ------------------------------------------------------------------

// Bound methods are made from a descriptor's definition alone, and constructors know but the type
// that is wanted, which may be derived from theirs: each needs a C function of its own. They are
// the instances of templates; what finds none left stays without a door.
template <class Original, class Function, std::size_t limit> struct Pool {
    std::array<Original, limit> originals;
    std::array<Function, limit> functions;
    std::size_t count = 0;

    bool is_full() const { return count == limit; }
    Function add(Original original) {
        originals[count] = original;
        return functions[count++];
    }
};
constexpr std::size_t method_limit = 4096, constructor_limit = 1024;
using FastMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
extern Pool<PyMethodDef*, FastMethod, method_limit> methods;
extern Pool<newfunc, newfunc, constructor_limit> makers;
extern Pool<ternaryfunc, ternaryfunc, constructor_limit> callers;
extern Pool<initproc, initproc, constructor_limit> initialisers;

template <std::size_t index>
PyObject* method_number(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    if (!expose_arguments(args, argument_count(count, names))) return nullptr;
    return call_definition(methods.originals[index], self, args, count, names);
}

template <std::size_t index>
PyObject* maker_number(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    if (!expose_in_call(args, kwargs)) return nullptr;
    return makers.originals[index](type, args, kwargs);
}

template <std::size_t index>
PyObject* caller_number(PyObject* self, PyObject* args, PyObject* kwargs) {
    if (!expose_in_call(args, kwargs)) return nullptr;
    return callers.originals[index](self, args, kwargs);
}

template <std::size_t index>
int initialiser_number(PyObject* self, PyObject* args, PyObject* kwargs) {
    if (!expose_in_call(args, kwargs)) return -1;
    return initialisers.originals[index](self, args, kwargs);
}

template <std::size_t... index> auto method_pool(std::index_sequence<index...>) {
    return Pool<PyMethodDef*, FastMethod, method_limit>{{}, {method_number<index>...}};
}
template <std::size_t... index> auto maker_pool(std::index_sequence<index...>) {
    return Pool<newfunc, newfunc, constructor_limit>{{}, {maker_number<index>...}};
}
template <std::size_t... index> auto caller_pool(std::index_sequence<index...>) {
    return Pool<ternaryfunc, ternaryfunc, constructor_limit>{{}, {caller_number<index>...}};
}
template <std::size_t... index> auto initialiser_pool(std::index_sequence<index...>) {
    return Pool<initproc, initproc, constructor_limit>{{}, {initialiser_number<index>...}};
}
Pool<PyMethodDef*, FastMethod, method_limit> methods =
    method_pool(std::make_index_sequence<method_limit>());
Pool<newfunc, newfunc, constructor_limit> makers =
    maker_pool(std::make_index_sequence<constructor_limit>());
Pool<ternaryfunc, ternaryfunc, constructor_limit> callers =
    caller_pool(std::make_index_sequence<constructor_limit>());
Pool<initproc, initproc, constructor_limit> initialisers =
    initialiser_pool(std::make_index_sequence<constructor_limit>());

// The definitions that are doors' own or have a door already.
std::unordered_set<const PyMethodDef*>& settled() {
    static auto* found = new std::unordered_set<const PyMethodDef*>;  // never destroyed
    return *found;
}

// Puts a descriptor of the door into the type's dictionary; the type itself keeps its identity.
bool open_method(PyTypeObject* type, PyObject* name, PyObject* descriptor) {
    PyMethodDef* definition = reinterpret_cast<PyMethodDescrObject*>(descriptor)->d_method;
    constexpr int without = METH_NOARGS | METH_METHOD | METH_STATIC;
    if ((definition->ml_flags & without) || methods.is_full() ||
        !settled().insert(definition).second) {
        return false;
    }
    auto* door = new PyMethodDef(*definition);
    const bool is_of_class = definition->ml_flags & METH_CLASS;
    door->ml_flags = fast | (is_of_class ? METH_CLASS : 0);
    door->ml_meth = as_method(methods.add(definition));
    settled().insert(door);
    Ref made(is_of_class ? PyDescr_NewClassMethod(type, door) : PyDescr_NewMethod(type, door));
    return made && PyDict_SetItem(type->tp_dict, name, made.get()) == 0;
}

struct Calls {
    newfunc make;
    initproc init;
    ternaryfunc call;
};

// Classes that were derived before hold what they inherited, and Python compares the two.
void inherit_calls(PyTypeObject* type, const Calls& before, const Calls& now) {
    Ref derived(PyObject_CallMethod(reinterpret_cast<PyObject*>(&PyType_Type), "__subclasses__",
                                    "O", type));
    if (!derived) return PyErr_Clear();
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(derived.get()); ++i) {
        auto* heir = reinterpret_cast<PyTypeObject*>(PyList_GET_ITEM(derived.get(), i));
        if (heir->tp_new == before.make) heir->tp_new = now.make;
        if (heir->tp_init == before.init) heir->tp_init = now.init;
        if (heir->tp_call == before.call) heir->tp_call = now.call;
        inherit_calls(heir, before, now);
    }
}

// How instances and the type itself are called.
int open_calls(PyTypeObject* type) {
    static auto& opened = *new std::unordered_set<PyTypeObject*>;
    const bool makes = type->tp_new != nullptr && type->tp_new != PyBaseObject_Type.tp_new &&
                       !makers.is_full();
    const bool initialises = type->tp_init != nullptr &&
                             type->tp_init != PyBaseObject_Type.tp_init &&
                             !initialisers.is_full();
    const bool is_called = type->tp_call != nullptr && type->tp_call != PyVectorcall_Call &&
                           !callers.is_full();
    if ((!makes && !initialises && !is_called) || !opened.insert(type).second) return 0;
    const auto before = Calls{type->tp_new, type->tp_init, type->tp_call};
    if (makes) type->tp_new = makers.add(type->tp_new);
    if (is_called) type->tp_call = callers.add(type->tp_call);
    if (initialises) type->tp_init = initialisers.add(type->tp_init);
    inherit_calls(type, before, {type->tp_new, type->tp_init, type->tp_call});
    return 1;
}

// --- types and modules ------------------------------------------------------------------------

// How Python frees the instances of classes that are written in Python.
destructor python_dealloc() {
    static const destructor found = [] {
        Ref type(PyObject_CallFunction(reinterpret_cast<PyObject*>(&PyType_Type), "s(){}", "C"));
        return type ? reinterpret_cast<PyTypeObject*>(type.get())->tp_dealloc : nullptr;
    }();
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
        if (!function) return PyErr_Clear(), 0;
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
    if (!owner) PyErr_Clear();
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
    if (!name) PyErr_Clear();
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
