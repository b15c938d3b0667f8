// Quick paths of composites that ask something about arrays: their shape, type, kind of numbers.
#include <algorithm>
#include <cstdint>

#include "backends/backend.h"
#include "front/array/asked_type.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/fallback.h"
#include "front/call/operand.h"
#include "front/call/promotion.h"
#include "front/composite/composite.h"
#include "ops/operation.h"

namespace numen::front {
namespace {

constexpr npy_intp few = 4096;  // more elements are counted by the engine

// The only argument as an array of ours and of one of our types; null for any other call.
ArrayObject* only_array(PyObject* const* args, Py_ssize_t count) {
    if (count != 1 || !is_ours(args[0])) return nullptr;
    return dtype_of(as_array(args[0])) == no_dtype ? nullptr : as_array(args[0]);
}

PyObject* quick_ndim(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    return a == nullptr ? nullptr : PyLong_FromLong(a->f.nd);
}

PyObject* quick_shape(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    return a == nullptr ? nullptr : PyArray_IntTupleFromIntp(a->f.nd, a->f.dimensions);
}

PyObject* quick_size(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    return a == nullptr ? nullptr : PyLong_FromSsize_t(element_count(a));
}

PyObject* quick_real(PyObject* const* args, Py_ssize_t count) {
    static PyObject* const name = PyUnicode_InternFromString("real");
    return only_array(args, count) == nullptr ? nullptr : PyObject_GetAttr(args[0], name);
}

PyObject* quick_imag(PyObject* const* args, Py_ssize_t count) {
    static PyObject* const name = PyUnicode_InternFromString("imag");
    return only_array(args, count) == nullptr ? nullptr : PyObject_GetAttr(args[0], name);
}

PyObject* quick_iscomplexobj(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    return a == nullptr ? nullptr : PyBool_FromLong(is_complex(dtype_of(a)));
}

PyObject* quick_isrealobj(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    return a == nullptr ? nullptr : PyBool_FromLong(!is_complex(dtype_of(a)));
}

PyObject* quick_isfortran(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    if (a == nullptr) return nullptr;
    return PyBool_FromLong((a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a));
}

PyObject* quick_isscalar(PyObject* const* args, Py_ssize_t count) {
    if (only_array(args, count) != nullptr) Py_RETURN_FALSE;
    if (count != 1) return nullptr;
    PyTypeObject* type = Py_TYPE(args[0]);
    const bool is_pythons = type == &PyFloat_Type || type == &PyLong_Type ||
                            type == &PyBool_Type || type == &PyComplex_Type ||
                            type == &PyUnicode_Type || type == &PyBytes_Type;
    return is_pythons || PyArray_IsScalar(args[0], Generic) ? Py_NewRef(Py_True) : nullptr;
}

PyObject* as_type(Dtype dtype) {
    return Py_NewRef(reinterpret_cast<PyObject*>(descr_of(dtype)));
}

// A dtype by the object that names it, if there can be no doubt; borrowed from NumPy or new.
Dtype named_type(PyObject* object) {
    if (PyArray_DescrCheck(object)) return asked_type(reinterpret_cast<PyArray_Descr*>(object));
    if (is_ours(object)) return dtype_of(as_array(object));
    if (!PyUnicode_CheckExact(object) && !PyType_Check(object)) return no_dtype;
    Dtype dtype = no_dtype;
    if (!read_dtype(object, dtype)) leave_to_numpy();
    return dtype;
}

PyObject* quick_result_type(PyObject* const* args, Py_ssize_t count) {
    Promotion promotion;
    Kind weak = Kind::foreign;
    for (Py_ssize_t i = 0; i < count; ++i) {
        const bool is_int = PyLong_CheckExact(args[i]);
        if (is_int || PyFloat_CheckExact(args[i])) {
            const Kind kind = is_int ? Kind::weak_int : Kind::weak_float;
            weak = weak == Kind::foreign ? kind : std::max(weak, kind);
            continue;
        }
        const Dtype dtype = named_type(args[i]);
        if (dtype == no_dtype) return nullptr;
        promotion.meet(dtype);
    }
    const Dtype strong = promotion.result();
    if (strong == no_dtype) return nullptr;
    return as_type(weak == Kind::foreign ? strong : promote(strong, weak_dtype(weak, strong)));
}

PyObject* quick_can_cast(PyObject* const* args, Py_ssize_t count) {
    if (count != 2) return nullptr;
    const Dtype from = named_type(args[0]);
    const Dtype to = from == no_dtype ? no_dtype : named_type(args[1]);
    if (to == no_dtype || is_ours(args[1])) return nullptr;
    return PyBool_FromLong(can_cast_safe(from, to));
}

// Of an array with axes its type; of a Python int the narrowest that holds it.
PyObject* quick_min_scalar_type(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    if (a != nullptr) return a->f.nd > 0 ? as_type(dtype_of(a)) : nullptr;
    int overflow = 0;
    if (count != 1 || !PyLong_CheckExact(args[0])) return nullptr;
    const long long value = PyLong_AsLongLongAndOverflow(args[0], &overflow);
    if (overflow != 0) return nullptr;
    // Beyond 32 bits NumPy picks one of two types of that width.
    if (value > UINT32_MAX || value < INT32_MIN) return nullptr;
    if (value >= 0) {
        return as_type(value <= UINT8_MAX    ? Dtype::uint8
                       : value <= UINT16_MAX ? Dtype::uint16
                                             : Dtype::uint32);
    }
    return as_type(value >= INT8_MIN    ? Dtype::int8
                   : value >= INT16_MIN ? Dtype::int16
                                        : Dtype::int32);
}

// The class of the widest floating or complex type; whole numbers count as float64.
PyObject* quick_common_type(PyObject* const* args, Py_ssize_t count) {
    Dtype found = Dtype::float16;
    for (Py_ssize_t i = 0; i < count; ++i) {
        ArrayObject* a = only_array(args + i, 1);
        if (a == nullptr || is_boolean(dtype_of(a))) return nullptr;
        found = promote(found, is_integer(dtype_of(a)) ? Dtype::float64 : dtype_of(a));
    }
    PyObject* scalar_class = reinterpret_cast<PyObject*>(descr_of(found)->typeobj);
    return count == 0 ? nullptr : Py_NewRef(scalar_class);
}

template <class T> npy_intp count_elements(const char* data, npy_intp size) {
    const T* values = reinterpret_cast<const T*>(data);
    npy_intp found = 0;
    for (npy_intp i = 0; i < size; ++i) found += values[i] != T();
    return found;
}

// Of few bytes that do not lie beside each other.
PyObject* count_apart(ArrayObject* a) {
    if (itemsize(dtype_of(a)) != 1 || needs_values(a) || element_count(a) > few) return nullptr;
    const npy_intp found = backend::count_true(
        {a->f.data, Dtype::boolean, a->f.nd, a->f.dimensions, a->f.strides});
    return make_scalar(Dtype::int64, reinterpret_cast<const char*>(&found));
}

// Elements in a row. What is still to be computed the composite counts in the same pass.
PyObject* count_many(ArrayObject* a) {
    if (needs_values(a)) return nullptr;
    constexpr double time_of_one = 0.1;  // nanoseconds
    const npy_intp size = element_count(a);
    std::int64_t found;
    const Status status = without_lock(time_of_one * static_cast<double>(size), [&] {
        return backend::reduce_contiguous(ReduceOp::count_nonzero, dtype_of(a), a->f.data, size,
                                          &found);
    });
    if (status != status_ok) return nullptr;
    return make_scalar(Dtype::int64, reinterpret_cast<const char*>(&found));
}

PyObject* quick_count_nonzero(PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = only_array(args, count);
    if (a == nullptr) return nullptr;
    if (!is_c_contiguous(a)) return count_apart(a);
    if (!(a->f.flags & NPY_ARRAY_ALIGNED)) return nullptr;
    const npy_intp size = element_count(a);
    const Dtype dtype = dtype_of(a);
    if (itemsize(dtype) == 1) {
        if (!values(a)) return nullptr;
        constexpr npy_intp step = 1;
        const npy_intp found = backend::count_true({a->f.data, Dtype::boolean, 1, &size, &step});
        return make_scalar(Dtype::int64, reinterpret_cast<const char*>(&found));
    }
    if (size > few) return count_many(a);
    if (dtype == Dtype::float16 || dtype == Dtype::complex64 || !values(a)) return nullptr;
    const auto counted = dtype == Dtype::float64      ? count_elements<double>
                         : dtype == Dtype::float32    ? count_elements<float>
                         : dtype == Dtype::complex128 ? count_elements<Complex128>
                         : itemsize(dtype) == 2       ? count_elements<std::uint16_t>
                         : itemsize(dtype) == 4       ? count_elements<std::uint32_t>
                                                      : count_elements<std::uint64_t>;
    const std::int64_t found = counted(a->f.data, size);
    return make_scalar(Dtype::int64, reinterpret_cast<const char*>(&found));
}

}  // namespace

const QuickPathRow inquiry_paths[] = {
    {"ndim", quick_ndim},
    {"shape", quick_shape},
    {"size", quick_size},
    {"real", quick_real},
    {"imag", quick_imag},
    {"iscomplexobj", quick_iscomplexobj},
    {"isrealobj", quick_isrealobj},
    {"isfortran", quick_isfortran},
    {"isscalar", quick_isscalar},
    {"result_type", quick_result_type},
    {"can_cast", quick_can_cast},
    {"min_scalar_type", quick_min_scalar_type},
    {"common_type", quick_common_type},
    {"count_nonzero", quick_count_nonzero},
    {nullptr, nullptr},
};

}  // namespace numen::front
