// Reading positional and keyword arguments without building tuples or dictionaries.
#pragma once

#include "front/call/fallback.h"
#include "front/module/modules.h"
#include "front/module/numpy_api.h"

namespace numen::front {

// The arguments of one call as the vectorcall protocol hands them over.
struct Arguments {
    PyObject* const* values;
    Py_ssize_t positional;
    PyObject* names;  // tuple of keyword names, may be null

    Py_ssize_t keywords() const { return names == nullptr ? 0 : PyTuple_GET_SIZE(names); }
    bool names_keyword(const char* name) const {
        for (Py_ssize_t k = 0; k < keywords(); ++k) {
            PyObject* keyword = PyTuple_GET_ITEM(names, k);
            if (PyUnicode_CompareWithASCIIString(keyword, name) == 0) return true;
        }
        return false;
    }
};

// The parameter names of a function, interned on first use so that a keyword is usually found by
// comparing pointers.
template <int Count> class Parameters {
public:
    explicit Parameters(const char* const (&names)[Count], int positional_limit = Count)
        : positional_limit_(positional_limit) {
        for (int i = 0; i < Count; ++i) names_[i] = PyUnicode_InternFromString(names[i]);
    }

    // Puts each argument (borrowed) at its parameter's place, null where absent. False, without an
    // exception, if the call does not fit: NumPy then serves or refuses it.
    bool read(const Arguments& arguments, PyObject* (&places)[Count]) const {
        for (PyObject*& place : places) place = nullptr;
        if (arguments.positional > positional_limit_) return false;
        for (Py_ssize_t i = 0; i < arguments.positional; ++i) places[i] = arguments.values[i];
        for (Py_ssize_t k = 0; k < arguments.keywords(); ++k) {
            const int at = find(PyTuple_GET_ITEM(arguments.names, k));
            if (at < 0 || places[at] != nullptr) return false;
            places[at] = arguments.values[arguments.positional + k];
        }
        return true;
    }

private:
    int find(PyObject* name) const {
        for (int i = 0; i < Count; ++i) {
            if (names_[i] == name) return i;
        }
        for (int i = 0; i < Count; ++i) {
            if (PyUnicode_Compare(names_[i], name) == 0) return i;
        }
        return -1;
    }

    PyObject* names_[Count];
    int positional_limit_;
};

// What came of reading arguments. numpy: NumPy's to serve or refuse; error: exception set.
enum class Read { ok, numpy, error };

// NumPy's function of that name serves the call.
inline PyObject* call_numpy(const char* name, const Arguments& arguments) {
    Ref target(numpy_attribute(name));
    if (!target) return nullptr;
    return call_fallback(name, target.get(), arguments.values, arguments.positional,
                         arguments.names);
}

// The result, or what NumPy says to the arguments that were refused: its own words. Only for
// functions that have written nothing by then.
inline PyObject* or_as_numpy(PyObject* result, const char* name, const Arguments& arguments) {
    if (result != nullptr || !(PyErr_ExceptionMatches(PyExc_TypeError) ||
                               PyErr_ExceptionMatches(PyExc_ValueError))) {
        return result;
    }
    forget_error();
    return call_numpy(name, arguments);
}

// numpy.ndarray's method of that name serves the call on `self`.
PyObject* call_numpy_method(const char* name, PyObject* self, const Arguments& arguments);
// The same on an ndarray, which may stand for one of ours; it does not count as a fallback.
PyObject* ask_numpy(const char* name, PyObject* array, const Arguments& arguments);

inline bool given(PyObject* argument) { return argument != nullptr && argument != Py_None; }
inline bool absent(PyObject* argument) { return !given(argument); }

// True or False, or left out: whether anything else is one is NumPy's to say.
inline bool is_flag(PyObject* argument) { return argument == nullptr || PyBool_Check(argument); }

}  // namespace numen::front
