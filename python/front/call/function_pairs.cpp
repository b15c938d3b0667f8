#include "front/call/function_pairs.h"

#include <unordered_map>

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

}  // namespace numen::front
