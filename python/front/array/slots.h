// The slot tables that the two array types share.
#pragma once

#include "front/array/object.h"

namespace numen::front {

extern PyNumberMethods number_slots;
extern PySequenceMethods sequence_slots;
extern PyMappingMethods mapping_slots;
extern PyBufferProcs managed_buffer_slots;

// The slots of the type object itself that both types lead to.
struct ObjectSlots {
    richcmpfunc compare;
    reprfunc repr, str;
};
extern ObjectSlots object_slots;

PyObject* rich_compare(PyObject* left, PyObject* right, int comparison);
// Lets Managed's operators compute where a program calls them by name; once its type is ready.
void let_named_operators_compute();

PyObject* array_iterator(PyObject* self);
PyObject* array_repr(PyObject* self);
PyObject* array_str(PyObject* self);

}  // namespace numen::front
