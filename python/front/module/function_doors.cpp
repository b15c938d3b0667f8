// Doors of functions: built-in ones, and objects that are called by a pointer of their own.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "front/array/numpy_methods.h"
#include "front/call/counterpart.h"
#include "front/module/door_kinds.h"

namespace numen::front {
namespace {

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

}  // namespace

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

namespace {

std::unordered_map<PyObject*, vectorcallfunc>& originals() {
    static auto* found = new std::unordered_map<PyObject*, vectorcallfunc>;  // never destroyed
    return *found;
}

// Looked up in a table of those called lately first: pandas calls some thousands of times a second.
vectorcallfunc original_of(PyObject* object) {
    struct Entry {
        PyObject* object;
        vectorcallfunc original;
    };
    constexpr std::uintptr_t count = 256, least_size = 32;
    static Entry lately[count];
    Entry& entry = lately[reinterpret_cast<std::uintptr_t>(object) / least_size % count];
    if (entry.object != object) entry = {object, originals().at(object)};
    return entry.original;
}

PyObject* call_object(PyObject* self, PyObject* const* args, std::size_t nargsf,
                      PyObject* names) {
    if (!expose_arguments(args, argument_count(nargsf, names))) return nullptr;
    return original_of(self)(self, args, nargsf, names);
}

}  // namespace

bool open_object(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    auto* vectorcall = reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(object) +
                                                         type->tp_vectorcall_offset);
    if (*vectorcall == nullptr || *vectorcall == call_object) return false;
    originals().emplace(Py_NewRef(object), *vectorcall);
    *vectorcall = call_object;
    return true;
}

namespace {

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
        type.tp_repr = repr_as<target_of>;
        PyType_Ready(&type);
    }
    return type;
}

}  // namespace

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

}  // namespace numen::front
