#include "front/call/held_arguments.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <span>

#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/overrides.h"

namespace numen::front {
namespace {

bool is_among(const char* name, std::initializer_list<const char*> names) {
    for (const char* other : names) {
        if (std::strcmp(name, other) == 0) return true;
    }
    return false;
}

// May it name an element type that holds objects: "O", "object", [("a", object)]? What cannot must
// not be asked, for NumPy warns of some names.
bool may_name_objects(PyObject* o) {
    if (PyArray_DescrCheck(o)) return true;
    if (PyUnicode_Check(o)) {
        const char* text = PyUnicode_AsUTF8(o);
        if (text == nullptr) forget_error();
        return text != nullptr && std::strpbrk(text, "Oo") != nullptr;
    }
    return PyList_Check(o) && PyList_GET_SIZE(o) > 0 && PyTuple_Check(PyList_GET_ITEM(o, 0));
}

// Is it an array of objects, or what names a type of objects or a record that holds some?
bool has_objects(PyObject* o) {
    if (is_array(o)) return PyDataType_REFCHK(as_array(o)->f.descr);
    if (o == reinterpret_cast<PyObject*>(&PyBaseObject_Type)) return true;
    PyArray_Descr* descr = nullptr;
    if (!may_name_objects(o) || !read_descr(o, descr)) return forget_error(), false;
    const bool holds_some = PyDataType_REFCHK(descr);
    Py_DECREF(descr);
    return holds_some;
}

// A list, or a tuple that holds one.
bool is_to_be_copied(PyObject* o, const Holders* holders = nullptr) {
    if (!PyTuple_CheckExact(o)) return PyList_CheckExact(o);
    const Holders with_this{o, holders};
    if (with_this.end_here()) return false;
    PyObject** items = PySequence_Fast_ITEMS(o);
    return std::any_of(items, items + PyTuple_GET_SIZE(o),
                       [&](PyObject* item) { return is_to_be_copied(item, &with_this); });
}

bool starts_with(const char* name, const char* prefix) {
    return std::strncmp(name, prefix, std::strlen(prefix)) == 0;
}

// A ufunc, or a method of one.
bool is_numpys_ufunc(PyObject* target) {
    PyObject* self = PyCFunction_Check(target) ? PyCFunction_GET_SELF(target) : target;
    return self != nullptr && Py_IS_TYPE(self, &PyUFunc_Type);
}

bool is_pythons_own(PyObject* o) {
    return PyLong_CheckExact(o) || PyFloat_CheckExact(o) || PyComplex_CheckExact(o) ||
           PyBool_Check(o) || PyUnicode_CheckExact(o) || PyBytes_CheckExact(o) || o == Py_None;
}

// Is it an array, a number or a setting?
bool shows_nothing(PyObject* o) {
    return is_array(o) || is_pythons_own(o) || PyArray_CheckAnyScalarExact(o) ||
           PyList_CheckExact(o) || PyArray_DescrCheck(o) || PyType_Check(o);
}

constexpr char method_prefix[] = "ndarray.";

// Does it change a list in place?
bool takes_lists_themselves(const char* name) {
    return std::strstr(name, "shuffle") != nullptr || is_among(name, {"vectorize"});
}

// How many of the arguments NumPy reads: the others are handed to the program's function.
Py_ssize_t count_read(const char* name, Py_ssize_t total) {
    const Py_ssize_t read = is_among(name, {"apply_along_axis", "piecewise"}) ? 3
                            : is_among(name, {"fromfunction"})                ? 2
                                                                              : total;
    return std::min(read, total);
}

// Does it make elements of the items of lists, where those are objects? What it converts to no type
// that is given has no lists among its elements.
bool keeps_items_of_lists(const char* name) {
    return is_among(name, {"array", "asanyarray", "asarray", "asarray_chkfinite",
                           "ascontiguousarray", "asfortranarray", "asmatrix", "fill",
                           "fill_diagonal", "fromiter", "insert", "place", "put",
                           "put_along_axis", "putmask", "require", "setfield"});
}

// Even a list itself.
bool may_keep_lists(const char* name) { return is_among(name, {"array", "fill"}); }

// Which argument NumPy takes for positions, checks and then uses; -1 where it takes none. By its
// place alone: given by name, it is passed on itself.
Py_ssize_t place_of_positions(const char* name) {
    if (starts_with(name, method_prefix)) name += sizeof method_prefix - 1;
    const char* method = std::strrchr(name, '.');
    if (method != nullptr && is_among(method, {".at", ".reduceat"})) return 1;
    if (is_among(name, {"choose"})) return 0;
    return is_among(name, {"delete", "insert", "put", "put_along_axis", "repeat", "take",
                           "take_along_axis"})
               ? 1
               : -1;
}

bool works_piece_by_piece(const char* name) {
    // Their results have elements of their own.
    if (starts_with(name, "strings.")) return true;
    if (starts_with(name, "char.")) return !is_among(name, {"char.array", "char.asarray"});
    return is_among(name, {"put", "putmask", "place", "nonzero", "argwhere", "repeat", "compress",
                           "cumsum", "cumprod", "byteswap", "dot", "fill", "take", "where", "isnat",
                           "datetime_as_string", "busday_count", "busday_offset", "is_busday",
                           "packbits", "unpackbits"});
}

}  // namespace

bool HeldArguments::have_objects() const {
    return std::any_of(args_, args_ + total_, has_objects);
}

bool HeldArguments::hold_lists(const char* name) {
    const auto is_copied = [](PyObject* o) { return is_to_be_copied(o); };
    if (std::none_of(args_, args_ + total_, is_copied)) return true;
    if (starts_with(name, method_prefix)) name += sizeof method_prefix - 1;
    if (takes_lists_themselves(name) || has_override(args_, total_)) return true;
    const bool keeps_items = keeps_items_of_lists(name) && have_objects();
    if (keeps_items && may_keep_lists(name)) return true;
    copies_.assign(args_, args_ + total_);
    for (PyObject*& argument : std::span(copies_.data(), count_read(name, total_))) {
        if (!is_to_be_copied(argument)) continue;
        owners_.push_back(!keeps_items                  ? held_sequence(argument)
                          : PyList_CheckExact(argument) ? held_list(argument)
                                                        : Ref::share(argument));
        argument = owners_.back().get();
        if (argument == nullptr) return false;
    }
    return true;
}

bool HeldArguments::hold_positions(const char* name) {
    const Py_ssize_t place = place_of_positions(name);
    if (place < 0 || place >= total_ || !has_other_threads()) return true;
    if (has_override(args_, total_)) return true;  // it is handed what was given
    owners_.push_back(private_positions(arguments()[place]));
    if (!owners_.back()) return false;
    if (copies_.empty()) copies_.assign(args_, args_ + total_);
    copies_[place] = owners_.back().get();
    return true;
}

bool all_show_nothing(PyObject* const* args, Py_ssize_t count) {
    return std::all_of(args, args + count, [](PyObject* o) {
        if (!PyTuple_CheckExact(o)) return shows_nothing(o);
        PyObject** items = PySequence_Fast_ITEMS(o);  // outputs, axes
        return std::all_of(items, items + PyTuple_GET_SIZE(o), shows_nothing);
    });
}

Views views_for(const char* name, PyObject* target, PyObject* const* args, Py_ssize_t total) {
    const bool is_method = starts_with(name, method_prefix);
    if (!is_method && (target == nullptr || is_numpys_ufunc(target))) {
        return all_show_nothing(args, total) ? Views::deep : Views::none;
    }
    if (!is_method && has_override(args, total)) return Views::none;
    if (is_method) name += sizeof method_prefix - 1;
    if (is_among(name, {"lexsort", "choose"})) return Views::deep;
    return works_piece_by_piece(name) ? Views::arguments : Views::none;
}

bool only_looks(const char* name) {
    return is_among(name, {"save", "savez", "savez_compressed", "savetxt", "array2string",
                           "array_repr", "array_str"});
}

}  // namespace numen::front
