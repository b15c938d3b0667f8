// The element type that an argument names.
#include <cstring>
#include <string>

#include "front/array/asked_type.h"
#include "front/array/caller.h"
#include "front/array/object.h"
#include "front/array/pinned.h"

namespace numen::front {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// May a format stand after this character of a text of several ("a5,f4", "3a5", "(2,)a5", ">a5")?
bool ends_before_format(char c) { return is_digit(c) || std::strchr(",)<>=| \t", c) != nullptr; }

// "S5" for "a5", in a text of several formats too.
Ref text_without_alias(PyObject* given) {
    Py_ssize_t length;
    const char* chars = PyUnicode_AsUTF8AndSize(given, &length);
    if (chars == nullptr) return Ref();
    if (std::memchr(chars, 'a', static_cast<std::size_t>(length)) == nullptr) {
        return Ref::share(given);
    }
    std::string text(chars, static_cast<std::size_t>(length));
    for (std::size_t i = text.find('a'); i != std::string::npos; i = text.find('a', i + 1)) {
        std::size_t end = i + 1;
        while (end < text.size() && is_digit(text[end])) ++end;
        const bool is_last = end == text.size() || text[end] == ',' || text[end] == ' ';
        if (is_last && (i == 0 || ends_before_format(text[i - 1]))) text[i] = 'S';
    }
    if (text == chars) return Ref::share(given);
    return Ref(PyUnicode_FromStringAndSize(text.data(), length));
}

Ref without_alias(PyObject* object);

// A tuple with the item at `at` spelled anew; as it is if nothing changes.
Ref with_item_anew(PyObject* sequence, Py_ssize_t at) {
    PyObject* item = PyTuple_GET_ITEM(sequence, at);
    const Ref anew = without_alias(item);
    if (!anew || anew.get() == item) return anew ? Ref::share(sequence) : Ref();
    Ref copy(PySequence_List(sequence));
    if (!copy || PyList_SetItem(copy.get(), at, Py_NewRef(anew.get())) < 0) return Ref();
    return Ref(PyList_AsTuple(copy.get()));
}

// [(name, format, ...), ...]
Ref fields_without_alias(PyObject* fields) {
    Ref found = Ref::share(fields);
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(fields); ++i) {
        PyObject* field = PyList_GET_ITEM(fields, i);
        if (!PyTuple_Check(field) || PyTuple_GET_SIZE(field) < 2) continue;
        const Ref anew = with_item_anew(field, 1);
        if (!anew) return Ref();
        if (anew.get() == field) continue;
        if (found.get() == fields) found = Ref(PySequence_List(fields));
        if (!found || PyList_SetItem(found.get(), i, Py_NewRef(anew.get())) < 0) return Ref();
    }
    return found;
}

// The same dtype spelled without the old name "a" of "S", of which NumPy warns; `object` itself
// where it has none, null with an exception set.
Ref without_alias(PyObject* object) {
    if (PyUnicode_Check(object)) return text_without_alias(object);
    if (PyBytes_Check(object)) {
        const Ref text(PyUnicode_FromEncodedObject(object, "latin-1", nullptr));
        const Ref anew = text ? text_without_alias(text.get()) : Ref();
        return Ref::share(anew.get() == text.get() ? object : anew.get());
    }
    if (PyList_CheckExact(object)) return fields_without_alias(object);
    if (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2) {
        return with_item_anew(object, 0);
    }
    return Ref::share(object);
}

// The type of a name of two characters, as most are written: "f4", "i8". no_dtype for all else.
Dtype type_of_short_name(PyObject* object) {
    if (!PyUnicode_CheckExact(object) || PyUnicode_GET_LENGTH(object) != 2 ||
        !PyUnicode_IS_COMPACT_ASCII(object)) {
        return no_dtype;
    }
    const Py_UCS1* name = PyUnicode_1BYTE_DATA(object);
    const auto of_size = [&](Dtype one, Dtype two, Dtype four, Dtype eight) {
        switch (name[1]) {
            case '1': return one;
            case '2': return two;
            case '4': return four;
            case '8': return eight;
            default: return no_dtype;
        }
    };
    using enum Dtype;
    switch (name[0]) {
        case 'f': return of_size(no_dtype, float16, float32, float64);
        case 'i': return of_size(int8, int16, int32, int64);
        case 'u': return of_size(uint8, uint16, uint32, uint64);
        case 'c': return of_size(no_dtype, no_dtype, no_dtype, complex64);
        case 'b': return of_size(boolean, no_dtype, no_dtype, no_dtype);
        default: return no_dtype;
    }
}

// The type of those of Python's and NumPy's classes that are asked for most; no_dtype for others.
Dtype type_of_class(PyObject* object) {
    const auto is = [object](PyTypeObject& type) {
        return object == reinterpret_cast<PyObject*>(&type);
    };
    if (is(PyFloat_Type) || is(PyDoubleArrType_Type)) return Dtype::float64;
    if (is(PyFloatArrType_Type)) return Dtype::float32;
    if (is(PyLong_Type) || is(PyLongArrType_Type)) return Dtype::int64;
    if (is(PyIntArrType_Type)) return Dtype::int32;
    if (is(PyBool_Type) || is(PyBoolArrType_Type)) return Dtype::boolean;
    if (is(PyUByteArrType_Type)) return Dtype::uint8;
    return no_dtype;
}

Dtype type_of_plain_name(PyObject* object) {
    return PyType_Check(object) ? type_of_class(object) : type_of_short_name(object);
}

bool convert(PyObject* object, PyArray_Descr*& descr) {
    if (PyUnicode_Check(object)) return PyArray_DescrConverter(object, &descr);
    const AsTheProgram as_the_program;  // objects with an attribute dtype are deprecated
    return PyArray_DescrConverter(object, &descr);
}

}  // namespace

bool read_descr(PyObject* object, PyArray_Descr*& descr) {
    const Dtype named = type_of_plain_name(object);
    if (named != no_dtype) {
        descr = descr_of(named);
        return Py_INCREF(descr), true;
    }
    if (PyArray_DescrCheck(object) || PyType_Check(object)) {
        return PyArray_DescrConverter(object, &descr);
    }
    if (is_managed(object)) return PyErr_SetString(PyExc_TypeError, array_is_no_dtype), false;
    const Ref held = held_if_sequence(object);  // a list of fields may change while it is read
    const Ref anew = held ? without_alias(held.get()) : Ref();
    if (!anew) return false;
    if (anew.get() == held.get()) return convert(held.get(), descr);
    if (convert(anew.get(), descr)) return true;
    PyErr_Clear();  // NumPy's words are about what the program wrote
    return convert(held.get(), descr);
}

bool has_alias(PyObject* object) {
    const Ref anew = without_alias(object);
    return anew ? anew.get() != object : (forget_error(), false);
}

bool warn_of_alias(PyObject* object) {
    if (!has_alias(object)) return true;
    const AsTheProgram as_the_program;
    PyArray_Descr* descr = nullptr;
    const bool is_read = PyArray_DescrConverter(object, &descr);
    Py_XDECREF(descr);
    return is_read;
}

bool read_dtype(PyObject* object, Dtype& dtype) {
    dtype = type_of_plain_name(object);
    if (dtype != no_dtype) return true;
    PyArray_Descr* descr = nullptr;
    if (!read_descr(object, descr)) return false;
    dtype = asked_type(descr);
    Py_DECREF(descr);
    return true;
}

}  // namespace numen::front
