#include "front/call/signature.h"

#include <algorithm>

#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "front/call/operand.h"
#include "front/call/overrides.h"

namespace numen::front {

Signature::Signature(const char* name, Work work, std::initializer_list<const char*> parameters,
                     int positional, Takes takes, int array)
    : name_(name),
      work_(work),
      count_(static_cast<int>(parameters.size())),
      positional_(positional),
      takes_(takes),
      array_(array) {
    int at = 0;
    for (const char* parameter : parameters) {
        parameters_[at++] = PyUnicode_InternFromString(parameter);
    }
}

int Signature::find(PyObject* name, int first) const {
    for (int i = first; i < count_; ++i) {
        if (parameters_[i] == name) return i;
    }
    for (int i = first; i < count_; ++i) {
        if (PyUnicode_Compare(parameters_[i], name) == 0) return i;
    }
    return -1;
}

bool Signature::read(const Arguments& arguments, int first, PyObject** given) const {
    if (arguments.positional > positional_ - first) return false;
    int at = first;
    for (Py_ssize_t i = 0; i < arguments.positional; ++i) given[at++] = arguments.values[i];
    for (int i = at; i < count_; ++i) given[i] = nullptr;
    for (Py_ssize_t k = 0; k < arguments.keywords(); ++k) {
        const int place = find(PyTuple_GET_ITEM(arguments.names, k), first);
        if (place < 0 || given[place] != nullptr) return false;
        given[place] = arguments.values[arguments.positional + k];
    }
    return true;
}

PyObject* Signature::as_method(PyObject* self, const Arguments& arguments) const {
    PyObject* given[most_parameters];
    bool unsupported = dtype_of(as_array(self)) == no_dtype || !read(arguments, 1, given);
    if (!unsupported) {
        const Ref own = pinned(self);
        if (!own) return nullptr;
        given[0] = own.get();
        PyObject* result = work_(given, unsupported);
        if (!unsupported) return result;
    }
    return call_numpy_method(name_, self, arguments);
}

PyObject* Signature::as_function(const Arguments& arguments) const {
    PyObject* given[most_parameters];
    if (!read(arguments, 0, given) || given[array_] == nullptr ||
        has_override(arguments.values, arguments.positional + arguments.keywords())) {
        return call_numpy(name_, arguments);
    }
    Ref array;
    PyObject* object = given[array_];
    if (!is_ours(object)) {
        // Other objects (frames, users' subclasses) have a say of their own in NumPy's function.
        Operand operand;
        classify(object, operand);
        const bool fits = operand.kind == Kind::array ||
                          (takes_ == Takes::anything &&
                           (operand.kind != Kind::foreign || is_plain_list(object)));
        if (!fits) return call_numpy(name_, arguments);
        array = Ref(as_numen_array(object));
        if (!array) return nullptr;
        if (!is_ours(array.get())) return call_numpy(name_, arguments);
        given[array_] = array.get();
    }
    array = pinned(given[array_]);
    if (!array) return nullptr;
    given[array_] = array.get();
    bool unsupported = dtype_of(as_array(given[array_])) == no_dtype;
    PyObject* result = unsupported ? nullptr : work_(given, unsupported);
    return unsupported ? call_numpy(name_, arguments) : result;
}

bool are_whole_numbers(PyObject* shape) {
    if (!PyTuple_CheckExact(shape) && !PyList_CheckExact(shape)) {
        return is_whole_number(shape) || PySequence_Check(shape);
    }
    PyObject** items = PySequence_Fast_ITEMS(shape);
    return std::all_of(items, items + PySequence_Fast_GET_SIZE(shape), is_whole_number);
}

bool read_integer(PyObject* argument, npy_intp& value) {
    if (!PyIndex_Check(argument) || is_ours(argument) || PyBool_Check(argument)) return false;
    const bool is_number = PyLong_CheckExact(argument) || PyArray_IsScalar(argument, Integer);
    // NumPy asks for an array first, which may say something else.
    if (!is_number &&
        (is_derived(argument) || PyObject_HasAttrString(argument, "__array__"))) {
        return false;
    }
    value = PyNumber_AsSsize_t(argument, nullptr);
    if (value != -1 || !PyErr_Occurred()) return true;
    return leave_to_numpy(), false;
}

Ref held_items(PyObject* sequence) {
    return PyList_Check(sequence) ? Ref(PyList_AsTuple(sequence)) : Ref::share(sequence);
}

}  // namespace numen::front
