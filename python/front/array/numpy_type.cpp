#include "front/array/by_caller.h"

#include "front/array/numpy_type.h"

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "front/array/checked_entries.h"
#include "front/array/descriptors.h"
#include "front/array/hot_state.h"
#include "front/array/layout_guard.h"
#include "front/array/object.h"
#include "front/array/slots.h"
#include "front/array/types.h"
#include "front/functions/tables.h"
#include "front/module/switches.h"

namespace numen::front {

NumpySlots numpy_slots;

namespace {

PyObject* numpy_dictionary;    // a copy of ndarray's dictionary, as it was
PyObject* patched_dictionary;  // the descriptors that take the place of some; made once
bool is_patched = false;

// Arrays of ndarray's subclasses, whose operators are theirs and NumPy's.
inline bool is_subclass(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    return type != &PyArray_Type && type != &PyFloat_Type && type != &PyLong_Type &&
           type != &Managed && PyType_IsSubtype(type, &PyArray_Type);
}

// NumPy's operators decline for an operand of another class that has __array_ufunc__ = None, unless
// it inherits the operator: then the ufunc that they call refuses it. NumPy compares the operator
// with its own, which stands no longer in the table.
PyObject* refuse_or(PyObject* answer, PyObject* left, PyObject* right, bool is_inherited) {
    if (answer != Py_NotImplemented || !is_inherited) return answer;
    for (PyObject* operand : {left, right}) {
        const Ref ufunc(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(operand)),
                                               "__array_ufunc__"));
        if (!ufunc) forget_error();
        if (ufunc.get() != Py_None) continue;
        Py_DECREF(answer);
        return PyErr_Format(PyExc_TypeError,
                            "operand '%.200s' does not support ufuncs (__array_ufunc__=None)",
                            Py_TYPE(operand)->tp_name);
    }
    return answer;
}

template <auto slot> bool inherits(PyObject* object) {
    const PyNumberMethods* table = Py_TYPE(object)->tp_as_number;
    return table != nullptr && table->*slot == PyArray_Type.tp_as_number->*slot;
}

// Apart from the operators, which need none of its variables.
template <binaryfunc PyNumberMethods::*slot>
[[gnu::noinline]] PyObject* numpys_binary(PyObject* left, PyObject* right) {
    return refuse_or((numpy_slots.number.*slot)(left, right), left, right, inherits<slot>(right));
}

template <binaryfunc PyNumberMethods::*slot> PyObject* binary(PyObject* left, PyObject* right) {
    if (is_subclass(left) || is_subclass(right)) return numpys_binary<slot>(left, right);
    return by_caller(
        left, right,
        [=] { return (number_slots.*slot)(left, right); },
        [=] { return (numpy_slots.number.*slot)(left, right); });
}

template <ternaryfunc PyNumberMethods::*slot>
PyObject* ternary(PyObject* left, PyObject* right, PyObject* modulus) {
    if (is_subclass(left) || is_subclass(right)) {
        return refuse_or((numpy_slots.number.*slot)(left, right, modulus), left, right,
                         modulus == Py_None && inherits<slot>(right));
    }
    return by_caller(
        left, right,
        [=] { return (number_slots.*slot)(left, right, modulus); },
        [=] { return (numpy_slots.number.*slot)(left, right, modulus); });
}

template <unaryfunc PyNumberMethods::*slot> PyObject* unary(PyObject* operand) {
    if (!is_exposed(operand)) return (numpy_slots.number.*slot)(operand);
    return by_caller(
        operand, operand, [=] { return (number_slots.*slot)(operand); },
        [=] { return (numpy_slots.number.*slot)(operand); });
}

int truth(PyObject* self) {
    if (!is_exposed(self)) return numpy_slots.number.nb_bool(self);
    return by_caller(
        self, self, [=] { return number_slots.nb_bool(self); },
        [=] { return numpy_slots.number.nb_bool(self); });
}

PyObject* compare(PyObject* left, PyObject* right, int comparison) {
    if (is_subclass(left) || is_subclass(right)) {
        return numpy_slots.compare(left, right, comparison);
    }
    return by_caller(
        left, right, [=] { return object_slots.compare(left, right, comparison); },
        [=] { return numpy_slots.compare(left, right, comparison); });
}

PyObject* subscript(PyObject* self, PyObject* key) {
    if (!is_exposed(self)) return numpy_slots.mapping.mp_subscript(self, key);
    return by_caller(
        self, key, [=] { return mapping_slots.mp_subscript(self, key); },
        [=] { return numpy_slots.mapping.mp_subscript(self, key); });
}

int assign_subscript(PyObject* self, PyObject* key, PyObject* value) {
    if (!is_exposed(self)) return numpy_slots.mapping.mp_ass_subscript(self, key, value);
    return by_caller(
        self, value == nullptr ? key : value,
        [=] { return mapping_slots.mp_ass_subscript(self, key, value); },
        [=] { return numpy_slots.mapping.mp_ass_subscript(self, key, value); });
}

int contains(PyObject* self, PyObject* value) {
    if (!is_exposed(self)) return numpy_slots.sequence.sq_contains(self, value);
    return by_caller(
        self, value, [=] { return sequence_slots.sq_contains(self, value); },
        [=] { return numpy_slots.sequence.sq_contains(self, value); });
}

PyObject* iterate(PyObject* self) {
    if (!is_exposed(self)) return numpy_slots.iterate(self);
    return by_caller(
        self, self, [=] { return array_iterator(self); },
        [=] { return numpy_slots.iterate(self); });
}

PyObject* repr(PyObject* self) {
    if (!is_exposed(self)) return numpy_slots.repr(self);
    return by_caller(
        self, self, [=] { return object_slots.repr(self); },
        [=] { return numpy_slots.repr(self); });
}

PyObject* str(PyObject* self) {
    if (!is_exposed(self)) return numpy_slots.str(self);
    return by_caller(
        self, self, [=] { return object_slots.str(self); },
        [=] { return numpy_slots.str(self); });
}

#define NUMEN_BINARY(SLOT) table.SLOT = binary<&PyNumberMethods::SLOT>
#define NUMEN_UNARY(SLOT) table.SLOT = unary<&PyNumberMethods::SLOT>

PyNumberMethods patched_number() {
    PyNumberMethods table = numpy_slots.number;
    NUMEN_BINARY(nb_add);
    NUMEN_BINARY(nb_subtract);
    NUMEN_BINARY(nb_multiply);
    NUMEN_BINARY(nb_remainder);
    NUMEN_BINARY(nb_divmod);
    NUMEN_BINARY(nb_lshift);
    NUMEN_BINARY(nb_rshift);
    NUMEN_BINARY(nb_and);
    NUMEN_BINARY(nb_xor);
    NUMEN_BINARY(nb_or);
    NUMEN_BINARY(nb_floor_divide);
    NUMEN_BINARY(nb_true_divide);
    NUMEN_BINARY(nb_matrix_multiply);
    NUMEN_BINARY(nb_inplace_add);
    NUMEN_BINARY(nb_inplace_subtract);
    NUMEN_BINARY(nb_inplace_multiply);
    NUMEN_BINARY(nb_inplace_remainder);
    NUMEN_BINARY(nb_inplace_lshift);
    NUMEN_BINARY(nb_inplace_rshift);
    NUMEN_BINARY(nb_inplace_and);
    NUMEN_BINARY(nb_inplace_xor);
    NUMEN_BINARY(nb_inplace_or);
    NUMEN_BINARY(nb_inplace_floor_divide);
    NUMEN_BINARY(nb_inplace_true_divide);
    NUMEN_BINARY(nb_inplace_matrix_multiply);
    NUMEN_UNARY(nb_negative);
    NUMEN_UNARY(nb_positive);
    NUMEN_UNARY(nb_absolute);
    NUMEN_UNARY(nb_invert);
    NUMEN_UNARY(nb_int);
    NUMEN_UNARY(nb_float);
    NUMEN_UNARY(nb_index);
    table.nb_power = ternary<&PyNumberMethods::nb_power>;
    table.nb_inplace_power = ternary<&PyNumberMethods::nb_inplace_power>;
    table.nb_bool = truth;
    return table;
}

bool put(const char* name, PyObject* descriptor) {
    const Ref owned(descriptor);
    return owned && PyDict_SetItemString(patched_dictionary, name, descriptor) == 0;
}

// NumPy counts the references to an array that it resizes; names between underscores belong to
// Python's protocols, which NumPy's own functions serve as well.
bool is_left_to_numpy(const char* name) {
    const std::string_view text = name;
    return (text[0] == '_' && text != "__array_namespace__") || text == "resize";
}

bool put_methods(PyMethodDef* table) {
    for (; table->ml_name != nullptr; ++table) {
        const bool is_ndarrays = PyDict_GetItemString(numpy_dictionary, table->ml_name) != nullptr;
        if (!is_ndarrays || is_left_to_numpy(table->ml_name)) continue;
        if (!put(table->ml_name, new_method(table, &PyArray_Type))) return false;
    }
    return true;
}

bool put_fallbacks() {
    for (PyMethodDef* method = PyArray_Type.tp_methods; method->ml_name != nullptr; ++method) {
        const char* name = method->ml_name;
        const bool is_put = PyDict_GetItemString(patched_dictionary, name) != nullptr;
        if (is_left_to_numpy(name) || is_put) continue;
        if (!put(name, new_fallback_method(name))) return false;
    }
    return true;
}

// Attributes that Numen has quicker than NumPy.
bool put_attributes() {
    for (PyGetSetDef* attribute = array_attributes; attribute->name != nullptr; ++attribute) {
        const std::string_view name = attribute->name;
        const bool is_quicker = name == "T" || name == "mT" || name == "real" || name == "imag";
        if (is_quicker && !put(attribute->name, new_attribute(attribute))) return false;
    }
    return true;
}

bool make_descriptors() {
    if (patched_dictionary != nullptr) return true;
    patched_dictionary = PyDict_New();
    if (patched_dictionary == nullptr) return false;
    for (PyMethodDef* table : {layout_methods, reduction_methods, scan_methods, sorting_methods,
                               searching_methods, partitioning_methods, element_methods,
                               python_value_methods, diagonal_methods, taking_methods,
                               choosing_methods, placing_methods, memory_methods, flag_methods,
                               protocol_methods, interchange_methods}) {
        if (!put_methods(table)) return false;
    }
    return put_fallbacks() && put_attributes();
}

// What stands in `now` where `before` has `function`; the function itself if it stands nowhere.
template <class Table> void* counterpart(void* function, const Table& before, const Table& now) {
    const auto* old = reinterpret_cast<void* const*>(&before);
    const auto* current = reinterpret_cast<void* const*>(&now);
    for (std::size_t i = 0; i < sizeof(Table) / sizeof(void*); ++i) {
        if (old[i] == function) return current[i];
    }
    return function;
}

NumpySlots slots_now() {
    const PyTypeObject& type = PyArray_Type;
    return {*type.tp_as_number, *type.tp_as_sequence, *type.tp_as_mapping, type.tp_richcompare,
            type.tp_iter, type.tp_repr, type.tp_str, type.tp_dealloc};
}

// x.__setitem__(key, value) calls what x[key] = value does: Python's descriptors of the slots hold
// the functions, and follow them.
void redirect_special_methods(const NumpySlots& before, const NumpySlots& now) {
    PyObject *name, *descriptor;
    Py_ssize_t position = 0;
    while (PyDict_Next(PyArray_Type.tp_dict, &position, &name, &descriptor)) {
        if (!Py_IS_TYPE(descriptor, &PyWrapperDescr_Type)) continue;
        void*& wrapped = reinterpret_cast<PyWrapperDescrObject*>(descriptor)->d_wrapped;
        wrapped = counterpart(wrapped, before, now);
    }
}

NumpySlots patched_slots() {
    NumpySlots slots = numpy_slots;
    slots.number = patched_number();
    slots.sequence.sq_contains = contains;
    slots.mapping.mp_subscript = subscript;
    slots.mapping.mp_ass_subscript = assign_subscript;
    slots.compare = entry_point<compare>();
    slots.iterate = entry_point<iterate>();
    slots.repr = entry_point<repr>();
    slots.str = entry_point<str>();
    slots.dealloc = array_dealloc;
    return slots;
}

void set_slots(const NumpySlots& slots) {
    static NumpySlots tables;  // what the type points to
    redirect_special_methods(slots_now(), slots);
    tables = slots;
    PyArray_Type.tp_as_number = &tables.number;
    PyArray_Type.tp_as_sequence = &tables.sequence;
    PyArray_Type.tp_as_mapping = &tables.mapping;
    PyArray_Type.tp_richcompare = slots.compare;
    PyArray_Type.tp_iter = slots.iterate;
    PyArray_Type.tp_repr = slots.repr;
    PyArray_Type.tp_str = slots.str;
    PyArray_Type.tp_dealloc = slots.dealloc;
    PyType_Modified(&PyArray_Type);
    PyType_Modified(&ClassOfExposed);  // which is not among ndarray's subclasses
}

}  // namespace

PyObject* numpy_descriptor(const char* name) {
    PyObject* found = PyDict_GetItemString(numpy_dictionary, name);
    if (found == nullptr) {
        PyErr_Format(PyExc_AttributeError, "type object 'numpy.ndarray' has no attribute '%s'",
                     name);
    }
    return found;
}

bool keep_numpy_slots() {
    numpy_slots = slots_now();
    hot_state.numpys_dealloc = numpy_slots.dealloc;
    numpy_dictionary = PyDict_Copy(PyArray_Type.tp_dict);
    return numpy_dictionary != nullptr;
}

bool patch_numpy() {
    bool is_wanted = true;
    if (!read_switch("NUMEN_PATCH", true, is_wanted)) return false;
    if (is_patched || !is_wanted) return true;
    if (!make_descriptors() || PyDict_Update(PyArray_Type.tp_dict, patched_dictionary) < 0) {
        return false;
    }
    set_slots(patched_slots());
    patch_python();
    guard_numpys_changes();
    patch_scalars();
    is_patched = true;
    return true;
}

void restore_numpy() {
    if (!is_patched) return;
    PyObject *name, *ours;
    Py_ssize_t position = 0;
    while (PyDict_Next(patched_dictionary, &position, &name, &ours)) {
        // What somebody else has put there since stays.
        if (PyDict_GetItem(PyArray_Type.tp_dict, name) != ours) continue;
        PyObject* numpys = PyDict_GetItem(numpy_dictionary, name);
        if (PyDict_SetItem(PyArray_Type.tp_dict, name, numpys) < 0) forget_error();
    }
    NumpySlots slots = numpy_slots;
    slots.dealloc = array_dealloc;  // objects from the free lists live on
    set_slots(slots);
    restore_python();
    restore_numpys_changes();
    restore_scalars();
    is_patched = false;
}

}  // namespace numen::front
