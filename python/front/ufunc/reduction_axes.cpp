// axis= of the reductions.
#include "front/array/layout.h"
#include "front/call/keywords.h"
#include "front/index/index.h"
#include "front/ufunc/reductions.h"

namespace numen::front {

npy_intp reduced_count(ArrayObject* a, std::uint64_t axes) {
    npy_intp count = 1;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (axes >> axis & 1) count *= a->f.dimensions[axis];
    }
    return count;
}

bool read_axes(PyObject* object, ArrayObject* a, std::uint64_t& axes, bool& fits) {
    fits = true;
    axes = all_axes(a);
    if (absent(object)) return true;
    int axis;
    axes = 0;
    if (!PyTuple_Check(object)) {
        if (!is_plain_axis(object)) return fits = false, true;
        if (a->f.nd == 0) {
            // NumPy takes axis 0 and -1 of dimension zero as "all".
            const Py_ssize_t value = PyNumber_AsSsize_t(object, PyExc_OverflowError);
            if (value == 0 || (value == -1 && !PyErr_Occurred())) return true;
            if (!leave_to_numpy()) return false;
        }
        if (!read_axis(object, a->f.nd, axis)) return false;
        axes = std::uint64_t{1} << axis;
        return true;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i) {
        if (!is_plain_axis(PyTuple_GET_ITEM(object, i))) return fits = false, true;
        if (!read_axis(PyTuple_GET_ITEM(object, i), a->f.nd, axis)) return false;
        if (axes >> axis & 1) return fits = false, true;
        axes |= std::uint64_t{1} << axis;
    }
    return true;
}

}  // namespace numen::front
