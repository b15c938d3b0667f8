#include "front/call/function_pairs.h"

#include <unordered_map>

#include "front/array/type_dictionary.h"

namespace numen::front {
namespace {

using Functions = std::unordered_map<PyObject*, PyObject*>;

struct Pairs {
    Functions numens, numpys;
};

Pairs& pairs() {
    static auto* found = new Pairs;  // never destroyed: the interpreter may be gone by then
    return *found;
}

PyObject* find(const Functions& functions, PyObject* key) {
    const auto place = functions.find(key);
    return place == functions.end() ? nullptr : place->second;
}

PyObject* implementation(PyObject* function, void*) {
    PyObject* numpys = numpys_for(function);
    if (numpys != nullptr) return PyObject_GetAttrString(numpys, "_implementation");
    return PyErr_Format(PyExc_AttributeError, "'%.100s' object has no attribute '_implementation'",
                        Py_TYPE(function)->tp_name);
}

PyGetSetDef attribute = {"_implementation", implementation, nullptr, nullptr, nullptr};

}  // namespace

PyObject* numens_for(PyObject* numpys) { return find(pairs().numens, numpys); }
PyObject* numpys_for(PyObject* numens) { return find(pairs().numpys, numens); }

PyObject* pair_functions(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "pair_functions takes NumPy's function and Numen's");
        return nullptr;
    }
    pairs().numens[Py_NewRef(args[0])] = Py_NewRef(args[1]);
    pairs().numpys.emplace(args[1], args[0]);
    Py_RETURN_NONE;
}

// In the type's dictionary, though dir(len) shows it then: exchanging the type's tp_getattro would
// make hasattr(len, "x") thirty times as slow, because Python spares itself the AttributeError only
// where that is its own function.
bool lend_implementations() {
    const Ref dictionary = dictionary_of(&PyCFunction_Type);
    const Ref descriptor(PyDescr_NewGetSet(&PyCFunction_Type, &attribute));
    if (!dictionary || !descriptor ||
        PyDict_SetItemString(dictionary.get(), attribute.name, descriptor.get()) < 0) {
        return false;
    }
    PyType_Modified(&PyCFunction_Type);
    return true;
}

}  // namespace numen::front
