// dot: products that sum one axis of both factors, and those with a number, as NumPy's BLAS makes
// them.
#include <algorithm>
#include <complex>
#include <cstring>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "front/call/operand.h"
#include "front/call/reporting.h"
#include "front/functions/products.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

// The extents of dot's result; a factor without axes leaves the other's.
int dot_shape(ArrayObject* a, ArrayObject* b, npy_intp* shape) {
    const bool sums = a->f.nd > 0 && b->f.nd > 0;
    npy_intp* end = std::copy_n(a->f.dimensions, a->f.nd - (sums ? 1 : 0), shape);
    for (int axis = 0; axis < b->f.nd; ++axis) {
        if (!sums || axis != std::max(b->f.nd - 2, 0)) *end++ = b->f.dimensions[axis];
    }
    return static_cast<int>(end - shape);
}

// A single number that is 0, of either sign.
bool is_single_zero(ArrayObject* a) {
    if (element_count(a) != 1) return false;
    std::complex<double> value;
    backend::copy({reinterpret_cast<char*>(&value), Dtype::complex128, 0, nullptr, nullptr},
                  {a->f.data, dtype_of(a), 0, nullptr, nullptr});
    return value == 0.0;
}

}  // namespace

bool goes_to_blas(const Factors& pair) {
    const Dtype dtype = dtype_of(pair.a);
    return pair.a->f.nd <= 2 && pair.b->f.nd <= 2 && dtype != Dtype::float16 &&
           (is_floating(dtype) || is_complex(dtype));
}

bool is_scaled_by_zero(const Factors& pair) {
    return goes_to_blas(pair) && (element_count(pair.a) > 1 || element_count(pair.b) > 1) &&
           (is_single_zero(pair.a) || is_single_zero(pair.b));
}

PyObject* zero_product(const Factors& pair) {
    npy_intp shape[2 * max_dimensions];
    const int nd = dot_shape(pair.a, pair.b, shape);
    ArrayObject* zeros = new_array(dtype_of(pair.a), nd, shape);
    if (zeros == nullptr) return nullptr;
    std::memset(zeros->f.data, 0, element_count(zeros) * itemsize(dtype_of(zeros)));
    return as_object(zeros);
}

bool are_single_for_blas(const Factors& pair) {
    return element_count(pair.a) == 1 && element_count(pair.b) == 1 && goes_to_blas(pair);
}

namespace {

template <class T> void multiply_at(const char* a, const char* b, char* out) {
    T x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    const T product = x * y;
    std::memcpy(out, &product, sizeof product);
}

template <class T> void multiply_parts_at(const char* a, const char* b, char* out) {
    T x[2], y[2];
    std::memcpy(x, a, sizeof x);
    std::memcpy(y, b, sizeof y);
    const T product[] = {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]};
    std::memcpy(out, product, sizeof product);
}

void multiply_one(Dtype dtype, const char* a, const char* b, char* out) {
    switch (dtype) {
        case Dtype::float32: return multiply_at<float>(a, b, out);
        case Dtype::float64: return multiply_at<double>(a, b, out);
        case Dtype::complex64: return multiply_parts_at<float>(a, b, out);
        default: return multiply_parts_at<double>(a, b, out);
    }
}

}  // namespace

PyObject* single_product(const Factors& pair) {
    const Dtype dtype = dtype_of(pair.a);
    alignas(16) char value[16];
    const Status status = backend::dot_contiguous(dtype, pair.a->f.data, pair.b->f.data, 1, value);
    if (!report_floating(status, "dot")) return nullptr;
    multiply_one(dtype, pair.a->f.data, pair.b->f.data, value);
    npy_intp shape[2 * max_dimensions];
    const int nd = dot_shape(pair.a, pair.b, shape);
    if (nd == 0) return make_scalar(dtype, value);
    ArrayObject* result = new_array(dtype, nd, shape);
    if (result != nullptr) std::memcpy(result->f.data, value, itemsize(dtype));
    return as_object(result);
}

namespace {

// A factor by a number: NumPy's multiplication, or what the BLAS adds to zeros, which makes no
// negative ones but where the product is a single number, and comes out in C order.
PyObject* scaled(const Factors& pair, bool& unsupported) {
    PyObject* factors[] = {pair.left.get(), pair.right.get()};
    if (!goes_to_blas(pair)) {
        return elementwise(Op::multiply, factors, 2, nullptr, unsupported);
    }
    const Manner manner{.order = 'C', .warns_as = "dot"};
    Ref product(elementwise(Op::multiply, factors, 2, manner, unsupported));
    const bool is_single = element_count(pair.a) == 1 && element_count(pair.b) == 1;
    if (!product || is_single) return product.release();
    const Ref zero(PyFloat_FromDouble(0.0));
    if (!zero) return nullptr;
    PyObject* terms[] = {product.get(), zero.get()};
    return elementwise(Op::add, terms, 2, manner, unsupported);
}

}  // namespace

PyObject* dot(PyObject* left, PyObject* right, bool& unsupported) {
    if (PyObject* product = short_product("dot", left, right)) return product;
    if (PyErr_Occurred()) return nullptr;
    Factors pair;
    if (is_empty_list(left) || is_empty_list(right)) return unsupported = true, nullptr;
    if (!load_factors(left, right, pair, unsupported) || unsupported) return nullptr;
    const bool has_number = pair.a->f.nd == 0 || pair.b->f.nd == 0;
    if (!has_number && !inner_sizes_agree(pair.a, pair.b)) return unsupported = true, nullptr;
    if (is_scaled_by_zero(pair)) return zero_product(pair);
    if (has_number) return scaled(pair, unsupported);
    if (are_single_for_blas(pair)) return single_product(pair);
    if (pair.a->f.nd <= 2 && pair.b->f.nd <= 2) return multiply_arrays("dot", pair);
    const int last = pair.a->f.nd - 1, rows = std::max(pair.b->f.nd - 2, 0);
    return sum_product("dot", pair, last, rows);
}

PyObject* sum_product(const char* name, const Factors& pair, int a_axis, int b_axis) {
    return contract(name, pair, 1, &a_axis, &b_axis, goes_to_blas(pair), true);
}

PyObject* dot_into(PyObject* left, PyObject* right, PyObject* out, bool& unsupported) {
    if (is_empty_list(left) || is_empty_list(right)) return unsupported = true, nullptr;
    const Ref a(as_pinned_array(left));
    if (!a) return nullptr;
    const Ref b(as_pinned_array(right));
    if (!b) return nullptr;
    unsupported = !is_ours(a.get()) || !is_ours(b.get());
    if (unsupported) return nullptr;
    const Dtype types[] = {dtype_of(as_array(a.get())), dtype_of(as_array(b.get()))};
    ArrayObject* target = as_array(out);
    npy_intp shape[2 * max_dimensions];
    const int nd = dot_shape(as_array(a.get()), as_array(b.get()), shape);
    // NumPy refuses a wrong `out` before it computes, and warns of, anything.
    unsupported = !(target->f.flags & NPY_ARRAY_WRITEABLE) || types[0] == no_dtype ||
                  types[1] == no_dtype ||
                  promote(types[0], types[1]) != dtype_of(target) || nd != target->f.nd ||
                  !std::equal(shape, shape + nd, target->f.dimensions);
    return unsupported ? nullptr : product_into(dot, a.get(), b.get(), out, unsupported);
}

}  // namespace numen::front
