#include "front/functions/products.h"

#include <algorithm>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/overrides.h"
#include "front/call/reporting.h"
#include "front/functions/tables.h"
#include "front/index/index.h"
#include "front/module/observer.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/reductions.h"

namespace numen::front {
namespace {

Ref in_type(PyObject* object, Dtype dtype) {
    ArrayObject* a = as_array(object);
    if (dtype_of(a) == dtype) return Ref::share(object);
    return Ref(as_object(copy_array(a, dtype, 'K')));
}

}  // namespace

bool is_empty_list(PyObject* object) {
    return is_plain_list(object) && PySequence_Fast_GET_SIZE(object) == 0;
}

bool load_factors(PyObject* left, PyObject* right, Factors& pair, bool& unsupported) {
    pair.left = Ref(as_pinned_array(left));
    if (!pair.left) return false;
    pair.right = Ref(as_pinned_array(right));
    if (!pair.right) return false;
    if (!is_ours(pair.left.get()) || !is_ours(pair.right.get())) return !(unsupported = true);
    pair.a = as_array(pair.left.get());
    pair.b = as_array(pair.right.get());
    if (dtype_of(pair.a) == no_dtype || dtype_of(pair.b) == no_dtype) {
        return !(unsupported = true);
    }
    if (!values(pair.a) || !values(pair.b)) return false;
    const Dtype dtype = promote(dtype_of(pair.a), dtype_of(pair.b));
    pair.left = in_type(pair.left.get(), dtype);
    pair.right = in_type(pair.right.get(), dtype);
    if (!pair.left || !pair.right) return false;
    pair.a = as_array(pair.left.get());
    pair.b = as_array(pair.right.get());
    return true;
}

namespace {

bool report(const char* name, Status status) {
    if (status & status_no_memory) return PyErr_NoMemory(), false;
    return report_floating(status & ~status_underflow, name);
}

// The strides of a stack of products: the order of the stack's axes in memory is the operands'.
void stack_strides(Dtype dtype, int leading, const npy_intp* steps_a, const npy_intp* steps_b,
                   int nd, const npy_intp* shape, npy_intp* strides) {
    if (leading < 2) return dense_strides(Order::c, itemsize(dtype), nd, shape, strides);
    npy_intp steps[2][max_dimensions] = {};
    std::copy_n(steps_a, leading, steps[0]);
    std::copy_n(steps_b, leading, steps[1]);
    const StridedView views[] = {{nullptr, dtype, nd, shape, steps[0]},
                                 {nullptr, dtype, nd, shape, steps[1]}};
    result_strides(views, itemsize(dtype), nd, shape, strides);
}

}  // namespace

PyObject* stacked_product(const char* name, const StridedView& a, const StridedView& b,
                          bool drop_row, bool drop_column) {
    const int leading_a = a.ndim - 2, leading_b = b.ndim - 2;
    const StridedView leading[] = {{nullptr, a.dtype, leading_a, a.shape, a.strides},
                                   {nullptr, b.dtype, leading_b, b.shape, b.strides}};
    int nd;
    npy_intp shape[max_dimensions + 2];
    if (!broadcast_shapes(leading, nd, shape)) return nullptr;
    npy_intp strides_a[max_dimensions], strides_b[max_dimensions];
    broadcast_strides(leading[0], nd, shape, strides_a);
    broadcast_strides(leading[1], nd, shape, strides_b);
    npy_intp shape_a[max_dimensions], shape_b[max_dimensions];
    std::copy_n(shape, nd, shape_a);
    std::copy_n(shape, nd, shape_b);
    for (int i = 0; i < 2; ++i) {
        shape_a[nd + i] = a.shape[leading_a + i];
        strides_a[nd + i] = a.strides[leading_a + i];
        shape_b[nd + i] = b.shape[leading_b + i];
        strides_b[nd + i] = b.strides[leading_b + i];
    }
    const npy_intp rows = shape_a[nd], columns = shape_b[nd + 1];
    npy_intp strides[max_dimensions];
    shape[nd] = rows;
    shape[nd + 1] = columns;
    stack_strides(a.dtype, nd, strides_a, strides_b, nd + 2, shape, strides);
    npy_intp kept[max_dimensions], kept_strides[max_dimensions];
    int result_nd = 0;
    for (int axis = 0; axis < nd + 2; ++axis) {
        if ((axis == nd && drop_row) || (axis == nd + 1 && drop_column)) continue;
        kept[result_nd] = shape[axis];
        kept_strides[result_nd++] = strides[axis];
    }
    alignas(16) char value[16];
    Ref result;
    char* data = value;
    if (result_nd > 0) {
        result = Ref(as_object(
            nd < 2 ? new_array(a.dtype, result_nd, kept)
                   : new_array_with_strides(a.dtype, result_nd, kept, kept_strides)));
        if (!result) return nullptr;
        data = as_array(result.get())->f.data;
    }
    npy_intp work = rows * columns * shape_a[nd + 1];
    for (int axis = 0; axis < nd; ++axis) work *= shape[axis];
    const Observation observation(Event::library, name);
    const Status status = without_lock(multiplication_time * static_cast<double>(work), [&] {
        return backend::matmul({data, a.dtype, nd + 2, shape, strides},
                               {a.data, a.dtype, nd + 2, shape_a, strides_a},
                               {b.data, b.dtype, nd + 2, shape_b, strides_b});
    });
    if (!report(name, status)) return nullptr;
    return result_nd > 0 ? result.release() : make_scalar(a.dtype, value);
}

namespace {

// A vector as a matrix of one row (left operand) or one column (right operand).
StridedView as_matrix(ArrayObject* a, bool left, npy_intp* shape, npy_intp* strides) {
    StridedView view = view_of(a);
    if (view.ndim != 1) return view;
    const int axis = left ? 1 : 0;
    shape[axis] = view.shape[0];
    strides[axis] = view.strides[0];
    shape[1 - axis] = 1;
    strides[1 - axis] = 0;
    return {view.data, view.dtype, 2, shape, strides};
}

PyObject* inner_product(const char* name, ArrayObject* a, ArrayObject* b) {
    alignas(16) char value[16];
    const npy_intp count = a->f.dimensions[0];
    if (is_c_contiguous(a) && is_c_contiguous(b)) {
        const Dtype dtype = dtype_of(a);
        const Status status = without_lock(0.25 * static_cast<double>(count), [&] {
            return backend::dot_contiguous(dtype, a->f.data, b->f.data, count, value);
        });
        return report(name, status) ? make_scalar(dtype, value) : nullptr;
    }
    npy_intp shape[4], strides[4];
    return stacked_product(name, as_matrix(a, true, shape, strides),
                           as_matrix(b, false, shape + 2, strides + 2), true, true);
}

}  // namespace

PyObject* matrix_product(const char* name, const StridedView& a, const StridedView& b, int nd,
                         const npy_intp* shape) {
    const Ref result(as_object(new_array(a.dtype, nd, shape)));
    if (!result) return nullptr;
    const npy_intp extents[] = {a.shape[0], b.shape[1]};
    const npy_intp steps[] = {extents[1] * itemsize(a.dtype), itemsize(a.dtype)};
    const StridedView out{as_array(result.get())->f.data, a.dtype, 2, extents, steps};
    const npy_intp work = extents[0] * extents[1] * a.shape[1];
    const Observation observation(Event::library, name);
    const Status status = without_lock(multiplication_time * static_cast<double>(work),
                                       [&] { return backend::matmul(out, a, b); });
    return report(name, status) ? Py_NewRef(result.get()) : nullptr;
}

PyObject* complex_vector_product(const char* name, const StridedView& a, const StridedView& b) {
    alignas(16) char value[16];
    const Observation observation(Event::library, name);
    const Status status = without_lock(static_cast<double>(a.shape[0]),
                                       [&] { return backend::vdot(a, b, value); });
    return report(name, status) ? make_scalar(a.dtype, value) : nullptr;
}

PyObject* short_product(const char* name, PyObject* left, PyObject* right) {
    constexpr npy_intp least = 2, most = 1000;  // of one element NumPy makes a special case
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    if (!is_exposed(left) || !is_exposed(right)) return nullptr;
    ArrayObject* a = as_array(left);
    ArrayObject* b = as_array(right);
    const Dtype dtype = dtype_of(a);
    const bool fits = a->f.nd == 1 && b->f.nd == 1 && dtype == dtype_of(b) &&
                      (dtype == Dtype::float64 || dtype == Dtype::float32) &&
                      a->f.dimensions[0] == b->f.dimensions[0] && a->f.dimensions[0] >= least &&
                      a->f.dimensions[0] <= most && (a->f.flags & b->f.flags & plain) == plain;
    return fits ? inner_product(name, a, b) : nullptr;
}

PyObject* multiply_arrays(const char* name, Factors& pair) {
    ArrayObject* a = pair.a;
    ArrayObject* b = pair.b;
    if (a->f.nd == 1 && b->f.nd == 1) return inner_product(name, a, b);
    npy_intp shape[4], strides[4];
    return stacked_product(name, as_matrix(a, true, shape, strides),
                           as_matrix(b, false, shape + 2, strides + 2), a->f.nd == 1, b->f.nd == 1);
}

bool inner_sizes_agree(ArrayObject* a, ArrayObject* b) {
    const npy_intp left = a->f.dimensions[a->f.nd - 1];
    const npy_intp right = b->f.dimensions[b->f.nd == 1 ? 0 : b->f.nd - 2];
    return left == right;
}

namespace {

bool leading_fit(ArrayObject* a, ArrayObject* b) {
    const StridedView leading[] = {
        {nullptr, Dtype::int8, std::max(a->f.nd - 2, 0), a->f.dimensions, a->f.strides},
        {nullptr, Dtype::int8, std::max(b->f.nd - 2, 0), b->f.dimensions, b->f.strides}};
    int nd;
    npy_intp shape[max_dimensions];
    return broadcast_shapes(leading, nd, shape);
}

}  // namespace

PyObject* matmul(PyObject* left, PyObject* right, bool& unsupported) {
    if (PyObject* product = short_product("matmul", left, right)) return product;
    if (PyErr_Occurred()) return nullptr;
    Factors pair;
    if (!load_factors(left, right, pair, unsupported) || unsupported) return nullptr;
    if (pair.a->f.nd == 0 || pair.b->f.nd == 0 || !inner_sizes_agree(pair.a, pair.b) ||
        !leading_fit(pair.a, pair.b)) {
        unsupported = true;  // NumPy raises
        return nullptr;
    }
    return multiply_arrays("matmul", pair);
}

PyObject* product_into(Product compute, PyObject* left, PyObject* right, PyObject* out,
                       bool& unsupported) {
    Ref product;
    if (is_ours(left) && is_ours(right)) {
        if (!values(as_array(left)) || !values(as_array(right))) return nullptr;
        const OutputErrors errors;
        product = Ref(compute(left, right, unsupported));
        unsupported |= product && errors.any();
    } else {
        product = Ref(compute(left, right, unsupported));
    }
    if (!product || unsupported) return nullptr;
    ArrayObject* target = as_array(out);
    if (!is_ours(product.get()) || dtype_of(as_array(product.get())) != dtype_of(target) ||
        as_array(product.get())->f.nd != target->f.nd ||
        !std::equal(target->f.dimensions, target->f.dimensions + target->f.nd,
                    as_array(product.get())->f.dimensions)) {
        unsupported = true;
        return nullptr;
    }
    return set_item(out, Py_Ellipsis, product.get()) < 0 ? nullptr : Py_NewRef(out);
}

PyObject* product_of_two(const char* name, Product compute, const Arguments& arguments) {
    if (arguments.positional != 2 || arguments.keywords() != 0) {
        return call_numpy(name, arguments);
    }
    bool unsupported = false;
    PyObject* result = compute(arguments.values[0], arguments.values[1], unsupported);
    return unsupported ? call_numpy(name, arguments) : result;
}

namespace {

// Will NumPy take the array for the product? What it refuses is not computed before it is asked.
bool may_receive(PyObject* out, PyObject* left, PyObject* right) {
    if (!is_ours(out) || !(as_array(out)->f.flags & NPY_ARRAY_WRITEABLE)) return false;
    if (!is_ours(left) || !is_ours(right)) return true;
    const Dtype a = dtype_of(as_array(left)), b = dtype_of(as_array(right));
    return a != no_dtype && b != no_dtype && promote(a, b) == dtype_of(as_array(out));
}

// As product_of_two, and `out` may be the array that the product is written into; `row_by_row`:
// one without gaps.
PyObject* two_operands_and_out(const char* name, Product compute, const Arguments& arguments,
                               bool row_by_row) {
    static const Parameters<3> parameters({"a", "b", "out"});
    PyObject* argument[3];
    if (arguments.positional + arguments.keywords() != 3 || arguments.positional < 2 ||
        !parameters.read(arguments, argument) || argument[2] == nullptr) {
        return product_of_two(name, compute, arguments);
    }
    if (argument[2] == Py_None) {
        return product_of_two(name, compute, {arguments.values, 2, nullptr});
    }
    if (!may_receive(argument[2], argument[0], argument[1]) ||
        (row_by_row && !is_c_contiguous(as_array(argument[2])))) {
        return product_of_two(name, compute, arguments);
    }
    bool unsupported = false;
    PyObject* result = compute == dot
                           ? dot_into(argument[0], argument[1], argument[2], unsupported)
                           : product_into(compute, argument[0], argument[1], argument[2],
                                          unsupported);
    return unsupported ? call_numpy(name, arguments) : result;
}

PyObject* function_dot(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return two_operands_and_out("dot", dot, {args, count, names}, true);
}

PyObject* function_matmul(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return two_operands_and_out("matmul", matmul, {args, count, names}, false);
}

PyObject* function_linalg_matmul(PyObject* module, PyObject* const* args, Py_ssize_t count,
                                 PyObject* names) {
    if (count != 2 || names != nullptr || has_override(args, count)) {
        return call_numpy("linalg.matmul", {args, count, names});
    }
    return function_matmul(module, args, count, names);
}

}  // namespace

PyMethodDef matrix_product_ufuncs[] = {
    {"matmul", guarded<function_matmul>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef product_functions[] = {
    {"dot", guarded<function_dot>(), fast, nullptr},
    {"linalg.matmul", guarded<function_linalg_matmul>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
