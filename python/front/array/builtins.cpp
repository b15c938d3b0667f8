#include "front/array/builtins.h"

#include <cstring>
#include <vector>

#include "front/array/call_sites.h"
#include "front/array/caller.h"
#include "front/array/class_of_managed.h"
#include "front/array/object.h"
#include "front/array/types.h"

namespace numen::front {
namespace {

using Fast = PyObject*(PyObject*, PyObject* const*, Py_ssize_t);
using FastWithKeywords = PyObject*(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

// Python's function of that name, if it stands under it: a program may have put another there.
PyCFunctionObject* find_builtin(const char* name) {
    PyObject* found = PyDict_GetItemString(PyEval_GetBuiltins(), name);
    if (found == nullptr || !Py_IS_TYPE(found, &PyCFunction_Type)) return nullptr;
    auto* function = reinterpret_cast<PyCFunctionObject*>(found);
    if (std::strcmp(function->m_ml->ml_name, name) != 0) return nullptr;
    Py_INCREF(found);
    return function;
}

// A function of Python's builtins that calls ours, whatever instruction calls it. Its hash is that
// of the C function, and changes.
struct Builtin {
    const char* name;
    PyCFunction ours;
    PyCFunctionObject* object = nullptr;  // owned: another may stand under the name by the time
    PyMethodDef* pythons = nullptr;
    PyMethodDef definition = {};

    void find() {
        object = find_builtin(name);
        if (object == nullptr) return;
        pythons = object->m_ml;
        definition = *pythons;
        definition.ml_meth = ours;
    }
    void patch() {
        if (object == nullptr) find();
        if (object != nullptr) object->m_ml = &definition;
    }
    void restore() {
        if (object != nullptr && object->m_ml == &definition) object->m_ml = pythons;
    }
    template <class Function> Function* function() const {
        return reinterpret_cast<Function*>(reinterpret_cast<void (*)()>(pythons->ml_meth));
    }
};

extern Builtin builtin_issubclass, builtin_build_class;

// A class, or a tuple of classes, whose own class has no say in who is an instance.
bool is_plain(PyObject* asked) {
    if (!PyTuple_CheckExact(asked)) return PyType_CheckExact(asked);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(asked); ++i) {
        if (!PyType_CheckExact(PyTuple_GET_ITEM(asked, i))) return false;
    }
    return true;
}

// isinstance(s, type(x)) by any other way than Python's instruction for it, which the interpreter
// puts in where it has seen this function called. What is asked below is the program's question:
// the parts of a tuple or a union are asked one by one. Set where the function is called by, so
// that its hash stays: Numba finds what it knows of functions in a dictionary.
PyCFunctionObject* isinstance_object = nullptr;  // owned
vectorcallfunc call_of_isinstance = nullptr;

PyObject* is_instance_of(PyObject* function, PyObject* const* args, std::size_t nargsf,
                         PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    if (count != 2 || (is_plain(args[1]) && !is_managed(args[0]))) [[likely]] {
        return call_of_isinstance(function, args, nargsf, names);
    }
    const IsinstanceRuns runs;
    return call_of_isinstance(function, args, nargsf, names);
}

void patch_isinstance() {
    if (isinstance_object == nullptr) {
        isinstance_object = find_builtin("isinstance");
        if (isinstance_object == nullptr) return;
        call_of_isinstance = isinstance_object->vectorcall;
    }
    isinstance_object->vectorcall = is_instance_of;
}

// issubclass(type(x), np.ndarray), which asks only where type(x) stands among Python's types. Just
// the program's question: a library's is whether C code takes the array.
PyObject* is_subclass_of(PyObject* module, PyObject* const* args, Py_ssize_t count) {
    const auto pythons = builtin_issubclass.function<Fast>();
    if (count != 2 || as_numpys_class(args[0]) == args[0] || caller() == Caller::library) {
        return pythons(module, args, count);
    }
    PyObject* const exchanged[] = {as_numpys_class(args[0]), args[1]};
    return pythons(module, exchanged, count);
}

// class F(type(x), abc.ABC), whose metaclass Python finds before it asks that of type(x); and
// class M(type(type(x))).
PyObject* build_class(PyObject* module, PyObject* const* args, Py_ssize_t count,
                      PyObject* names) {
    std::vector<PyObject*> exchanged(args, args + count + keyword_count(names));
    for (PyObject*& argument : exchanged) argument = as_pythons_class(argument);
    return builtin_build_class.function<FastWithKeywords>()(module, exchanged.data(), count,
                                                            names);
}

Builtin builtin_issubclass{"issubclass", as_method(is_subclass_of)};
Builtin builtin_build_class{"__build_class__", as_method(build_class)};

}  // namespace

void patch_builtins() {
    patch_isinstance();
    builtin_issubclass.patch();
    builtin_build_class.patch();
}

void restore_builtins() {
    if (isinstance_object != nullptr) isinstance_object->vectorcall = call_of_isinstance;
    builtin_issubclass.restore();
    builtin_build_class.restore();
}

}  // namespace numen::front
