#include "front/module/user_handlers.h"

#include <vector>

#include "front/array/caller.h"
#include "front/call/function_pairs.h"
#include "front/module/importing.h"
#include "front/module/namespace_type.h"

namespace numen::front {
namespace {

PyObject* numpy = nullptr;  // the module: not what the program puts into sys.modules later

// The call with another object as its argument `place`, which counts the names after the others.
PyObject* call_with(PyObject* function, PyObject* const* args, std::size_t nargsf,
                    PyObject* names, Py_ssize_t place, PyObject* argument) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    std::vector<PyObject*> all(args, args + count + (names ? PyTuple_GET_SIZE(names) : 0));
    all[place] = argument;
    return python_vectorcall(function, all.data(), count, names);
}

// (ufunc, its arguments, the number of the output) with Numen's ufunc; null if it stays as it is,
// or with an exception set.
PyObject* context_with_numens(PyObject* context) {
    if (!PyTuple_CheckExact(context) || PyTuple_GET_SIZE(context) == 0) return nullptr;
    PyObject* numens = numens_for(PyTuple_GET_ITEM(context, 0));
    if (numens == nullptr) return nullptr;
    Ref copy(PyTuple_New(PyTuple_GET_SIZE(context)));
    if (!copy) return nullptr;
    PyTuple_SET_ITEM(copy.get(), 0, Py_NewRef(numens));
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(context); ++i) {
        PyTuple_SET_ITEM(copy.get(), i, Py_NewRef(PyTuple_GET_ITEM(context, i)));
    }
    return copy.release();
}

// Does the program's `import numpy` give Numen?
bool is_installed() {
    PyObject* import = PyDict_GetItemString(PyEval_GetBuiltins(), "__import__");
    return import != nullptr && Py_IS_TYPE(import, &Importing);
}

}  // namespace

vectorcallfunc python_vectorcall = nullptr;

bool find_python_vectorcall() {
    Ref code(reinterpret_cast<PyObject*>(PyCode_NewEmpty("numen", "function", 1)));
    Ref globals(PyDict_New());
    Ref function(code && globals ? PyFunction_New(code.get(), globals.get()) : nullptr);
    if (!function) return false;
    python_vectorcall = reinterpret_cast<PyFunctionObject*>(function.get())->vectorcall;
    return true;
}

bool find_numpy() {
    if (numpy == nullptr) numpy = PyImport_ImportModule("numpy");
    return numpy != nullptr;
}

// A module that has imported NumPy itself as well is given NumPy's. Text may be anybody's: what it
// has of Numen's has to be seen.
bool sees_numens(PyObject* function) {
    const Author author = author_of(function);
    if (author == Author::library) return false;
    PyObject *name, *value;
    Py_ssize_t place = 0;
    bool has_numens = false;
    while (PyDict_Next(PyFunction_GET_GLOBALS(function), &place, &name, &value)) {
        if (value == numpy) return false;
        if (PyObject_TypeCheck(value, &NamespaceType) || numpys_for(value) != nullptr) {
            has_numens = true;
        }
    }
    return has_numens || (author == Author::user && is_installed());
}

// Where NumPy's function stands among the arguments depends on what binds the method: a class
// method has two before it, a partial one any number.
PyObject* call_handler(PyObject* function, PyObject* const* args, std::size_t nargsf,
                       PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    for (Py_ssize_t place = 0; place < count; ++place) {
        PyObject* numens = numens_for(args[place]);
        if (numens != nullptr) return call_with(function, args, nargsf, names, place, numens);
    }
    return python_vectorcall(function, args, nargsf, names);
}

// The context is the third argument as a rule, or named.
PyObject* call_wrapper(PyObject* function, PyObject* const* args, std::size_t nargsf,
                       PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf) + keyword_count(names);
    for (Py_ssize_t place = 0; place < count; ++place) {
        const Ref context(context_with_numens(args[place]));
        if (context) return call_with(function, args, nargsf, names, place, context.get());
        if (PyErr_Occurred()) return nullptr;
    }
    return python_vectorcall(function, args, nargsf, names);
}

}  // namespace numen::front
