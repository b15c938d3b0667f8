#include "front/call/operand.h"

#include <cmath>
#include <cstring>

#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "ops/signature.h"

namespace numen::front {

PyTypeObject* scalar_types[dtype_count];

namespace {

bool read_scalar(PyObject* object, Number& number) {
    PyTypeObject* type = Py_TYPE(object);
    for (int i = 0; i < dtype_count; ++i) {
        if (type != scalar_types[i]) continue;
        number.kind = Kind::scalar;
        number.dtype = static_cast<Dtype>(i);
        copy_element(number.value, scalar_value(object), number.dtype);
        return true;
    }
    return false;
}

template <class T> void put(Number& number, T value) {
    std::memcpy(number.value, &value, sizeof value);
}

template <class T> Bound put_integer(Number& number, long long value) {
    if (static_cast<T>(value) != value || (std::is_unsigned_v<T> && value < 0)) {
        return Bound::out_of_range;
    }
    put(number, static_cast<T>(value));
    return Bound::ok;
}

Bound bind_integer(Number& number, Dtype dtype) {
    int overflow;
    const long long value = PyLong_AsLongLongAndOverflow(number.object, &overflow);
    if (overflow != 0) {
        if (dtype != Dtype::uint64 || overflow < 0) return Bound::out_of_range;
        const unsigned long long large = PyLong_AsUnsignedLongLong(number.object);
        if (PyErr_Occurred()) {
            forget_error();
            return Bound::out_of_range;
        }
        put(number, large);
        return Bound::ok;
    }
    switch (dtype) {
        case Dtype::int8: return put_integer<std::int8_t>(number, value);
        case Dtype::uint8: return put_integer<std::uint8_t>(number, value);
        case Dtype::int16: return put_integer<std::int16_t>(number, value);
        case Dtype::uint16: return put_integer<std::uint16_t>(number, value);
        case Dtype::int32: return put_integer<std::int32_t>(number, value);
        case Dtype::uint32: return put_integer<std::uint32_t>(number, value);
        case Dtype::int64: put(number, value); return Bound::ok;
        default:
            if (value < 0) return Bound::out_of_range;
            put(number, static_cast<unsigned long long>(value));
            return Bound::ok;
    }
}

template <class T> Status put_real(Number& number, double value) {
    const T rounded = static_cast<T>(value);
    put(number, rounded);
    return std::isinf(static_cast<double>(rounded)) && !std::isinf(value) ? status_overflow
                                                                          : status_ok;
}

Status put_number(Number& number, Dtype dtype, double real, double imaginary) {
    switch (dtype) {
        case Dtype::float16: return put_real<Half>(number, real);
        case Dtype::float32: return put_real<float>(number, real);
        case Dtype::float64: put(number, real); return status_ok;
        case Dtype::complex64: {
            const Status status = put_real<float>(number, imaginary) |
                                  put_real<float>(number, real);
            put(number, Complex64(static_cast<float>(real), static_cast<float>(imaginary)));
            return status;
        }
        default: put(number, Complex128(real, imaginary)); return status_ok;
    }
}

}  // namespace

void classify_number(PyObject* object, Number& number) {
    number.object = object;
    PyTypeObject* type = Py_TYPE(object);
    if (type == &PyFloat_Type) {
        number.kind = Kind::weak_float;
    } else if (type == &PyLong_Type) {
        number.kind = Kind::weak_int;
    } else if (type == &PyBool_Type) {
        number.kind = Kind::scalar;
        number.dtype = Dtype::boolean;
        number.value[0] = object == Py_True;
    } else if (type == &PyComplex_Type) {
        number.kind = Kind::weak_complex;
    } else if (!read_scalar(object, number)) {
        number.kind = Kind::foreign;
    }
}

void classify(PyObject* object, Operand& operand) {
    PyTypeObject* type = Py_TYPE(object);
    if (type != &PyArray_Type && type != &Managed) return classify_number(object, operand);
    operand.object = object;
    operand.array = as_array(object);
    operand.dtype = dtype_of(operand.array);
    operand.kind = operand.dtype == no_dtype ? Kind::foreign : Kind::array;
    if (operand.kind == Kind::array) operand.layout = Layout(operand.array);
}

bool classify_converting(PyObject* object, Operand& operand) {
    classify(object, operand);
    if (operand.kind != Kind::foreign || !is_plain_list(object)) {
        return true;
    }
    operand.owned = Ref(array_from_object(object, nullptr));
    if (!operand.owned) return false;
    if (!is_ours(operand.owned.get())) return true;
    operand.array = as_array(operand.owned.get());
    operand.dtype = dtype_of(operand.array);
    if (operand.dtype == no_dtype) return true;
    operand.kind = Kind::array;
    operand.layout = Layout(operand.array);
    return true;
}

bool classify_pinned(PyObject* object, Operand& operand) {
    if (!classify_converting(object, operand)) return false;
    if (operand.kind != Kind::array) return true;
    Ref own = pinned(as_object(operand.array));
    if (!own) return false;
    operand.owned = std::move(own);
    operand.array = as_array(operand.owned.get());
    operand.layout = Layout(operand.array);
    return true;
}

bool has_its_own_say(PyObject* object) {
    if (is_array(object) || is_plain_list(object)) return false;
    Number number;
    classify_number(object, number);
    return number.kind == Kind::foreign;
}

Dtype weak_dtype(Kind kind, Dtype other) {
    if (other == no_dtype || other == Dtype::boolean) {
        return kind == Kind::weak_int     ? Dtype::int64
               : kind == Kind::weak_float ? Dtype::float64
                                          : Dtype::complex128;
    }
    if (kind == Kind::weak_int || is_complex(other)) return other;
    if (kind == Kind::weak_float) return is_integer(other) ? Dtype::float64 : other;
    return other == Dtype::float16 || other == Dtype::float32 ? Dtype::complex64
                                                              : Dtype::complex128;
}

Bound bind_weak(Number& number, Dtype dtype, Status& status) {
    number.dtype = dtype;
    if (number.kind == Kind::weak_int) {
        if (is_integer(dtype)) return bind_integer(number, dtype);
        const double value = PyLong_AsDouble(number.object);
        if (value == -1.0 && PyErr_Occurred()) return Bound::error;
        status |= put_number(number, dtype, value, 0.0);
    } else if (number.kind == Kind::weak_float) {
        status |= put_number(number, dtype, PyFloat_AS_DOUBLE(number.object), 0.0);
    } else {
        const Py_complex value = reinterpret_cast<PyComplexObject*>(number.object)->cval;
        status |= put_number(number, dtype, value.real, value.imag);
    }
    return Bound::ok;
}

namespace {

template <class Bits> bool is_signaling(const char* bytes, Bits infinity, Bits quiet) {
    Bits number;
    std::memcpy(&number, bytes, sizeof number);
    const Bits magnitude = number & static_cast<Bits>(~(Bits{1} << (8 * sizeof number - 1)));
    return magnitude > infinity && (number & quiet) == 0;
}

}  // namespace

bool holds_signaling_nan(Dtype dtype, const char* bytes) {
    if (is_complex(dtype)) {
        const Dtype part = real_part(dtype);
        return holds_signaling_nan(part, bytes) ||
               holds_signaling_nan(part, bytes + itemsize(part));
    }
    switch (dtype) {
        case Dtype::float16: return is_signaling<std::uint16_t>(bytes, 0x7C00, 0x0200);
        case Dtype::float32: return is_signaling<std::uint32_t>(bytes, 0x7F800000, 0x00400000);
        case Dtype::float64:
            return is_signaling<std::uint64_t>(bytes, 0x7FF0000000000000, 0x0008000000000000);
        default: return false;
    }
}

PyObject* make_scalar(Dtype dtype, const char* data) {
    if (dtype == Dtype::boolean) PyArrayScalar_RETURN_BOOL_FROM_LONG(*data != 0);
    PyTypeObject* type = scalar_types[static_cast<int>(dtype)];
    auto* scalar = static_cast<PyObject*>(PyObject_Malloc(type->tp_basicsize));
    if (scalar == nullptr) return PyErr_NoMemory();
    begin_object(scalar, type);
    copy_element(const_cast<char*>(scalar_value(scalar)), data, dtype);
    return scalar;
}

bool prepare_operands() {
    PyTypeObject* types[dtype_count] = {
        &PyBoolArrType_Type,   &PyByteArrType_Type,  &PyUByteArrType_Type,  &PyShortArrType_Type,
        &PyUShortArrType_Type, &PyIntArrType_Type,   &PyUIntArrType_Type,   &PyLongArrType_Type,
        &PyULongArrType_Type,  &PyHalfArrType_Type,  &PyFloatArrType_Type,  &PyDoubleArrType_Type,
        &PyCFloatArrType_Type, &PyCDoubleArrType_Type};
    std::memcpy(scalar_types, types, sizeof types);
    return true;
}

}  // namespace numen::front
