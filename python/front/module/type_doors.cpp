// Doors of C types: methods and constructors, by C functions from pools.
#include <array>
#include <unordered_set>
#include <utility>

#include "front/array/numpy_methods.h"
#include "front/module/door_kinds.h"

namespace numen::front {
namespace {

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

// What all instances of a kind do; they are so many that each only adds its number.
[[gnu::noinline]] PyObject* call_method(PyObject* self, PyObject* const* args, Py_ssize_t count,
                                        PyObject* names, std::size_t index) {
    if (!expose_arguments(args, argument_count(count, names))) return nullptr;
    return call_definition(methods.originals[index], self, args, count, names);
}
[[gnu::noinline]] PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs,
                                 std::size_t index) {
    if (!expose_in_call(args, kwargs)) return nullptr;
    return makers.originals[index](type, args, kwargs);
}
[[gnu::noinline]] PyObject* call(PyObject* self, PyObject* args, PyObject* kwargs,
                                 std::size_t index) {
    if (!expose_in_call(args, kwargs)) return nullptr;
    return callers.originals[index](self, args, kwargs);
}
[[gnu::noinline]] int initialise(PyObject* self, PyObject* args, PyObject* kwargs,
                                 std::size_t index) {
    if (!expose_in_call(args, kwargs)) return -1;
    return initialisers.originals[index](self, args, kwargs);
}

template <std::size_t index>
PyObject* method_number(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    return call_method(self, args, count, names, index);
}
template <std::size_t index>
PyObject* maker_number(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return make(type, args, kwargs, index);
}
template <std::size_t index>
PyObject* caller_number(PyObject* self, PyObject* args, PyObject* kwargs) {
    return call(self, args, kwargs, index);
}
template <std::size_t index>
int initialiser_number(PyObject* self, PyObject* args, PyObject* kwargs) {
    return initialise(self, args, kwargs, index);
}

template <std::size_t... index> constexpr auto method_pool(std::index_sequence<index...>) {
    return Pool<PyMethodDef*, FastMethod, method_limit>{{}, {method_number<index>...}};
}
template <std::size_t... index> constexpr auto maker_pool(std::index_sequence<index...>) {
    return Pool<newfunc, newfunc, constructor_limit>{{}, {maker_number<index>...}};
}
template <std::size_t... index> constexpr auto caller_pool(std::index_sequence<index...>) {
    return Pool<ternaryfunc, ternaryfunc, constructor_limit>{{}, {caller_number<index>...}};
}
template <std::size_t... index> constexpr auto initialiser_pool(std::index_sequence<index...>) {
    return Pool<initproc, initproc, constructor_limit>{{}, {initialiser_number<index>...}};
}
constinit Pool<PyMethodDef*, FastMethod, method_limit> methods =
    method_pool(std::make_index_sequence<method_limit>());
constinit Pool<newfunc, newfunc, constructor_limit> makers =
    maker_pool(std::make_index_sequence<constructor_limit>());
constinit Pool<ternaryfunc, ternaryfunc, constructor_limit> callers =
    caller_pool(std::make_index_sequence<constructor_limit>());
constinit Pool<initproc, initproc, constructor_limit> initialisers =
    initialiser_pool(std::make_index_sequence<constructor_limit>());

// The definitions that are doors' own or have a door already.
std::unordered_set<const PyMethodDef*>& settled() {
    static auto* found = new std::unordered_set<const PyMethodDef*>;  // never destroyed
    return *found;
}

}  // namespace

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

namespace {

struct Calls {
    newfunc make;
    initproc init;
    ternaryfunc call;
};

// Classes that were derived before hold what they inherited, and Python compares the two.
void inherit_calls(PyTypeObject* type, const Calls& before, const Calls& now) {
    Ref derived(PyObject_CallMethod(reinterpret_cast<PyObject*>(&PyType_Type), "__subclasses__",
                                    "O", type));
    if (!derived) return forget_error();
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(derived.get()); ++i) {
        auto* heir = reinterpret_cast<PyTypeObject*>(PyList_GET_ITEM(derived.get(), i));
        if (heir->tp_new == before.make) heir->tp_new = now.make;
        if (heir->tp_init == before.init) heir->tp_init = now.init;
        if (heir->tp_call == before.call) heir->tp_call = now.call;
        inherit_calls(heir, before, now);
    }
}

}  // namespace

// How instances and the type itself are called.
bool open_calls(PyTypeObject* type) {
    static auto& opened = *new std::unordered_set<PyTypeObject*>;
    const bool makes = type->tp_new != nullptr && type->tp_new != PyBaseObject_Type.tp_new &&
                       !makers.is_full();
    const bool initialises = type->tp_init != nullptr &&
                             type->tp_init != PyBaseObject_Type.tp_init &&
                             !initialisers.is_full();
    const bool is_called = type->tp_call != nullptr && type->tp_call != PyVectorcall_Call &&
                           !callers.is_full();
    if ((!makes && !initialises && !is_called) || !opened.insert(type).second) return false;
    const auto before = Calls{type->tp_new, type->tp_init, type->tp_call};
    if (makes) type->tp_new = makers.add(type->tp_new);
    if (is_called) type->tp_call = callers.add(type->tp_call);
    if (initialises) type->tp_init = initialisers.add(type->tp_init);
    inherit_calls(type, before, {type->tp_new, type->tp_init, type->tp_call});
    return true;
}

}  // namespace numen::front
