// Module functions that are an array method under another name: np.clip, np.nonzero, np.round …
#include "front/array/creation.h"
#include "front/array/object.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/overrides.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

PyObject* find_out(const Arguments& arguments, Py_ssize_t place) {
    if (arguments.positional > place) return arguments.values[place];
    for (Py_ssize_t i = 0; i < arguments.keywords(); ++i) {
        PyObject* key = PyTuple_GET_ITEM(arguments.names, i);
        if (PyUnicode_CompareWithASCIIString(key, "out") == 0) {
            return arguments.values[arguments.positional + i];
        }
    }
    return nullptr;
}

// May results of the array's type go there?
bool may_take(PyObject* out, PyObject* array) {
    return absent(out) || (is_ours(out) && can_cast_same_kind(dtype_of(as_array(array)),
                                                              dtype_of(as_array(out))));
}

// np.name(a, …) = a.name(…) for our arrays and what NumPy would convert to one; other objects
// (frames, users' subclasses) have a say of their own in NumPy's function.
// `out_place`: of the argument out=.
PyObject* by_method(const char* name, PyObject* interned, Py_ssize_t out_place,
                    const Arguments& arguments) {
    const Py_ssize_t total = arguments.positional + arguments.keywords();
    if (arguments.positional < 1 || has_override(arguments.values + 1, total - 1)) {
        return call_numpy(name, arguments);
    }
    Operand operand;
    if (!classify_converting(arguments.values[0], operand)) return nullptr;
    if (operand.kind != Kind::array) return call_numpy(name, arguments);
    Ref array = operand.owned ? std::move(operand.owned)
                              : Ref(as_numen_array(arguments.values[0]));
    if (!array) return nullptr;
    // NumPy tries again after a TypeError, and so warns once more: it does the first try as well.
    if (!may_take(find_out(arguments, out_place), array.get())) return call_numpy(name, arguments);
    PyObject* small[8];
    if (total > 8) return call_numpy(name, arguments);
    small[0] = array.get();
    for (Py_ssize_t i = 1; i < total; ++i) small[i] = arguments.values[i];
    PyObject* result =
        PyObject_VectorcallMethod(interned, small, arguments.positional, arguments.names);
    return or_as_numpy(result, name, arguments);
}

#define NUMEN_BY_METHOD(NAME, METHOD)                                                  \
    PyObject* function_##NAME(PyObject*, PyObject* const* args, Py_ssize_t count,      \
                              PyObject* names) {                                       \
        static PyObject* const interned = PyUnicode_InternFromString(#METHOD);         \
        return by_method(#NAME, interned, 2, {args, count, names});                    \
    }

NUMEN_BY_METHOD(nonzero, nonzero)
NUMEN_BY_METHOD(round, round)
NUMEN_BY_METHOD(around, round)

// The method knows a_min and a_max by other names.
PyObject* function_clip(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static PyObject* const interned = PyUnicode_InternFromString("clip");
    const Arguments arguments{args, count, names};
    // One bound alone NumPy refuses if it has no name.
    if (count == 2) return call_numpy("clip", arguments);
    for (Py_ssize_t i = 0; i < arguments.keywords(); ++i) {
        const char* name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        if (name == nullptr) return nullptr;
        if (name[0] == 'a') return call_numpy("clip", arguments);
    }
    return by_method("clip", interned, 3, arguments);
}

}  // namespace

PyMethodDef element_functions[] = {
    {"clip", guarded<function_clip>(), fast, nullptr},
    {"nonzero", guarded<function_nonzero>(), fast, nullptr},
    {"round", guarded<function_round>(), fast, nullptr},
    {"around", guarded<function_around>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
