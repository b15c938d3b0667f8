#include "front/functions/lengths.h"

#include <cmath>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/reporting.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

Ref root_of(Dtype dtype, char* value) {
    if (dtype == Dtype::float64) {
        *reinterpret_cast<double*>(value) = std::sqrt(*reinterpret_cast<double*>(value));
    } else {
        *reinterpret_cast<float*>(value) = std::sqrt(*reinterpret_cast<float*>(value));
    }
    return Ref(make_scalar(dtype, value));
}

constexpr Status worth_a_warning = status_floating_mask & ~status_underflow;

// Of a vector of real numbers that lie apart.
Ref length_apart(PyObject* object) {
    const Ref own = pinned(object);
    if (!own || !values(as_array(own.get()))) return {};
    const StridedView x = view_of(as_array(own.get()));
    alignas(16) char value[16];
    const Status status = without_lock(0.25 * static_cast<double>(x.shape[0]), [&] {
        return backend::vdot(x, x, value) & worth_a_warning;
    });
    return report_floating(status, "dot") ? root_of(x.dtype, value) : Ref();
}

}  // namespace

Ref length(PyObject* object, bool& unsupported) {
    ArrayObject* a = as_array(object);
    const Dtype dtype = dtype_of(a), real = real_type(dtype);
    if (dtype == Dtype::float16) return unsupported = true, Ref();
    const bool is_apart = a->f.nd == 1 && !is_c_contiguous(a) && dtype == real;
    if (is_apart && (a->f.flags & NPY_ARRAY_ALIGNED)) return length_apart(object);
    const Ref dense = in_a_row(a, dtype);
    if (!dense) return {};
    a = as_array(dense.get());
    alignas(16) char value[16];
    const npy_intp count = element_count(a) * (is_complex(dtype) ? 2 : 1);
    const Status status = without_lock(0.25 * static_cast<double>(count), [&] {
        return backend::dot_contiguous(real, a->f.data, a->f.data, count, value) &
               worth_a_warning;
    });
    if (!report_floating(status, "dot")) return {};
    return root_of(real, value);
}

Ref row_lengths(PyObject* object, int axis) {
    const Ref own = pinned(object);
    if (!own) return {};
    ArrayObject* a = as_array(own.get());
    const Dtype dtype = dtype_of(a);
    const int nd = a->f.nd;
    if (dtype != Dtype::float64 && dtype != Dtype::float32) return {};
    const npy_intp size = itemsize(dtype);
    const bool fits = nd <= 2 && axis == nd - 1 && a->f.strides[axis] == size &&
                      element_count(a) > 0 && (a->f.flags & NPY_ARRAY_ALIGNED);
    if (!fits || !values(a)) return {};
    const npy_intp k = a->f.dimensions[axis];
    if (nd == 1) {
        alignas(16) char value[16];
        const Status status = without_lock(pass_time(k, dtype), [&] {
            return backend::dot_contiguous(dtype, a->f.data, a->f.data, k, value);
        });
        return (status & worth_a_warning) != 0 ? Ref() : root_of(dtype, value);
    }
    const npy_intp rows = a->f.dimensions[0], step = a->f.strides[0];
    Ref squares(as_object(new_array(dtype, 1, &rows)));
    if (!squares) return {};
    const npy_intp shapes[3][3] = {{rows, 1, 1}, {rows, 1, k}, {rows, k, 1}};
    const npy_intp steps[3][3] = {{size, size, size}, {step, 0, size}, {step, size, 0}};
    const Status status = without_lock(pass_time(rows * k, dtype), [&] {
        return backend::matmul(
            {as_array(squares.get())->f.data, dtype, 3, shapes[0], steps[0]},
            {a->f.data, dtype, 3, shapes[1], steps[1]}, {a->f.data, dtype, 3, shapes[2], steps[2]});
    });
    if ((status & worth_a_warning) != 0) return {};
    bool unsupported = false;
    PyObject* roots[] = {squares.get()};
    return Ref(elementwise(Op::sqrt, roots, 1, squares.get(), unsupported));
}

}  // namespace numen::front
