// NumPy's own functions that give an array another layout, each behind may_change_layout.
//
// They are replaced where NumPy's descriptors read them, so that subclasses, C code and NumPy
// itself come by; the C functions PyArray_Resize and PyArray_SetField… of other libraries do not.
// The subscripts of x.flat, which read the key with the array's memory in hand, guard its layout.
#include <array>
#include <string>
#include <utility>

#include "front/array/layout_guard.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/state.h"

namespace numen::front {
namespace {

struct ChangedAttribute {
    const char* name;
    const char* change;
    PyGetSetDef* definition = nullptr;
    setter numpys = nullptr;
};
std::array<ChangedAttribute, 4> attributes = {{{"shape", "change the shape"},
                                               {"strides", "change the strides"},
                                               {"dtype", "change the dtype"},
                                               {"data", "change the memory"}}};

template <std::size_t index>
int set_attribute(PyObject* self, PyObject* value, void* closure) {
    const ChangedAttribute& attribute = attributes[index];
    return may_change_layout(self, attribute.change) ? attribute.numpys(self, value, closure) : -1;
}

// NumPy's resize counts the references to the array: it is called with as many as before.
PyMethodDef* resizing = nullptr;
PyMethodDef* restoring = nullptr;
PyCFunctionWithKeywords numpys_resize = nullptr;
PyCFunction numpys_setstate = nullptr;

PyObject* resize(PyObject* self, PyObject* arguments, PyObject* keywords) {
    const bool may = may_change_layout(self, "change the size", LayoutChange::of_memory);
    return may ? numpys_resize(self, arguments, keywords) : nullptr;
}

PyObject* set_state(PyObject* self, PyObject* state) {
    const bool may = may_change_layout(self, "change the state", LayoutChange::of_memory);
    return may ? numpys_setstate(self, state) : nullptr;
}

PyMethodDef* definition_of(const char* name) {
    PyObject* descriptor = numpy_descriptor(name);
    return reinterpret_cast<PyMethodDescrObject*>(descriptor)->d_method;
}

PyMappingMethods numpys_flat;  // of x.flat

PyObject* array_of(PyObject* iterator) {
    return as_object(reinterpret_cast<ArrayObject*>(
        reinterpret_cast<PyArrayIterObject*>(iterator)->ao));
}

// NumPy's iterator asks by type whether the key is an array: of anything else it refuses booleans.
bool expose_key(PyObject* key) {
    if (!is_managed(key) && !PyTuple_Check(key)) return true;
    return expose_deeply(key, "flat");
}

PyObject* flat_subscript(PyObject* iterator, PyObject* key) {
    if (!expose_key(key)) return nullptr;
    const LayoutGuard guard(array_of(iterator), &key, 1);
    return numpys_flat.mp_subscript(iterator, key);
}

int assign_flat_subscript(PyObject* iterator, PyObject* key, PyObject* value) {
    PyObject* given[] = {key, value};
    if (!expose_key(key)) return -1;
    const LayoutGuard guard(array_of(iterator), given, 2);
    return numpys_flat.mp_ass_subscript(iterator, key, value);
}

// Python's descriptors of the slots hold the functions, too.
void set_flat_subscripts(binaryfunc subscript, objobjargproc assign) {
    PyArrayIter_Type.tp_as_mapping->mp_subscript = subscript;
    PyArrayIter_Type.tp_as_mapping->mp_ass_subscript = assign;
    const auto redirect = [](const char* name, void* function) {
        PyObject* descriptor = PyDict_GetItemString(PyArrayIter_Type.tp_dict, name);
        if (descriptor == nullptr || !Py_IS_TYPE(descriptor, &PyWrapperDescr_Type)) return;
        reinterpret_cast<PyWrapperDescrObject*>(descriptor)->d_wrapped = function;
    };
    redirect("__getitem__", reinterpret_cast<void*>(subscript));
    redirect("__setitem__", reinterpret_cast<void*>(assign));
    redirect("__delitem__", reinterpret_cast<void*>(assign));
}

template <std::size_t... index> void guard_attributes(std::index_sequence<index...>) {
    constexpr setter guards[] = {set_attribute<index>...};
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        ChangedAttribute& attribute = attributes[i];
        PyObject* descriptor = numpy_descriptor(attribute.name);
        attribute.definition = reinterpret_cast<PyGetSetDescrObject*>(descriptor)->d_getset;
        if (attribute.definition->set == nullptr) continue;  // data, from NumPy 2.4 on
        attribute.numpys = std::exchange(attribute.definition->set, guards[i]);
    }
}

}  // namespace

void guard_numpys_changes() {
    guard_attributes(std::make_index_sequence<attributes.size()>());
    resizing = definition_of("resize");
    numpys_resize = reinterpret_cast<PyCFunctionWithKeywords>(
        reinterpret_cast<void (*)()>(std::exchange(resizing->ml_meth, as_method(resize))));
    restoring = definition_of("__setstate__");
    numpys_setstate = std::exchange(restoring->ml_meth, as_method(set_state));
    numpys_flat = *PyArrayIter_Type.tp_as_mapping;
    set_flat_subscripts(flat_subscript, assign_flat_subscript);
}

void restore_numpys_changes() {
    for (ChangedAttribute& attribute : attributes) {
        if (attribute.numpys != nullptr) attribute.definition->set = attribute.numpys;
    }
    resizing->ml_meth = as_method(numpys_resize);
    restoring->ml_meth = numpys_setstate;
    set_flat_subscripts(numpys_flat.mp_subscript, numpys_flat.mp_ass_subscript);
}

}  // namespace numen::front
