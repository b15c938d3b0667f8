// Numen's operators and methods on numpy.ndarray itself.
//
// Exposed arrays are numpy.ndarray objects, so the type's own slots lead to Numen: each slot,
// method and attribute that Numen has is put behind a check of the caller (caller.h). The user's
// code gets Numen; installed libraries, ndarray's subclasses and everything that Numen does not
// know get the function that was there before, whoever put it there.
#pragma once

#include "front/array/caller.h"
#include "front/array/object.h"
#include "front/module/numpy_api.h"

namespace numen::front {

// The type's functions as they were before Numen; what "NumPy's own" means everywhere in the front.
struct NumpySlots {
    PyNumberMethods number;
    PySequenceMethods sequence;
    PyMappingMethods mapping;
    richcmpfunc compare;
    getiterfunc iterate;
    reprfunc repr;
    reprfunc str;
    destructor dealloc;
};
extern NumpySlots numpy_slots;

// NumPy's own method or attribute of ndarray, as its dictionary held it; borrowed, null with
// AttributeError set where there is none.
PyObject* numpy_descriptor(const char* name);

// A descriptor for Numen's method of managed arrays and of the user's exposed ones, in the
// dictionary of `type`; it finds its way by the caller and by the type of the array.
PyObject* new_method(PyMethodDef* definition, PyTypeObject* type);
// One for ndarray's method that Numen has not, which counts the user's calls of it.
PyObject* new_fallback_method(const char* name);
// The same as new_method for an attribute of ndarray.
PyObject* new_attribute(PyGetSetDef* definition);

// Keeps NumPy's functions; once, before anything else here.
bool keep_numpy_slots();
// Puts Numen's behind the check of the caller, on ndarray and on NumPy's scalars, whose operators
// meet arrays on the right (np.float64(2) * x); does nothing where NUMEN_PATCH=0 forbids it.
bool patch_numpy();
// Takes them away again.
void restore_numpy();
// The scalars' part (scalar_types.cpp).
void patch_scalars();
void restore_scalars();

}  // namespace numen::front
