#include "front/ufunc/ufunc_call.h"

#include "front/array/layout.h"

namespace numen::front {
namespace {

// A tuple of outputs is a keyword's alone.
bool read_out(PyObject* given_out, bool is_keyword, PyObject*& out) {
    if (PyTuple_CheckExact(given_out)) {
        if (!is_keyword || PyTuple_GET_SIZE(given_out) != 1) return false;
        given_out = PyTuple_GET_ITEM(given_out, 0);
    }
    out = given_out == Py_None ? nullptr : given_out;
    return out == nullptr || is_array(out);
}

}  // namespace

Read read_keywords(const Arguments& arguments, UFuncKeywords& keywords) {
    static const Parameters<6> parameters(
        {"out", "where", "dtype", "casting", "order", "subok"}, 1);
    PyObject* argument[6];
    if (!parameters.read(arguments, argument)) return Read::numpy;
    Manner& manner = keywords.manner;
    const bool is_keyword = arguments.positional == 0;
    if (argument[0] != nullptr && !read_out(argument[0], is_keyword, manner.out)) {
        return Read::numpy;
    }
    if (argument[1] != nullptr && argument[1] != Py_True) keywords.where = argument[1];
    keywords.has_out = argument[0] != nullptr;
    keywords.leaves_gaps = keywords.where != nullptr && argument[0] == nullptr;
    if (given(argument[2])) {
        if (!read_dtype(argument[2], manner.dtype)) return Read::error;
        if (manner.dtype == no_dtype) return Read::numpy;
    }
    if (argument[3] != nullptr && !PyArray_CastingConverter(argument[3], &manner.casting)) {
        return Read::error;
    }
    // Casts that are stricter than the rule for numbers, or may lose values, are NumPy's.
    if (given(argument[2]) && argument[3] != nullptr &&
        (manner.casting < NPY_SAFE_CASTING || manner.casting == NPY_UNSAFE_CASTING)) {
        return Read::numpy;
    }
    if (given(argument[4]) && !read_order(argument[4], manner.order)) return Read::error;
    if (!is_flag(argument[5])) return Read::numpy;
    return manner.order == 'A' ? Read::numpy : Read::ok;
}

}  // namespace numen::front
