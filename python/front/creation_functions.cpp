// zeros, full, arange …: functions that make arrays.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "backends/backend.h"
#include "front/creation.h"
#include "front/index.h"
#include "front/keywords.h"
#include "front/layout.h"
#include "front/operand.h"
#include "front/state.h"
#include "front/tables.h"

namespace numen::front {
namespace {

// dtype argument: false with an exception set; no_dtype with `ours` false for NumPy's own types.
bool read_dtype(PyObject* object, Dtype fallback, Dtype& dtype) {
    dtype = fallback;
    if (absent(object)) return true;
    if (object == reinterpret_cast<PyObject*>(&PyFloat_Type)) {
        dtype = Dtype::float64;
        return true;
    }
    PyArray_Descr* descr = nullptr;
    if (!PyArray_DescrConverter(object, &descr)) return false;
    dtype = dtype_of(descr);
    Py_DECREF(descr);
    return true;
}

enum class Fill { nothing, zeros, ones };

// zeros, ones, empty: (shape, dtype=float, order='C', *, device=None, like=None).
PyObject* make(const char* name, Fill fill, const Arguments& arguments) {
    static const Parameters<5> parameters({"shape", "dtype", "order", "device", "like"}, 3);
    PyObject* argument[5];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[3]) ||
        given(argument[4])) {
        return call_numpy(name, arguments);
    }
    Dtype dtype;
    char order = 'C';
    int nd;
    npy_intp shape[max_dimensions];
    if (!read_dtype(argument[1], Dtype::float64, dtype)) return nullptr;
    if (dtype == no_dtype) return call_numpy(name, arguments);
    if (given(argument[2]) && !read_order(argument[2], order)) return nullptr;
    if (order == 'K' || order == 'A') return call_numpy(name, arguments);
    if (!read_shape(argument[0], nd, shape)) return nullptr;
    ArrayObject* result = new_array(dtype, nd, shape, order == 'F' ? Order::fortran : Order::c,
                                    fill == Fill::zeros);
    if (result != nullptr && fill == Fill::ones) {
        alignas(16) char one[16] = {}, number = 1;
        backend::copy({one, dtype, 0, nullptr, nullptr},
                      {&number, Dtype::int8, 0, nullptr, nullptr});
        backend::fill(view_of(result), one);
    }
    return as_object(result);
}

PyObject* function_zeros(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("zeros", Fill::zeros, {args, count, names});
}
PyObject* function_ones(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("ones", Fill::ones, {args, count, names});
}
PyObject* function_empty(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return make("empty", Fill::nothing, {args, count, names});
}

// zeros_like, ones_like, empty_like: (a, dtype=None, order='K', subok=True, shape=None).
PyObject* make_like(const char* name, Fill fill, const Arguments& arguments) {
    static const Parameters<6> parameters({"a", "dtype", "order", "subok", "shape", "device"}, 5);
    PyObject* argument[6];
    Dtype dtype;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[2]) ||
        given(argument[4]) || given(argument[5])) {
        return call_numpy(name, arguments);
    }
    Operand operand;
    classify(argument[0], operand);
    if (operand.kind != Kind::array) return call_numpy(name, arguments);
    ArrayObject* a = operand.array;
    if (!read_dtype(argument[1], dtype_of(a), dtype)) return nullptr;
    if (dtype == no_dtype || !(is_c_contiguous(a) || (a->f.flags & NPY_ARRAY_F_CONTIGUOUS))) {
        return call_numpy(name, arguments);
    }
    ArrayObject* result = new_array(dtype, a->f.nd, a->f.dimensions,
                                    is_c_contiguous(a) ? Order::c : Order::fortran,
                                    fill == Fill::zeros);
    if (result != nullptr && fill == Fill::ones) {
        alignas(16) char one[16] = {}, number = 1;
        backend::copy({one, dtype, 0, nullptr, nullptr},
                      {&number, Dtype::int8, 0, nullptr, nullptr});
        backend::fill(view_of(result), one);
    }
    return as_object(result);
}

PyObject* function_zeros_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    return make_like("zeros_like", Fill::zeros, {args, count, names});
}
PyObject* function_ones_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                             PyObject* names) {
    return make_like("ones_like", Fill::ones, {args, count, names});
}
PyObject* function_empty_like(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    return make_like("empty_like", Fill::nothing, {args, count, names});
}

// full(shape, fill_value, dtype=None, order='C').
PyObject* function_full(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters(
        {"shape", "fill_value", "dtype", "order", "device", "like"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[6];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == nullptr || given(argument[3]) || given(argument[4]) ||
        given(argument[5])) {
        return call_numpy("full", arguments);
    }
    Operand value;
    classify(argument[1], value);
    if (value.kind == Kind::foreign || value.ndim() != 0) return call_numpy("full", arguments);
    const Dtype natural = is_weak(value.kind) ? weak_dtype(value.kind, no_dtype) : value.dtype;
    Dtype dtype;
    int nd;
    npy_intp shape[max_dimensions];
    if (!read_dtype(argument[2], natural, dtype)) return nullptr;
    if (dtype == no_dtype) return call_numpy("full", arguments);
    if (!read_shape(argument[0], nd, shape)) return nullptr;
    Ref result(as_object(new_array(dtype, nd, shape)));
    if (!result || set_item(result.get(), Py_Ellipsis, argument[1]) < 0) return nullptr;
    return result.release();
}

// arange of Python ints or floats, computed as start + i*((start+step)-start), as NumPy does.
template <class T>
PyObject* ramp(Dtype dtype, npy_intp length, T start, T delta) {
    ArrayObject* result = new_array(dtype, 1, &length);
    if (result == nullptr) return nullptr;
    T* data = reinterpret_cast<T*>(result->f.data);
    for (npy_intp i = 0; i < length; ++i) data[i] = start + static_cast<T>(i) * delta;
    return as_object(result);
}

PyObject* raise_too_long() {
    PyErr_SetString(PyExc_ValueError, "Maximum allowed size exceeded");
    return nullptr;
}

PyObject* integer_range(long long start, long long stop, long long step) {
    const __int128 span = static_cast<__int128>(stop) - start;
    __int128 length = step > 0 ? (span + step - 1) / step : (span + step + 1) / step;
    if (length < 0 || (span > 0) != (step > 0)) length = 0;
    if (length > std::numeric_limits<npy_intp>::max()) return raise_too_long();
    // Unsigned: a distance between two integers may be larger than the largest of them.
    return ramp<std::uint64_t>(Dtype::int64, static_cast<npy_intp>(length), start, step);
}

PyObject* float_range(double start, double stop, double step) {
    const double length = std::ceil((stop - start) / step);
    if (!(length < 9.0e18)) return raise_too_long();
    const double second = start + step;
    return ramp<double>(Dtype::float64, length <= 0 ? 0 : static_cast<npy_intp>(length), start,
                        second - start);
}

PyObject* function_arange(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    if (names != nullptr || count < 1 || count > 3) return call_numpy("arange", arguments);
    bool integers = true;
    double real[3] = {0.0, 0.0, 1.0};
    long long whole[3] = {0, 0, 1};
    for (Py_ssize_t i = 0; i < count; ++i) {
        const Py_ssize_t place = count == 1 ? 1 : i;
        if (PyLong_CheckExact(args[i])) {
            whole[place] = PyLong_AsLongLong(args[i]);
            if (whole[place] == -1 && PyErr_Occurred()) {
                PyErr_Clear();
                return call_numpy("arange", arguments);
            }
            real[place] = static_cast<double>(whole[place]);
        } else if (PyFloat_CheckExact(args[i])) {
            integers = false;
            real[place] = PyFloat_AS_DOUBLE(args[i]);
        } else {
            return call_numpy("arange", arguments);
        }
    }
    if (real[2] == 0.0 || !std::isfinite(real[0] + real[1] + real[2])) {
        return call_numpy("arange", arguments);
    }
    return integers ? integer_range(whole[0], whole[1], whole[2])
                    : float_range(real[0], real[1], real[2]);
}

#define NUMEN_FAST(FUNCTION) \
    reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(FUNCTION))
constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

}  // namespace

PyMethodDef creation_functions[] = {
    {"zeros", NUMEN_FAST(function_zeros), fast, nullptr},
    {"ones", NUMEN_FAST(function_ones), fast, nullptr},
    {"empty", NUMEN_FAST(function_empty), fast, nullptr},
    {"full", NUMEN_FAST(function_full), fast, nullptr},
    {"zeros_like", NUMEN_FAST(function_zeros_like), fast, nullptr},
    {"ones_like", NUMEN_FAST(function_ones_like), fast, nullptr},
    {"empty_like", NUMEN_FAST(function_empty_like), fast, nullptr},
    {"arange", NUMEN_FAST(function_arange), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
