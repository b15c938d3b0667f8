// bincount.
#include <algorithm>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/functions/sorting.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

bool read_length(PyObject* argument, npy_intp& length) {
    length = 0;
    if (argument == nullptr) return true;
    if (!PyIndex_Check(argument) || PyBool_Check(argument) || is_ours(argument)) return false;
    length = PyNumber_AsSsize_t(argument, PyExc_OverflowError);
    return leave_to_numpy() && length >= 0;
}

template <class T> T* elements(const Ref& array) {
    return reinterpret_cast<T*>(as_array(array.get())->f.data);
}

PyObject* bincount(ArrayObject* numbers, ArrayObject* weights, npy_intp length,
                   bool& unsupported) {
    const npy_intp count = numbers->f.dimensions[0];
    // Any byte but zero is a true boolean: those become numbers first.
    const Dtype dtype = is_integer(dtype_of(numbers)) ? dtype_of(numbers) : Dtype::int64;
    Ref values_in = in_a_row(numbers, dtype);
    Ref weights_in;
    if (weights != nullptr && count > 0) weights_in = in_a_row(weights, Dtype::float64);
    if (!values_in || (weights != nullptr && count > 0 && !weights_in)) return nullptr;
    const backend::Integers values{elements<const char>(values_in), dtype, count};
    if (count > 0) {
        const auto range = without_lock(0.5 * static_cast<double>(count),
                                        [&] { return backend::value_range(values); });
        if (range.least < 0) return unsupported = true, nullptr;
        // One more than the largest number would wrap, and NumPy would write where it should not.
        length = std::max(length, std::min(range.largest, NPY_MAX_INTP - 1) + 1);
    }
    Ref result(as_object(
        new_array(weights_in ? Dtype::float64 : Dtype::int64, 1, &length)));
    if (!result) return nullptr;
    unlocked(count, [&] {
        if (weights_in) {
            backend::sum_by_value(elements<double>(result), length, values,
                                  elements<const double>(weights_in));
        } else {
            backend::count_values(elements<std::int64_t>(result), length, values);
        }
        return status_ok;
    });
    end_write(as_array(result.get()));
    return result.release();
}

bool is_vector(const Operand& operand) {
    return operand.kind == Kind::array && operand.ndim() == 1;
}

PyObject* function_bincount(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    static const Parameters<3> parameters({"", "weights", "minlength"});
    const Arguments arguments{args, count, names};
    PyObject* argument[3];
    npy_intp length;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        !read_length(argument[2], length)) {
        return call_numpy("bincount", arguments);
    }
    Operand numbers, weights;
    if (!classify_pinned(argument[0], numbers) ||
        (given(argument[1]) && !classify_pinned(argument[1], weights))) {
        // A ragged list it refuses in words of its own.
        return leave_to_numpy() ? call_numpy("bincount", arguments) : nullptr;
    }
    bool unsupported = !is_vector(numbers) ||
                       (!is_integer(numbers.dtype) && !is_boolean(numbers.dtype));
    if (!unsupported && given(argument[1])) {
        unsupported = !is_vector(weights) || is_complex(weights.dtype) ||
                      weights.layout.shape[0] != numbers.layout.shape[0];
    }
    PyObject* result =
        unsupported ? nullptr : bincount(numbers.array, weights.array, length, unsupported);
    return unsupported ? call_numpy("bincount", arguments) : result;
}

}  // namespace

PyMethodDef counting_functions[] = {
    {"bincount", guarded<function_bincount>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
