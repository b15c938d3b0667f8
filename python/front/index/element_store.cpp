// One number on its way into one element. What NumPy stores without an error, a warning or a report
// of the floating-point status is stored here; what it has more to say about goes the general way.
#include "front/index/element_store.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/element_key.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

template <class T> bool put(T value, char* bytes) {
    std::memcpy(bytes, &value, sizeof value);
    return true;
}

template <class T> T loaded(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T> bool put_integer(std::int64_t value, char* bytes) {
    return std::in_range<T>(value) && put(static_cast<T>(value), bytes);
}

// The smallest normal number and the largest one.
template <class T> constexpr double least_normal = std::numeric_limits<T>::min();
template <class T> constexpr double largest = std::numeric_limits<T>::max();
template <> constexpr double least_normal<Half> = 0x1p-14;
template <> constexpr double largest<Half> = 65504;

// False for what is so large or small that rounding it may be reported. NaN does not signal here.
template <class T> bool put_rounded(double value, char* bytes) {
    const double size = std::fabs(value);
    const bool is_normal = size > least_normal<T> && size <= largest<T>;
    if (!is_normal && size != 0.0 && std::isfinite(value)) return false;
    return put(static_cast<T>(value), bytes);
}

template <class Part> bool put_complex(double real, double imaginary, char* bytes) {
    return put_rounded<Part>(real, bytes) && put_rounded<Part>(imaginary, bytes + sizeof(Part));
}

// Towards zero, as Python's int() rounds. False for what the type does not hold, and for NaN.
template <class T> bool put_truncated(double value, char* bytes) {
    constexpr auto least = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double beyond = static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2.0;
    return value >= least && value < beyond && put(static_cast<T>(value), bytes);
}

bool from_real(double value, Dtype dtype, char* bytes) {
    switch (dtype) {
        case Dtype::boolean: return put(value != 0.0, bytes);
        case Dtype::int8: return put_truncated<std::int8_t>(value, bytes);
        case Dtype::uint8: return put_truncated<std::uint8_t>(value, bytes);
        case Dtype::int16: return put_truncated<std::int16_t>(value, bytes);
        case Dtype::uint16: return put_truncated<std::uint16_t>(value, bytes);
        case Dtype::int32: return put_truncated<std::int32_t>(value, bytes);
        case Dtype::uint32: return put_truncated<std::uint32_t>(value, bytes);
        case Dtype::int64: return put_truncated<std::int64_t>(value, bytes);
        case Dtype::uint64: return put_truncated<std::uint64_t>(value, bytes);
        case Dtype::float16: return put_rounded<Half>(value, bytes);
        case Dtype::float32: return put_rounded<float>(value, bytes);
        case Dtype::float64: return put(value, bytes);
        case Dtype::complex64: return put_complex<float>(value, 0.0, bytes);
        case Dtype::complex128: return put(Complex128(value, 0.0), bytes);
        default: return false;
    }
}

// As a double, which NumPy makes of Python's integers on their way into floating-point types, and
// not of its own: of so few digits that this makes no difference.
bool from_integer_as_real(std::int64_t value, Dtype dtype, char* bytes) {
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    const bool is_exact = value <= limit && value >= -limit;
    return is_exact && from_real(static_cast<double>(value), dtype, bytes);
}

bool from_integer(std::int64_t value, Dtype dtype, char* bytes) {
    switch (dtype) {
        case Dtype::boolean: return put(value != 0, bytes);
        case Dtype::int8: return put_integer<std::int8_t>(value, bytes);
        case Dtype::uint8: return put_integer<std::uint8_t>(value, bytes);
        case Dtype::int16: return put_integer<std::int16_t>(value, bytes);
        case Dtype::uint16: return put_integer<std::uint16_t>(value, bytes);
        case Dtype::int32: return put_integer<std::int32_t>(value, bytes);
        case Dtype::uint32: return put_integer<std::uint32_t>(value, bytes);
        case Dtype::int64: return put(value, bytes);
        case Dtype::uint64: return put_integer<std::uint64_t>(value, bytes);
        default: return from_integer_as_real(value, dtype, bytes);
    }
}

bool from_complex(Complex128 value, Dtype dtype, char* bytes) {
    if (dtype == Dtype::complex128) return put(value, bytes);
    return dtype == Dtype::complex64 && put_complex<float>(value.real(), value.imag(), bytes);
}

// A number of one type as one of another.
bool from_typed(Dtype natural, const char* value, Dtype dtype, char* bytes) {
    npy_intp integer;
    if (load_integer(natural, value, integer)) return from_integer(integer, dtype, bytes);
    if (holds_signaling_nan(natural, value)) return false;
    switch (natural) {
        case Dtype::boolean: return from_integer(*value != 0, dtype, bytes);
        case Dtype::float16:
            return from_real(static_cast<double>(loaded<Half>(value)), dtype, bytes);
        case Dtype::float32: return from_real(loaded<float>(value), dtype, bytes);
        case Dtype::float64: return from_real(loaded<double>(value), dtype, bytes);
        case Dtype::complex64:
            return from_complex(Complex128(loaded<Complex64>(value)), dtype, bytes);
        case Dtype::complex128: return from_complex(loaded<Complex128>(value), dtype, bytes);
        default: return false;
    }
}

// NumPy's scalars, and its arrays without axes.
bool read_typed(PyObject* object, Dtype dtype, char* bytes) {
    Number number;
    const char* value = number.value;
    if (is_exposed(object)) {
        if (as_array(object)->f.nd != 0) return false;
        number.dtype = dtype_of(as_array(object));
        value = as_array(object)->f.data;
    } else {
        classify_number(object, number);
        if (number.kind != Kind::scalar) return false;
    }
    if (number.dtype != dtype) return from_typed(number.dtype, value, dtype, bytes);
    copy_element(bytes, value, dtype);
    return true;
}

}  // namespace

bool read_number(PyObject* object, Dtype dtype, char* bytes) {
    PyTypeObject* type = Py_TYPE(object);
    if (is_scalar_of(object, dtype)) {
        copy_element(bytes, scalar_value(object), dtype);
        return true;
    }
    if (type == &PyFloat_Type) {
        const double value = PyFloat_AS_DOUBLE(object);
        return dtype == Dtype::float64
                   ? put(value, bytes)
                   : from_typed(Dtype::float64, reinterpret_cast<const char*>(&value), dtype,
                                bytes);
    }
    if (type == &PyLong_Type) {
        npy_intp value;
        return read_integer_exactly(object, value) && from_integer(value, dtype, bytes);
    }
    if (type == &PyComplex_Type) {
        const auto* value = &reinterpret_cast<PyComplexObject*>(object)->cval;
        return from_typed(Dtype::complex128, reinterpret_cast<const char*>(value), dtype, bytes);
    }
    return read_typed(object, dtype, bytes);
}

int store_element(ArrayObject* a, PyObject* key, PyObject* value) {
    const KeyItems items(key);
    npy_intp offset;
    if (!items.name_element(a) || !is_plainly_writeable(a) || !read_offset(a, items, offset)) {
        return 1;
    }
    const Dtype dtype = dtype_of(a);
    alignas(16) char bytes[16];
    if (!read_number(value, dtype, bytes)) return 1;
    const bool is_shared = is_managed(as_object(a));
    if (is_shared) {
        if (!prepare_write(a)) return -1;
        // The warnings of what was computed run the program's code, which may change the layout.
        if (dtype_of(a) != dtype || !is_plainly_writeable(a) || !items.name_element(a) ||
            !read_offset(a, items, offset)) {
            return 1;
        }
    }
    if (is_watching) [[unlikely]] count_element("written");
    copy_element(a->f.data + offset, bytes, dtype);
    if (is_shared) end_write(a);
    return 0;
}

}  // namespace numen::front
