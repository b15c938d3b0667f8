// np.correlate and np.convolve.
#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"
#include "ops/operation.h"

namespace numen::front {
namespace {

enum class Mode { valid, same, full, other };

Mode read_mode(PyObject* object, Mode otherwise) {
    if (object == nullptr) return otherwise;
    if (!PyUnicode_CheckExact(object)) return Mode::other;
    if (PyUnicode_CompareWithASCIIString(object, "valid") == 0) return Mode::valid;
    if (PyUnicode_CompareWithASCIIString(object, "same") == 0) return Mode::same;
    if (PyUnicode_CompareWithASCIIString(object, "full") == 0) return Mode::full;
    return Mode::other;
}

// A vector of ours with its values in a row; null without an exception where NumPy decides.
Ref vector(PyObject* object, bool numbers) {
    Ref array(as_pinned_array(object));
    if (!array || !is_ours(array.get())) return Ref();
    ArrayObject* a = as_array(array.get());
    const bool fits = a->f.nd == 1 || (numbers && a->f.nd == 0);
    if (dtype_of(a) == no_dtype || !fits || element_count(a) == 0 || !values(a)) return Ref();
    return array;
}

// The elements of `data`, which is our own copy, in the other order.
void reverse(ArrayObject* a, npy_intp count) {
    const int size = itemsize(dtype_of(a));
    char item[16];
    for (char *low = a->f.data, *high = low + (count - 1) * size; low < high;
         low += size, high -= size) {
        std::memcpy(item, low, size);
        std::memcpy(low, high, size);
        std::memcpy(high, item, size);
    }
}

Ref conjugated(Ref array) {
    bool unsupported = false;
    PyObject* operands[] = {array.get()};
    Ref result(elementwise(Op::conjugate, operands, 1, nullptr, unsupported));
    return result && values(as_array(result.get())) ? std::move(result) : Ref();  // may be pending
}

Ref slide(Ref long_one, Ref short_one, Mode mode, Dtype dtype) {
    const npy_intp count = element_count(as_array(long_one.get()));
    const npy_intp taps = element_count(as_array(short_one.get()));
    const npy_intp before = mode == Mode::full ? taps - 1 : mode == Mode::same ? taps / 2 : 0;
    const npy_intp results = mode == Mode::full   ? count + taps - 1
                             : mode == Mode::same ? count
                                                  : count - taps + 1;
    Ref result(as_object(new_array(dtype, 1, &results)));
    if (!result) return result;
    const double work = static_cast<double>(results) * static_cast<double>(taps);
    without_lock(multiplication_time * work, [&] {
        backend::correlate(dtype, as_array(long_one.get())->f.data, count,
                           as_array(short_one.get())->f.data, taps, before, results,
                           as_array(result.get())->f.data);
    });
    return result;
}

// Both names: v slides along a; a convolution runs through it backwards and never conjugates.
PyObject* sliding(const char* name, bool convolution, const Arguments& arguments) {
    static const Parameters<3> parameters({"a", "v", "mode"});
    PyObject* argument[3];
    const bool fits = parameters.read(arguments, argument) && argument[0] != nullptr &&
                      argument[1] != nullptr;
    const Mode mode = fits ? read_mode(argument[2], convolution ? Mode::full : Mode::valid)
                           : Mode::other;
    if (mode == Mode::other) return call_numpy(name, arguments);
    Ref a = vector(argument[0], convolution);
    Ref v = a ? vector(argument[1], convolution) : Ref();
    if (!v) return PyErr_Occurred() ? nullptr : call_numpy(name, arguments);
    const Dtype dtype = promote(dtype_of(as_array(a.get())), dtype_of(as_array(v.get())));
    a = in_a_row(as_array(a.get()), dtype);
    v = a ? in_a_row(as_array(v.get()), dtype) : Ref();
    if (v && !convolution && is_complex(dtype)) v = conjugated(std::move(v));
    if (!v) return nullptr;
    const npy_intp taps = element_count(as_array(v.get()));
    const bool swapped = taps > element_count(as_array(a.get()));
    if (swapped) std::swap(a, v);
    if (convolution) {
        v = Ref(as_object(copy_array(as_array(v.get()), dtype, 'C')));
        if (!v) return nullptr;
        reverse(as_array(v.get()), element_count(as_array(v.get())));
    }
    Ref result = slide(std::move(a), std::move(v), mode, dtype);
    if (result && swapped && !convolution) {
        reverse(as_array(result.get()), element_count(as_array(result.get())));
    }
    return result.release();
}

PyObject* function_correlate(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    return sliding("correlate", false, {args, count, names});
}

PyObject* function_convolve(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    return sliding("convolve", true, {args, count, names});
}

}  // namespace

PyMethodDef correlation_functions[] = {
    {"correlate", guarded<function_correlate>(), fast, nullptr},
    {"convolve", guarded<function_convolve>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
