// NumPy's own functions that give an array another layout, each behind may_change_layout.
//
// They are replaced where NumPy's descriptors read them, so that subclasses, C code and NumPy
// itself come by; the C functions PyArray_Resize and PyArray_SetField… of other libraries do not.
#include <array>
#include <string>
#include <utility>

#include "front/array/layout_guard.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"

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
}

void restore_numpys_changes() {
    for (ChangedAttribute& attribute : attributes) {
        if (attribute.numpys != nullptr) attribute.definition->set = attribute.numpys;
    }
    resizing->ml_meth = as_method(numpys_resize);
    restoring->ml_meth = numpys_setstate;
}

}  // namespace numen::front
