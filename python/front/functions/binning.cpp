#include "front/functions/binning.h"

#include <cstring>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/operand.h"

namespace numen::front {
namespace {

constexpr double element_cost = 5;  // nanoseconds

// `object` as an array of ours with its values in a row and of the given type. Null without an
// exception for what NumPy has to judge.
Ref row_of(PyObject* object, Dtype dtype) {
    Ref array(as_numen_array(object));
    if (!array || !is_ours(array.get())) return Ref();
    ArrayObject* a = as_array(array.get());
    const Dtype given = dtype_of(a);
    if (given == no_dtype || (is_complex(given) && !is_complex(dtype))) return Ref();
    return in_a_row(a, dtype);
}

PyObject* not_implemented() {
    if (PyErr_Occurred()) return nullptr;
    Py_RETURN_NOTIMPLEMENTED;
}

bool is_complex_array(PyObject* object) {
    return is_ours(object) && dtype_of(as_array(object)) != no_dtype &&
           is_complex(dtype_of(as_array(object)));
}

// Among complex values others than these warn, or are refused, for their imaginary part.
bool is_plain_end(PyObject* object) {
    return object == Py_None || PyComplex_Check(object) || is_real_number(object);
}

// The value beyond one end: the given number, else the value at that end's knot.
bool read_end(PyObject* object, const char* knot, bool complex, double (&value)[2]) {
    if (object == Py_None) {
        std::memcpy(value, knot, complex ? 16 : 8);
        return true;
    }
    if (complex) {
        const Py_complex number = PyComplex_AsCComplex(object);
        value[0] = number.real;
        value[1] = number.imag;
    } else {
        value[0] = PyFloat_AsDouble(object);
    }
    return PyErr_Occurred() == nullptr;
}

}  // namespace

PyObject* interpolate(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "interpolate: needs x, xp, fp, left, right");
        return nullptr;
    }
    Ref ordinates(as_numen_array(args[2]));
    if (!ordinates) return nullptr;
    const bool complex = is_complex_array(ordinates.get());
    if (complex && !(is_plain_end(args[3]) && is_plain_end(args[4]))) return not_implemented();
    const Dtype dtype = complex ? Dtype::complex128 : Dtype::float64;
    Ref x = row_of(args[0], Dtype::float64);
    if (!x) return not_implemented();
    Ref xp = row_of(args[1], Dtype::float64);
    if (!xp) return not_implemented();
    Ref fp = row_of(ordinates.get(), dtype);
    if (!fp) return not_implemented();
    ArrayObject *at = as_array(x.get()), *knots = as_array(xp.get()), *known = as_array(fp.get());
    if (knots->f.nd != 1 || known->f.nd != 1 || knots->f.dimensions[0] == 0 ||
        knots->f.dimensions[0] != known->f.dimensions[0]) {
        return not_implemented();
    }
    const npy_intp knot_count = knots->f.dimensions[0];
    double left[2], right[2];
    const char* last = known->f.data + (knot_count - 1) * itemsize(dtype);
    if (!read_end(args[3], known->f.data, complex, left) ||
        !read_end(args[4], last, complex, right)) {
        return nullptr;
    }
    alignas(16) char value[16];
    const npy_intp total = element_count(at);
    Ref result(at->f.nd == 0 ? nullptr : as_object(new_array(dtype, at->f.nd, at->f.dimensions)));
    if (at->f.nd != 0 && !result) return nullptr;
    const backend::Interpolation task{
        reinterpret_cast<const double*>(at->f.data), total,
        reinterpret_cast<const double*>(knots->f.data), known->f.data, knot_count, left, right,
        complex, result ? as_array(result.get())->f.data : value};
    without_lock(element_cost * static_cast<double>(total), [&] { backend::interpolate(task); });
    return result ? result.release() : make_scalar(dtype, value);
}

PyObject* count_in_bins(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 7 || !is_ours(args[0]) || !is_ours(args[1])) {
        PyErr_SetString(PyExc_TypeError, "count_in_bins: needs data, edges, first, last, width, "
                                         "wide, weights");
        return nullptr;
    }
    const Dtype dtype = dtype_of(as_array(args[0]));
    const bool single = dtype == Dtype::float32;
    Ref data = row_of(args[0], dtype), edges = row_of(args[1], dtype);
    if (!data || !edges || (!single && dtype != Dtype::float64)) return not_implemented();
    const double first = PyFloat_AsDouble(args[2]), last = PyFloat_AsDouble(args[3]);
    const double width = PyFloat_AsDouble(args[4]);
    if (PyErr_Occurred()) return nullptr;
    const npy_intp total = element_count(as_array(data.get()));
    Ref weights;
    if (args[6] != Py_None) {
        weights = row_of(args[6], Dtype::float64);
        if (!weights || element_count(as_array(weights.get())) != total) return not_implemented();
    }
    const npy_intp bins = element_count(as_array(edges.get())) - 1;
    Ref result(as_object(new_array(weights ? Dtype::float64 : Dtype::int64, 1, &bins, Order::c,
                                   true)));
    if (!result) return nullptr;
    const backend::BinCount task{
        as_array(data.get())->f.data, total, as_array(edges.get())->f.data, bins, first, last,
        width, single, args[5] == Py_True,
        weights ? reinterpret_cast<const double*>(as_array(weights.get())->f.data) : nullptr,
        as_array(result.get())->f.data};
    Status status = status_ok;
    without_lock(element_cost * static_cast<double>(total),
                 [&] { status = backend::count_in_bins(task); });
    return status & status_no_memory ? PyErr_NoMemory() : result.release();
}

}  // namespace numen::front
