// Sums over axes of two arrays: inner, tensordot; vecdot, matvec, vecmat over stacks.
#include <algorithm>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/signature.h"
#include "front/functions/products.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

// An array as a matrix: its axes in another order, joined to two.
Ref as_matrix(ArrayObject* a, const int* order, npy_intp rows, npy_intp columns) {
    const npy_intp shape[] = {rows, columns};
    bool moved = false;
    for (int axis = 0; axis < a->f.nd; ++axis) moved |= order[axis] != axis;
    const bool is_matrix = a->f.nd == 2 && a->f.dimensions[0] == rows &&
                           a->f.dimensions[1] == columns;
    if (!moved && is_matrix) return Ref::share(as_object(a));
    const Ref turned(moved ? transpose(a, order) : Py_NewRef(as_object(a)));
    return turned ? Ref(reshape(as_array(turned.get()), 2, shape)) : Ref();
}

// The axes of an operand that stay, and its elements along them and along those that are summed.
struct Kept {
    int count = 0, axes[max_dimensions];
    npy_intp size = 1, summed = 1;

    Kept(ArrayObject* a, int count_summed, const int* summed_axes) {
        for (int axis = 0; axis < a->f.nd; ++axis) {
            const npy_intp extent = a->f.dimensions[axis];
            if (std::find(summed_axes, summed_axes + count_summed, axis) !=
                summed_axes + count_summed) {
                summed *= extent;
            } else {
                axes[count++] = axis;
                size *= extent;
            }
        }
    }
};

}  // namespace

PyObject* contract(const char* name, const Factors& factors, int count, const int* a_axes,
                   const int* b_axes, bool by_blas, bool owns) {
    ArrayObject* a = factors.a;
    ArrayObject* b = factors.b;
    const Kept rows(a, count, a_axes), columns(b, count, b_axes);
    const int nd = rows.count + columns.count;
    if (nd > max_dimensions) {
        PyErr_Format(PyExc_ValueError, "maximum supported dimension for an ndarray is currently %d"
                     ", found %d", max_dimensions, nd);
        return nullptr;
    }
    npy_intp shape[max_dimensions];
    for (int i = 0; i < rows.count; ++i) shape[i] = a->f.dimensions[rows.axes[i]];
    for (int i = 0; i < columns.count; ++i) {
        shape[rows.count + i] = b->f.dimensions[columns.axes[i]];
    }
    int order[max_dimensions];
    std::copy_n(a_axes, count, std::copy_n(rows.axes, rows.count, order));
    Factors matrices;
    matrices.left = as_matrix(a, order, rows.size, rows.summed);
    if (!matrices.left) return nullptr;
    std::copy_n(columns.axes, columns.count, std::copy_n(b_axes, count, order));
    matrices.right = as_matrix(b, order, columns.summed, columns.size);
    if (!matrices.right) return nullptr;
    matrices.a = as_array(matrices.left.get());
    matrices.b = as_array(matrices.right.get());
    const StridedView left = view_of(matrices.a), right = view_of(matrices.b);
    const bool is_matrix = rows.count == 1 && columns.count == 1;
    const bool is_single = by_blas && are_single_for_blas(matrices);
    const bool is_zero = !is_single && by_blas && is_scaled_by_zero(matrices);
    if (!is_single && !is_zero && owns) return matrix_product(name, left, right, nd, shape);
    Ref product(is_single ? single_product(matrices)
                : is_zero ? zero_product(matrices)
                          : stacked_product(name, left, right, false, false));
    if (!product || is_matrix) return product.release();
    if (nd == 0) {
        return as_object(new_view(as_array(product.get()), dtype_of(a), 0, nullptr, nullptr, 0));
    }
    Ref shaped(reshape(as_array(product.get()), nd, shape));
    if (!shaped || !owns) return shaped.release();
    return as_object(copy_array(as_array(shaped.get()), dtype_of(a), 'C'));
}

namespace {

// Axes given as a whole number or as a list or tuple of them; -1 if they are none.
int read_axis_list(PyObject* object, const int& nd, int* axes) {
    const bool is_list = is_plain_list(object);
    const Ref items = is_list ? held_items(object) : Ref();
    const Py_ssize_t count = items ? PyTuple_GET_SIZE(items.get()) : 1;
    if (count > nd || PyErr_Occurred()) return -1;
    for (Py_ssize_t i = 0; i < count; ++i) {
        npy_intp axis;
        PyObject* item = items ? PyTuple_GET_ITEM(items.get(), i) : object;
        if (!is_whole_number(item) || !read_integer(item, axis)) return -1;
        if (axis < -nd || axis >= nd) return -1;
        axes[i] = static_cast<int>(axis < 0 ? axis + nd : axis);
        if (std::find(axes, axes + i, axes[i]) != axes + i) return -1;
    }
    return static_cast<int>(count);
}

// axes= of tensordot; the number of axes that are summed, -1 if NumPy must look at it.
int read_tensor_axes(PyObject* object, const int& nd_a, const int& nd_b, int* a_axes,
                     int* b_axes) {
    npy_intp number = 2;
    if (object != nullptr && PyArray_IsScalar(object, UnsignedInteger)) return -1;  // it negates it
    if (object == nullptr || (is_whole_number(object) && read_integer(object, number))) {
        if (number < 0 || number > nd_a || number > nd_b) return -1;
        for (int i = 0; i < number; ++i) {
            a_axes[i] = nd_a - static_cast<int>(number) + i;
            b_axes[i] = i;
        }
        return static_cast<int>(number);
    }
    if (!is_plain_list(object)) return -1;
    const Ref pair = held_items(object);
    if (!pair || PyTuple_GET_SIZE(pair.get()) != 2) return -1;
    const int count = read_axis_list(PyTuple_GET_ITEM(pair.get(), 0), nd_a, a_axes);
    const int other = read_axis_list(PyTuple_GET_ITEM(pair.get(), 1), nd_b, b_axes);
    return other == count ? count : -1;
}

PyObject* tensordot(PyObject* left, PyObject* right, PyObject* axes, bool& unsupported) {
    Factors factors;
    if (!load_factors(left, right, factors, unsupported) || unsupported) return nullptr;
    ArrayObject* a = factors.a;
    ArrayObject* b = factors.b;
    int a_axes[max_dimensions], b_axes[max_dimensions];
    const int count = read_tensor_axes(axes, a->f.nd, b->f.nd, a_axes, b_axes);
    for (int i = 0; i < count; ++i) {
        // Still theirs: reading the next may run a program's code, which may reshape them.
        unsupported |= a_axes[i] >= a->f.nd || b_axes[i] >= b->f.nd ||
                       a->f.dimensions[a_axes[i]] != b->f.dimensions[b_axes[i]];
    }
    if (count < 0 || unsupported) return unsupported = true, nullptr;
    return contract("dot", factors, count, a_axes, b_axes, true, false);
}

PyObject* function_tensordot(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    static const Parameters<3> parameters({"a", "b", "axes"});
    const Arguments arguments{args, count, names};
    PyObject* given[3];
    bool unsupported = !parameters.read(arguments, given) || !given[0] || !given[1];
    PyObject* found = unsupported ? nullptr : tensordot(given[0], given[1], given[2], unsupported);
    return unsupported ? call_numpy("tensordot", arguments) : found;
}

PyObject* function_linalg_tensordot(PyObject*, PyObject* const* args, Py_ssize_t count,
                                    PyObject* names) {
    static const Parameters<3> parameters({"", " ", "axes"}, 2);
    const Arguments arguments{args, count, names};
    PyObject* given[3];
    bool unsupported = !parameters.read(arguments, given) || count != 2;
    PyObject* found = unsupported ? nullptr : tensordot(given[0], given[1], given[2], unsupported);
    return unsupported ? call_numpy("linalg.tensordot", arguments) : found;
}

PyObject* function_inner(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    if (count != 2 || names != nullptr || is_empty_list(args[0]) || is_empty_list(args[1])) {
        return call_numpy("inner", arguments);
    }
    Factors factors;
    bool unsupported = false;
    if (!load_factors(args[0], args[1], factors, unsupported) && !unsupported) return nullptr;
    if (unsupported) return call_numpy("inner", arguments);
    const int nd_a = factors.a->f.nd, nd_b = factors.b->f.nd;
    PyObject* found;
    if ((nd_a <= 1 && nd_b <= 1) || nd_a == 0 || nd_b == 0) {
        found = dot(factors.left.get(), factors.right.get(), unsupported);
    } else {
        const int last_a = nd_a - 1, last_b = nd_b - 1;
        unsupported = factors.a->f.dimensions[last_a] != factors.b->f.dimensions[last_b];
        found = unsupported ? nullptr : sum_product("inner", factors, last_a, last_b);
    }
    return unsupported ? call_numpy("inner", arguments) : found;
}

// An array as a stack of matrices: one axis moved to the end, one of length one put in.
struct Stack {
    npy_intp shape[max_dimensions + 1], strides[max_dimensions + 1];
    StridedView view;

    // `place`: of the new axis from the end, or 0 for none.
    Stack(ArrayObject* a, int last, int place) {
        int nd = 0;
        for (int axis = 0; axis < a->f.nd; ++axis) {
            if (axis == last) continue;
            add(nd, a->f.dimensions[axis], a->f.strides[axis]);
        }
        if (place == 2) add(nd, 1, 0);
        add(nd, a->f.dimensions[last], a->f.strides[last]);
        if (place == 1) add(nd, 1, 0);
        view = {a->f.data, dtype_of(a), nd, shape, strides};
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

private:
    void add(int& nd, npy_intp extent, npy_intp step) {
        shape[nd] = extent;
        strides[nd++] = step;
    }
};

// What a product of stacks is of: the vectors' axes are last, or the one that axis= names.
struct StackedProduct {
    const char* name;
    const char* ufunc;  // that warns
    bool left_vectors, right_vectors;
};
constexpr StackedProduct stacked_products[] = {{"vecdot", "vecdot", true, true},
                                               {"matvec", "matvec", false, true},
                                               {"vecmat", "vecmat", true, false},
                                               {"linalg.vecdot", "vecdot", true, true}};

bool fit(const StridedView& a, const StridedView& b) {
    if (a.shape[a.ndim - 1] != b.shape[b.ndim - 2]) return false;
    const StridedView leading[] = {{nullptr, a.dtype, a.ndim - 2, a.shape, a.strides},
                                   {nullptr, b.dtype, b.ndim - 2, b.shape, b.strides}};
    int nd;
    npy_intp shape[max_dimensions];
    return broadcast_shapes(leading, nd, shape) && nd + 2 <= max_dimensions;
}

PyObject* multiply_stacks(const StackedProduct& kind, PyObject* left, PyObject* right,
                          npy_intp axis, bool& unsupported) {
    Factors factors;
    if (!load_factors(left, right, factors, unsupported) || unsupported) return nullptr;
    ArrayObject* a = factors.a;
    ArrayObject* b = factors.b;
    const int nd_a = a->f.nd, nd_b = b->f.nd;
    const bool has_axes = nd_a >= (kind.left_vectors ? 1 : 2) &&
                          nd_b >= (kind.right_vectors ? 1 : 2) &&
                          axis >= -std::min(nd_a, nd_b) && axis < std::min(nd_a, nd_b) &&
                          std::max(nd_a, nd_b) < max_dimensions;
    if (!has_axes) return unsupported = true, nullptr;
    if (kind.left_vectors && kind.right_vectors && nd_a == 1 && nd_b == 1 &&
        is_complex(dtype_of(a))) {
        const StridedView x = view_of(a), y = view_of(b);
        if (x.shape[0] != y.shape[0]) return unsupported = true, nullptr;
        return complex_vector_product(kind.ufunc, x, y);
    }
    if (kind.left_vectors && is_complex(dtype_of(a))) {
        PyObject* vectors[] = {factors.left.get()};
        Ref conjugate(elementwise(Op::conjugate, vectors, 1, nullptr, unsupported));
        if (!conjugate) return nullptr;
        factors.left = std::move(conjugate);
        a = as_array(factors.left.get());
        if (!values(a)) return nullptr;
    }
    const auto place = [axis](int nd) { return static_cast<int>(axis < 0 ? axis + nd : axis); };
    const Stack rows(a, place(nd_a), kind.left_vectors ? 2 : 0);
    const Stack columns(b, place(nd_b), kind.right_vectors ? 1 : 0);
    if (!fit(rows.view, columns.view)) return unsupported = true, nullptr;
    return stacked_product(kind.ufunc, rows.view, columns.view, kind.left_vectors,
                           kind.right_vectors);
}

// Positional operands, and axis= of vecdot; all else is NumPy's.
template <int Index> PyObject* function_stacked(PyObject*, PyObject* const* args, Py_ssize_t count,
                                                PyObject* names) {
    const StackedProduct& kind = stacked_products[Index];
    const Arguments arguments{args, count, names};
    npy_intp axis = -1;
    bool unsupported = count != 2 || arguments.keywords() > 1;
    if (!unsupported && arguments.keywords() == 1) {
        unsupported = !kind.left_vectors || !kind.right_vectors ||
                      PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "axis") != 0 ||
                      !read_integer(args[2], axis);
    }
    PyObject* found =
        unsupported ? nullptr : multiply_stacks(kind, args[0], args[1], axis, unsupported);
    return unsupported ? call_numpy(kind.name, arguments) : found;
}

}  // namespace

PyMethodDef stacked_product_ufuncs[] = {
    {"vecdot", guarded<function_stacked<0>>(), fast, nullptr},
    {"matvec", guarded<function_stacked<1>>(), fast, nullptr},
    {"vecmat", guarded<function_stacked<2>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef inner_product_functions[] = {
    {"inner", guarded<function_inner>(), fast, nullptr},
    {"tensordot", guarded<function_tensordot>(), fast, nullptr},
    {"linalg.tensordot", guarded<function_linalg_tensordot>(), fast, nullptr},
    {"linalg.vecdot", guarded<function_stacked<3>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
