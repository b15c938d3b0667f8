// arange.
#include <cmath>
#include <cstring>
#include <limits>

#include "front/array/elements.h"
#include "front/array/object.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

// start + i * (second - start) in the element type, as NumPy goes on from the first two elements,
// which are given: the difference may be rounded, and start + 0 is no negative zero.
template <class T> PyObject* ramp(Dtype dtype, npy_intp length, T start, T second) {
    ArrayObject* result = new_array(dtype, 1, &length);
    if (result == nullptr || length == 0) return as_object(result);
    const T delta = static_cast<T>(second - start);
    without_lock(pass_time(length, dtype),
                 [&] { backend::ramp(dtype, result->f.data, length, &start, &delta); });
    const T first_two[] = {start, second};
    const npy_intp given = length > 1 ? 2 : 1;
    std::memcpy(result->f.data, first_two, static_cast<std::size_t>(given) * sizeof start);
    return as_object(result);
}

// Python numbers; `whole` counts if `integers`, of start and stop if `bounds_are_integers`.
struct Range {
    double start = 0.0, stop = 0.0, step = 1.0;
    long long whole_start = 0, whole_stop = 0, whole_step = 1;
    bool integers = true, bounds_are_integers = true;

    // The number of elements, -1 where NumPy decides. NumPy subtracts and divides the Python
    // numbers: the difference of two integers is exact.
    npy_intp length() const {
        if (integers) return length_of_integers();
        const double span = bounds_are_integers
            ? static_cast<double>(static_cast<__int128>(whole_stop) - whole_start)
            : stop - start;
        const double steps = span / step;
        if (steps == 0.0 && span != 0.0) return std::signbit(steps) ? 0 : 1;  // underflow
        if (!(std::fabs(steps) < 0x1p60)) return -1;  // refused, in NumPy's words
        return steps <= 0.0 ? 0 : static_cast<npy_intp>(std::ceil(steps));
    }

    // Beyond 2**53 Python's quotient rounds.
    npy_intp length_of_integers() const {
        constexpr long long limit = 1LL << 53;
        long long span;
        if (__builtin_sub_overflow(whole_stop, whole_start, &span) || span < -limit ||
            span > limit) {
            return -1;
        }
        if (span == 0 || (span > 0) != (whole_step > 0)) return 0;
        return span / whole_step + (span % whole_step != 0);
    }
};

// False where NumPy decides.
bool read_number(PyObject* object, double& real, long long& whole, bool& integers) {
    if (PyLong_CheckExact(object)) {
        whole = PyLong_AsLongLong(object);
        if (whole == -1 && PyErr_Occurred()) return forget_error(), false;
        real = static_cast<double>(whole);
        return true;
    }
    if (!PyFloat_CheckExact(object)) return false;
    integers = false;
    real = PyFloat_AS_DOUBLE(object);
    return true;
}

bool read_range(PyObject* const (&argument)[6], bool is_named, Range& range) {
    PyObject* start = argument[0];
    PyObject* stop = argument[1];
    if (absent(stop)) {
        if (is_named) return false;
        stop = start;
        start = nullptr;
    } else if (start == Py_None) {  // which only an absent stop may be
        return false;
    }
    if (absent(stop) || !read_number(stop, range.stop, range.whole_stop, range.integers)) {
        return false;
    }
    if (given(start) &&
        !read_number(start, range.start, range.whole_start, range.integers)) {
        return false;
    }
    range.bounds_are_integers = range.integers;
    if (given(argument[2]) &&
        !read_number(argument[2], range.step, range.whole_step, range.integers)) {
        return false;
    }
    return range.step != 0.0 && std::isfinite(range.start + range.stop + range.step);
}

// The element type that is asked for; no_dtype where NumPy decides, error: exception set.
Read read_type(PyObject* object, bool integers, Dtype& dtype) {
    if (absent(object)) {
        dtype = integers ? Dtype::int64 : Dtype::float64;
        return Read::ok;
    }
    if (object == reinterpret_cast<PyObject*>(&PyFloat_Type)) {
        dtype = Dtype::float64;
    } else if (object == reinterpret_cast<PyObject*>(&PyLong_Type)) {
        dtype = Dtype::int64;
    } else if (!read_dtype(object, dtype)) {
        return Read::error;
    }
    if (dtype == Dtype::float64 || dtype == Dtype::float32) return Read::ok;
    return integers && (dtype == Dtype::int64 || dtype == Dtype::int32) ? Read::ok : Read::numpy;
}

bool fits_int32(__int128 number) {
    return number >= std::numeric_limits<std::int32_t>::min() &&
           number <= std::numeric_limits<std::int32_t>::max();
}

PyObject* function_arange(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<6> parameters({"start", "stop", "step", "dtype", "device", "like"}, 4);
    const Arguments arguments{args, count, names};
    PyObject* argument[6];
    Range range;
    if (!parameters.read(arguments, argument) || given(argument[4]) || given(argument[5]) ||
        !read_range(argument, count == 0, range)) {
        return call_numpy("arange", arguments);
    }
    Dtype dtype;
    switch (read_type(argument[3], range.integers, dtype)) {
        case Read::error: return nullptr;
        case Read::numpy: return call_numpy("arange", arguments);
        case Read::ok: break;
    }
    const npy_intp length = range.length();
    if (length < 0) return call_numpy("arange", arguments);
    if (dtype == Dtype::float64 || dtype == Dtype::float32) {
        const double second = range.integers
            ? static_cast<double>(static_cast<__int128>(range.whole_start) + range.whole_step)
            : range.start + range.step;
        if (dtype == Dtype::float64) {
            return ramp(dtype, length, range.start, second);
        }
        const float start = static_cast<float>(range.start);
        if (!std::isfinite(start + static_cast<float>(second))) {
            return call_numpy("arange", arguments);
        }
        return ramp(dtype, length, start, static_cast<float>(second));
    }
    // Unsigned: a distance between two integers may be larger than the largest of them.
    const auto start = static_cast<std::uint64_t>(range.whole_start);
    const auto next = start + static_cast<std::uint64_t>(range.whole_step);
    if (dtype == Dtype::int64) return ramp(dtype, length, start, next);
    const __int128 second = static_cast<__int128>(range.whole_start) + range.whole_step;
    if (!fits_int32(range.whole_start) || (length > 1 && !fits_int32(second))) {
        return call_numpy("arange", arguments);  // refuses in its own words
    }
    return ramp(dtype, length, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(next));
}

}  // namespace

PyMethodDef range_functions[] = {
    {"arange", guarded<function_arange>(),
     fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
