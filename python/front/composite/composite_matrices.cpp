// Quick paths of composites that make matrices of diagonals and triangles.
#include <algorithm>

#include "backends/cpu/patterns.h"
#include "front/array/elements.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

constexpr npy_intp most_rows = npy_intp{1} << 30;  // so that no number of elements overflows

bool read_whole(PyObject* object, npy_intp& value) {
    if (!PyLong_CheckExact(object)) return false;
    value = PyLong_AsSsize_t(object);
    if (value == -1 && PyErr_Occurred()) return forget_error(), false;
    return value > -most_rows && value < most_rows;
}

// The optional offset of a diagonal.
bool read_offset(PyObject* const* args, Py_ssize_t count, npy_intp& k) {
    k = 0;
    return count == 1 || (count == 2 && read_whole(args[1], k));
}

// A square of zeros, and the view of its diagonal above (or, negative, below) the main one.
struct Square {
    Ref array;
    npy_intp length, step;
    StridedView diagonal;

    Square(Dtype dtype, npy_intp rows, npy_intp k) : length(rows - std::abs(k)) {
        const npy_intp shape[] = {rows, rows};
        array = Ref(as_object(new_array(dtype, 2, shape, Order::c, true)));
        if (!array) return;
        const npy_intp item = itemsize(dtype);
        step = (rows + 1) * item;
        char* first = as_array(array.get())->f.data + (k > 0 ? k : -k * rows) * item;
        diagonal = {first, dtype, 1, &length, &step};
    }
};

// eye(n), identity(n)
PyObject* quick_identity(PyObject* const* args, Py_ssize_t count) {
    npy_intp rows;
    if (count != 1 || !read_whole(args[0], rows) || rows < 1) return nullptr;
    Square square(Dtype::float64, rows, 0);
    if (!square.array) return nullptr;
    constexpr double one = 1.0;
    backend::fill(square.diagonal, &one);
    return square.array.release();
}

// The square whose k-th diagonal a row of elements is.
PyObject* with_diagonal(const StridedView& row, npy_intp k) {
    Square square(row.dtype, row.shape[0] + std::abs(k), k);
    if (!square.array) return nullptr;
    backend::copy(square.diagonal, row);
    return square.array.release();
}

// The array of ours that a call with an optional offset names, its values present; null otherwise.
ArrayObject* offset_call(PyObject* const* args, Py_ssize_t count, npy_intp& k) {
    if (count < 1 || !is_ours(args[0]) || !read_offset(args, count, k)) return nullptr;
    ArrayObject* a = as_array(args[0]);
    return dtype_of(a) != no_dtype && element_count(a) > 0 && element_count(a) < most_rows &&
                   values(a)
               ? a
               : nullptr;
}

// diag(vector, k)
PyObject* quick_diag(PyObject* const* args, Py_ssize_t count) {
    npy_intp k;
    ArrayObject* a = offset_call(args, count, k);
    return a == nullptr || a->f.nd != 1 ? nullptr : with_diagonal(view_of(a), k);
}

// diagflat(array, k)
PyObject* quick_diagflat(PyObject* const* args, Py_ssize_t count) {
    npy_intp k;
    ArrayObject* a = offset_call(args, count, k);
    if (a == nullptr || (a->f.nd != 1 && !is_c_contiguous(a))) return nullptr;
    const npy_intp length = element_count(a), step = itemsize(dtype_of(a));
    if (a->f.nd == 1) return with_diagonal(view_of(a), k);
    return with_diagonal({a->f.data, dtype_of(a), 1, &length, &step}, k);
}

// tril(matrix, k), triu(matrix, k) of a matrix in a row.
PyObject* triangle_of(PyObject* const* args, Py_ssize_t count, bool upper) {
    npy_intp k;
    ArrayObject* a = offset_call(args, count, k);
    if (a == nullptr || a->f.nd != 2 || !is_c_contiguous(a) || a->f.dimensions[0] < 2 ||
        a->f.dimensions[1] < 2) {
        return nullptr;
    }
    ArrayObject* result = new_array(dtype_of(a), 2, a->f.dimensions);
    if (result == nullptr) return nullptr;
    without_lock(pass_time(view_of(a)), [&] {
        cpu::keep_triangle({a->f.dimensions[0], a->f.dimensions[1], k, upper}, result->f.data,
                           a->f.data, itemsize(dtype_of(a)));
    });
    return as_object(result);
}

PyObject* quick_tril(PyObject* const* args, Py_ssize_t count) {
    return triangle_of(args, count, false);
}
PyObject* quick_triu(PyObject* const* args, Py_ssize_t count) {
    return triangle_of(args, count, true);
}

}  // namespace

const QuickPathRow matrix_paths[] = {
    {"eye", quick_identity},
    {"identity", quick_identity},
    {"diag", quick_diag},
    {"diagflat", quick_diagflat},
    {"tril", quick_tril},
    {"triu", quick_triu},
    {nullptr, nullptr},
};

}  // namespace numen::front
