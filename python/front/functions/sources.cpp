// frombuffer: NumPy finds the memory, and the array over it is ours.
#include "front/call/keywords.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

// False without an exception where NumPy decides.
bool read_whole(PyObject* object, npy_intp& whole) {
    if (object == nullptr) return true;
    if (!PyLong_CheckExact(object)) return false;
    whole = PyLong_AsSsize_t(object);
    if (whole == -1 && PyErr_Occurred()) return forget_error(), false;
    return true;
}

// frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None)
PyObject* function_frombuffer(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<5> parameters({"buffer", "dtype", "count", "offset", "like"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[5];
    npy_intp length = -1, offset = 0;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[4]) ||
        !read_whole(argument[2], length) || !read_whole(argument[3], offset)) {
        return call_numpy("frombuffer", arguments);
    }
    PyArray_Descr* descr = nullptr;
    if (absent(argument[1])) {
        descr = PyArray_DescrFromType(NPY_DOUBLE);
    } else if (!read_descr(argument[1], descr) || !warn_of_alias(argument[1])) {
        Py_XDECREF(descr);
        return nullptr;
    }
    return wrap(PyArray_FromBuffer(argument[0], descr, length, offset));
}

}  // namespace

PyMethodDef source_functions[] = {
    {"frombuffer", guarded<function_frombuffer>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
