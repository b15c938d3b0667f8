// diagonal, trace: the elements whose indices on two axes differ by a constant.
#include <algorithm>
#include <span>

#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/ufunc/reductions.h"

namespace numen::front {
namespace {

struct Diagonal {
    npy_intp offset = 0;
    int first = 0, second = 1;
};

// offset, axis1, axis2; false, without an exception, if NumPy must refuse them.
bool read_diagonal(ArrayObject* a, PyObject* const* given, Diagonal& diagonal) {
    npy_intp numbers[3] = {0, 0, 1};
    for (int i = 0; i < 3; ++i) {
        if (given[i] != nullptr && !read_integer(given[i], numbers[i])) return false;
    }
    for (npy_intp& axis : std::span(numbers).subspan(1)) {
        if (axis < -a->f.nd || axis >= a->f.nd) return false;
        if (axis < 0) axis += a->f.nd;
    }
    diagonal = {numbers[0], static_cast<int>(numbers[1]), static_cast<int>(numbers[2])};
    return a->f.nd >= 2 && diagonal.first != diagonal.second &&
           numbers[0] == static_cast<int>(numbers[0]);
}

// A view of the remaining axes with the diagonal last.
ArrayObject* view_diagonal(ArrayObject* a, const Diagonal& diagonal) {
    const npy_intp* strides = a->f.strides;
    npy_intp rows = a->f.dimensions[diagonal.first], columns = a->f.dimensions[diagonal.second];
    npy_intp start = 0;
    if (diagonal.offset >= 0) {
        columns -= diagonal.offset;
        start = stepped(strides[diagonal.second], diagonal.offset);
    } else {
        rows += diagonal.offset;
        start = stepped(strides[diagonal.first], -diagonal.offset);
    }
    const npy_intp length = std::max<npy_intp>(std::min(rows, columns), 0);
    npy_intp shape[max_dimensions], steps[max_dimensions];
    int nd = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (axis == diagonal.first || axis == diagonal.second) continue;
        shape[nd] = a->f.dimensions[axis];
        steps[nd++] = strides[axis];
    }
    shape[nd] = length;
    steps[nd++] = strides[diagonal.first] + strides[diagonal.second];
    return new_view(a, dtype_of(a), nd, shape, steps, length == 0 ? 0 : start);
}

PyObject* take_diagonal(PyObject* const* given, bool& unsupported) {
    ArrayObject* a = as_array(given[0]);
    Diagonal diagonal;
    if (!read_diagonal(a, given + 1, diagonal)) return unsupported = true, nullptr;
    ArrayObject* view = view_diagonal(a, diagonal);
    if (view != nullptr) view->f.flags &= ~(NPY_ARRAY_WRITEABLE | warns_on_write);
    return as_object(view);
}

PyObject* take_trace(PyObject* const* given, bool& unsupported) {
    ArrayObject* a = as_array(given[0]);
    Diagonal diagonal;
    if (!read_diagonal(a, given + 1, diagonal)) return unsupported = true, nullptr;
    ReduceRequest request{ReduceOp::sum, "trace", std::uint64_t{1} << (a->f.nd - 2)};
    if (given[5] != nullptr && given[5] != Py_None) request.out = given[5];
    if (given[4] != nullptr && given[4] != Py_None) {
        if (!read_dtype(given[4], request.dtype)) return nullptr;
        if (request.dtype == no_dtype) return unsupported = true, nullptr;
    }
    Ref view(as_object(view_diagonal(a, diagonal)));
    return view ? reduce(as_array(view.get()), request, unsupported) : nullptr;
}

NUMEN_METHOD(diagonal, take_diagonal, {"a", "offset", "axis1", "axis2"}, 4)
NUMEN_FUNCTION(diagonal, take_diagonal, {"a", "offset", "axis1", "axis2"}, 4)
NUMEN_METHOD(trace, take_trace, {"a", "offset", "axis1", "axis2", "dtype", "out"}, 6)
NUMEN_FUNCTION(trace, take_trace, {"a", "offset", "axis1", "axis2", "dtype", "out"}, 6)

}  // namespace

PyMethodDef diagonal_methods[] = {
    {"diagonal", guarded<method_diagonal>(), fast, nullptr},
    {"trace", guarded<method_trace>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef diagonal_functions[] = {
    {"diagonal", guarded<function_diagonal>(), fast, nullptr},
    {"trace", guarded<function_trace>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
