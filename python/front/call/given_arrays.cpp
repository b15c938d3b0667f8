#include "front/call/given_arrays.h"

#include "front/array/state.h"
#include "front/call/operand.h"

namespace numen::front {
namespace {

bool is_refusal(PyObject* error) {
    if (error == nullptr || !PyErr_GivenExceptionMatches(error, PyExc_ValueError)) return false;
    Ref text(PyObject_Str(error));
    if (!text) return forget_error(), false;
    return PyUnicode_CompareWithASCIIString(
               text.get(), "object __array__ method not producing an array") == 0;
}

// May it give its array past array_methods.cpp, which exposes what a function of the class gives?
bool may_give_managed(PyObject* object) {
    static PyObject* const name = PyUnicode_InternFromString("__array__");
    if (PyType_Check(object) || !has_its_own_say(object)) return false;
    PyObject* of_class = _PyType_Lookup(Py_TYPE(object), name);
    return of_class == nullptr || !PyFunction_Check(of_class);
}

// The array that the object gives, exposed; null without an exception where it gives none.
Ref exposed_array_of(PyObject* object) {
    if (!may_give_managed(object)) return Ref();
    Ref method(PyObject_GetAttrString(object, "__array__"));
    Ref array(method ? PyObject_CallNoArgs(method.get()) : nullptr);
    const bool is_given = array && is_array(array.get()) &&
                          (!is_managed(array.get()) ||
                           expose(as_array(array.get()), "an object's __array__"));
    if (is_given) return array;
    forget_error();
    return Ref();
}

// The list or tuple with arrays in the place of such objects; null where there are none.
Ref with_arrays(PyObject* object, const Holders* holders = nullptr) {
    if (!is_plain_list(object)) return exposed_array_of(object);
    const Holders with_this{object, holders};
    if (with_this.end_here()) return Ref();
    Ref copy(PySequence_List(object));
    bool is_changed = false;
    for (Py_ssize_t i = 0; copy && i < PyList_GET_SIZE(copy.get()); ++i) {
        Ref item = with_arrays(PyList_GET_ITEM(copy.get(), i), &with_this);
        if (!item) continue;
        is_changed = true;
        if (PyList_SetItem(copy.get(), i, item.release()) < 0) return Ref();
    }
    if (!is_changed) return Ref();
    return PyTuple_CheckExact(object) ? Ref(PyList_AsTuple(copy.get())) : std::move(copy);
}

}  // namespace

PyObject* GivenArrays::instead_of(PyObject* argument) {
    Ref array = with_arrays(argument);
    if (!array) return argument;
    owners_.push_back(std::move(array));
    return owners_.back().get();
}

bool GivenArrays::replace(PyObject* const* args, Py_ssize_t count) {
    PyObject *type, *error, *traceback;
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    if (is_refusal(error)) {
        for (Py_ssize_t i = 0; i < count; ++i) arguments_.push_back(instead_of(args[i]));
    }
    if (owners_.empty()) return PyErr_Restore(type, error, traceback), false;
    for (PyObject* part : {type, error, traceback}) Py_XDECREF(part);
    return true;
}

}  // namespace numen::front
