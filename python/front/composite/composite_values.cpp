// Quick paths of composites that make short arrays of values: gradients, answers that a type gives.
#include <cmath>
#include <cstring>

#include "backends/cpu/floating_flags.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

// Slopes of the vector over a spacing: of the neighbours inside, one-sided ones at the ends. False
// for spacings that another type does not hold.
template <class T>
[[gnu::noinline]] bool slopes(const char* from, npy_intp count, double spacing, char* to) {
    const T* f = reinterpret_cast<const T*>(from);
    T* slope = reinterpret_cast<T*>(to);
    const T step = static_cast<T>(spacing), run = static_cast<T>(2.0 * spacing);
    if (!std::isfinite(step) || !std::isfinite(run) || step == 0 || run == 0) return false;
    slope[0] = (f[1] - f[0]) / step;
    slope[count - 1] = (f[count - 1] - f[count - 2]) / step;
    if (run == 2) {  // halves are quotients by 2, bit for bit
        for (npy_intp i = 1; i + 1 < count; ++i) slope[i] = (f[i + 1] - f[i - 1]) * T(0.5);
    } else {
        for (npy_intp i = 1; i + 1 < count; ++i) slope[i] = (f[i + 1] - f[i - 1]) / run;
    }
    return true;
}

// gradient(f) and gradient(f, spacing) of a short vector.
PyObject* quick_gradient(PyObject* const* args, Py_ssize_t count) {
    if (count < 1 || count > 2 || !is_exposed(args[0])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    const Dtype dtype = dtype_of(a);
    const bool is_double = dtype == Dtype::float64;
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    if ((!is_double && dtype != Dtype::float32) || a->f.nd != 1 || (a->f.flags & plain) != plain) {
        return nullptr;
    }
    const npy_intp size = a->f.dimensions[0];
    if (size < 2 || size > quick_limit) return nullptr;
    if (count == 2 && !PyFloat_CheckExact(args[1])) return nullptr;
    const double spacing = count == 2 ? PyFloat_AS_DOUBLE(args[1]) : 1.0;
    ArrayObject* result = new_exposed(dtype, 1, &size);
    if (result == nullptr) return nullptr;
    const auto compute = is_double ? slopes<double> : slopes<float>;
    cpu::clear_floating_flags();
    const bool done = compute(a->f.data, size, spacing, result->f.data);
    if (done && cpu::floating_flags() == status_ok) return as_object(result);
    Py_DECREF(result);
    return nullptr;  // the Python function warns
}

// Booleans of the array's shape, all alike; null for single elements and other layouts than C's.
PyObject* all_alike(PyObject* const* args, Py_ssize_t count, bool value) {
    if (count != 1 || !is_ours(args[0])) return nullptr;
    ArrayObject* a = as_array(args[0]);
    const Dtype dtype = dtype_of(a);
    if (dtype == no_dtype || is_complex(dtype) || a->f.nd == 0 || !is_c_contiguous(a)) {
        return nullptr;
    }
    ArrayObject* result = new_array(Dtype::boolean, a->f.nd, a->f.dimensions, Order::c, !value);
    if (result == nullptr) return nullptr;
    if (value) std::memset(result->f.data, 1, static_cast<std::size_t>(element_count(a)));
    return as_object(result);
}

PyObject* quick_iscomplex(PyObject* const* args, Py_ssize_t count) {
    return all_alike(args, count, false);
}

PyObject* quick_isreal(PyObject* const* args, Py_ssize_t count) {
    return all_alike(args, count, true);
}

}  // namespace

const QuickPathRow value_paths[] = {
    {"gradient", quick_gradient},
    {"iscomplex", quick_iscomplex},
    {"isreal", quick_isreal},
    {nullptr, nullptr},
};

}  // namespace numen::front
