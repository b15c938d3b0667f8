// How many elements a shape has, and what is said where there cannot be so many.
#include "front/array/object.h"

namespace numen::front {

npy_intp checked_count_of_axes(int nd, const npy_intp* shape, int itemsize) {
    npy_intp count = 1, bytes = itemsize;
    bool empty = false;
    for (int axis = 0; axis < nd; ++axis) {
        if (shape[axis] < 0) {
            PyErr_SetString(PyExc_ValueError, "negative dimensions are not allowed");
            return -1;
        }
        if (shape[axis] == 0) {
            empty = true;
            continue;
        }
        if (__builtin_mul_overflow(bytes, shape[axis], &bytes)) {
            PyErr_SetString(PyExc_ValueError,
                            "array is too big; `arr.size * arr.dtype.itemsize` is larger than "
                            "the maximum possible size.");
            return -1;
        }
        count *= shape[axis];
    }
    return empty ? 0 : count;
}

void raise_no_memory(Dtype dtype, int nd, const npy_intp* shape) {
    Ref dims(PyTuple_New(nd));
    if (!dims) return;
    for (int axis = 0; axis < nd; ++axis) {
        PyTuple_SET_ITEM(dims.get(), axis, PyLong_FromSsize_t(shape[axis]));
    }
    Ref exceptions(PyImport_ImportModule("numpy._core._exceptions"));
    if (!exceptions) return;
    Ref type(PyObject_GetAttrString(exceptions.get(), "_ArrayMemoryError"));
    if (!type) return;
    Ref error(PyObject_CallFunctionObjArgs(type.get(), dims.get(), descr_of(dtype), nullptr));
    if (error) PyErr_SetObject(type.get(), error.get());
}

}  // namespace numen::front
