// Running sums and products.
#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "front/array/waiting.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/reporting.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/reduction_extras.h"
#include "ops/operation.h"
#include "ops/reduction.h"

namespace numen::front {
namespace {

bool is_inexact(Dtype dtype) { return is_floating(dtype) || is_complex(dtype); }

// Where no dtype is asked for, NumPy computes in what the array and the output promote to. And it
// casts the elements, with warnings of their own, where they do not fit the type it computes in.
bool takes_other_loop(Dtype input, Dtype output, PyObject* out) {
    const bool goes_elsewhere =
        given(out) && (!is_array(out) || dtype_of(as_array(out)) != output);
    return goes_elsewhere || (is_inexact(output) && !can_cast_safe(input, output));
}

// cumsum and cumprod: (axis=None, dtype=None, out=None).
PyObject* accumulate(ReduceOp op, PyObject* self, const Arguments& arguments,
                     bool& unsupported) {
    static const Parameters<3> parameters({"axis", "dtype", "out"});
    ArrayObject* a = as_array(self);
    PyObject* argument[3];
    if (!parameters.read(arguments, argument) || dtype_of(a) == no_dtype ||
        (given(argument[0]) && !is_plain_axis(argument[0]))) {
        unsupported = true;
        return nullptr;
    }
    Dtype output = resolve_reduction(op, dtype_of(a)).output;
    if (given(argument[1]) && !read_dtype(argument[1], output)) return nullptr;
    if (output == no_dtype || is_boolean(output) ||
        (is_complex(dtype_of(a)) && !is_complex(output)) ||
        takes_other_loop(dtype_of(a), output, argument[2])) {
        unsupported = true;
        return nullptr;
    }
    Ref source = pinned(self);
    if (!source) return nullptr;
    a = as_array(source.get());
    if (a->f.nd == 0 || (absent(argument[0]) && a->f.nd != 1)) {
        const npy_intp flat = element_count(a);
        source = Ref(reshape(a, 1, &flat));
        if (!source) return nullptr;
    }
    a = as_array(source.get());
    int axis = 0;
    if (!absent(argument[0]) && !read_axis(argument[0], a->f.nd, axis)) return nullptr;
    if (!values(a)) return nullptr;
    npy_intp strides[max_dimensions];
    const StridedView view = view_of(a);
    result_strides({&view, 1}, itemsize(output), a->f.nd, a->f.dimensions, strides);
    ArrayObject* result = new_array_with_strides(output, a->f.nd, a->f.dimensions, strides);
    if (result == nullptr) return nullptr;
    constexpr double cost = 1;  // nanoseconds
    const Status status =
        without_lock(cost * static_cast<double>(element_count(a)), [&] {
            return backend::accumulate(op, view_of(result), view, axis);
        });
    const char* name = is_inexact(dtype_of(a)) && !is_inexact(output) ? "cast" : "accumulate";
    Ref owned(as_object(result));
    if (absent(argument[2])) return report_floating(status, name) ? owned.release() : nullptr;
    const OutputErrors errors;
    if (OutputErrors::keeps(status & status_floating_mask) && errors.any()) {
        return unsupported = true, nullptr;
    }
    return put_result(owned.release(), argument[2], unsupported);
}

template <ReduceOp op> const char* accumulate_name() {
    return op == ReduceOp::sum ? "cumsum" : "cumprod";
}

template <ReduceOp op>
PyObject* accumulate_method(PyObject* self, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    bool unsupported = false;
    PyObject* result = accumulate(op, self, {args, count, names}, unsupported);
    if (!unsupported) return result;
    return call_numpy_method(accumulate_name<op>(), self, {args, count, names});
}

template <ReduceOp op>
PyObject* accumulate_function(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    const Arguments all{args, count, names};
    if (count < 1) return call_numpy(accumulate_name<op>(), all);
    Ref array(as_numen_array(args[0]));
    if (!array) return nullptr;
    bool unsupported = !is_ours(array.get());
    PyObject* result = unsupported ? nullptr
                                   : accumulate(op, array.get(), {args + 1, count - 1, names},
                                                unsupported);
    return unsupported ? call_numpy(accumulate_name<op>(), all) : result;
}

}  // namespace

PyMethodDef scan_methods[] = {
    {"cumsum", guarded<accumulate_method<ReduceOp::sum>>(), fast, nullptr},
    {"cumprod", guarded<accumulate_method<ReduceOp::prod>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef scan_functions[] = {
    {"cumsum", guarded<accumulate_function<ReduceOp::sum>>(), fast, nullptr},
    {"cumprod", guarded<accumulate_function<ReduceOp::prod>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
