// numpy.linalg: norm, vector_norm, matrix_norm.
//
// Every norm is a few whole operations on the array, in NumPy's order, so that digits, overflows
// and warnings are NumPy's.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/signature.h"
#include "front/functions/lengths.h"
#include "front/functions/matrix_call.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/reductions.h"

namespace numen::front {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// ord=: the name of a norm or a number.
struct NormOrder {
    enum class Kind { none, frobenius, nuclear, number } kind = Kind::none;
    double number = 0;
    PyObject* object = nullptr;  // borrowed

    bool is(double value) const { return kind == Kind::number && number == value; }
};

// False, without an exception, if NumPy must look at it.
bool read_ord(PyObject* object, NormOrder& ord) {
    using Kind = NormOrder::Kind;
    ord.object = object;
    if (object == nullptr || object == Py_None) return true;
    if (PyUnicode_CheckExact(object)) {
        const auto is = [object](const char* text) {
            return PyUnicode_CompareWithASCIIString(object, text) == 0;
        };
        ord.kind = is("nuc") ? Kind::nuclear : Kind::frobenius;
        return is("nuc") || is("fro") || is("f");
    }
    // NumPy compares it, and computes with it.
    if (!is_plain_float(object) && !PyLong_CheckExact(object)) return false;
    ord.kind = Kind::number;
    ord.number = PyFloat_AsDouble(object);
    if (PyErr_Occurred()) return leave_to_numpy(), false;
    return is_plain_float(object) || std::fabs(ord.number) < 1e18;  // else an object to NumPy
}

// The steps of one norm. A step that NumPy must do, or refuse, ends the chain: all later ones give
// null, and so does the whole; `unsupported` says whether there is an exception.
struct Steps {
    bool& unsupported;
    bool keepdims = false;

    Ref apply(Op op, PyObject* a, PyObject* b = nullptr) {
        if (a == nullptr) return {};
        PyObject* inputs[] = {a, b};
        return Ref(elementwise(op, inputs, b == nullptr ? 1 : 2, nullptr, unsupported));
    }
    Ref magnitude(PyObject* a) { return apply(Op::absolute, a); }
    Ref root(Ref a) { return apply(Op::sqrt, a.get()); }

    // `nothing` stands for the result where there are no elements.
    Ref fold(ReduceOp op, const Ref& a, std::uint64_t axes, PyObject* nothing = nullptr) {
        if (!a) return {};
        Ref array = Ref::share(a.get());
        if (!is_ours(array.get())) array = Ref(as_numen_array(array.get()));
        if (!array) return {};
        ReduceRequest request{op, "reduce", axes, keepdims};
        if (element_count(as_array(array.get())) == 0) request.initial = nothing;
        return Ref(reduce(as_array(array.get()), request, unsupported));
    }
};

std::uint64_t bit(int axis) { return std::uint64_t{1} << axis; }

Ref real_part(const Ref& object) {
    if (!object) return {};
    Ref array(as_numen_array(object.get()));
    if (!array) return {};
    ArrayObject* a = as_array(array.get());
    if (!values(a)) return {};
    return Ref(as_object(new_view(a, real_type(dtype_of(a)), a->f.nd, a->f.dimensions,
                                  a->f.strides, 0)));
}

// |a|^2, as the product of each element with its conjugate.
Ref squares(Steps& steps, PyObject* a) {
    if (!is_complex(dtype_of(as_array(a)))) return steps.apply(Op::multiply, a, a);
    const Ref conjugate = steps.apply(Op::conjugate, a);
    return real_part(steps.apply(Op::multiply, conjugate.get(), a));
}

// How many elements are not zero, in the type of a norm.
Ref count_nonzero(Steps& steps, PyObject* object, std::uint64_t axes) {
    const Dtype wanted = real_type(dtype_of(as_array(object)));
    const Ref count = steps.fold(ReduceOp::count_nonzero, Ref::share(object), axes);
    if (!count) return {};
    if (is_ours(count.get())) {
        return Ref(as_object(copy_array(as_array(count.get()), wanted, 'K')));
    }
    Ref array(as_numen_array(count.get()));
    alignas(16) char value[16];
    if (!array) return {};
    backend::copy({value, wanted, 0, nullptr, nullptr}, view_of(as_array(array.get())));
    return Ref(make_scalar(wanted, value));
}

// The root of the sum of powers of magnitudes.
Ref power_norm(Steps& steps, PyObject* object, const NormOrder& ord, std::uint64_t axes) {
    const Dtype type = real_type(dtype_of(as_array(object)));
    if (type == Dtype::float16 || ord.number == 0) return steps.unsupported = true, Ref();
    const Ref magnitudes = steps.magnitude(object);
    if (!magnitudes) return {};
    const Ref powers(PyNumber_InPlacePower(magnitudes.get(), ord.object, Py_None));
    const Ref sum = steps.fold(ReduceOp::sum, powers, axes);
    if (!sum) return {};
    const double inverse = 1 / ord.number;
    const float short_inverse = 1 / static_cast<float>(ord.number);
    const Ref exponent(type == Dtype::float64
                           ? make_scalar(type, reinterpret_cast<const char*>(&inverse))
                           : make_scalar(type, reinterpret_cast<const char*>(&short_inverse)));
    return exponent ? Ref(PyNumber_InPlacePower(sum.get(), exponent.get(), Py_None)) : Ref();
}

// A norm of the vectors along one axis.
Ref vector_norm(Steps& steps, PyObject* a, const NormOrder& ord, int axis) {
    const std::uint64_t axes = bit(axis);
    if (ord.kind == NormOrder::Kind::none || ord.is(2)) {
        Ref found = steps.keepdims ? Ref() : row_lengths(a, axis);
        if (found || PyErr_Occurred()) return found;
        return steps.root(steps.fold(ReduceOp::sum, squares(steps, a), axes));
    }
    if (ord.kind != NormOrder::Kind::number) return steps.unsupported = true, Ref();
    if (ord.is(0)) return count_nonzero(steps, a, axes);
    if (ord.is(1)) return steps.fold(ReduceOp::sum, steps.magnitude(a), axes);
    if (ord.is(infinity)) {
        const Ref zero(PyFloat_FromDouble(0));
        return steps.fold(ReduceOp::max, steps.magnitude(a), axes, zero.get());
    }
    if (ord.is(-infinity)) return steps.fold(ReduceOp::min, steps.magnitude(a), axes);
    return power_norm(steps, a, ord, axes);
}

// The largest, smallest or added singular values.
Ref spectral_norm(Steps& steps, ArrayObject* a, const NormOrder& ord, int row, int column) {
    int order[max_dimensions], place = 0;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (axis != row && axis != column) order[place++] = axis;
    }
    order[place++] = row;
    order[place] = column;
    const Ref moved(transpose(a, order));
    const Ref found(moved ? singular_values(moved.get()) : nullptr);
    if (!found) return {};
    const Ref zero(PyFloat_FromDouble(0));
    const std::uint64_t last = bit(a->f.nd - 2);
    if (ord.is(-2)) return steps.fold(ReduceOp::min, found, last);
    return steps.fold(ord.is(2) ? ReduceOp::max : ReduceOp::sum, found, last, zero.get());
}

// A norm of the matrices that lie in two axes.
Ref matrix_norm(Steps& steps, PyObject* object, const NormOrder& ord, int row, int column) {
    using Kind = NormOrder::Kind;
    if (ord.kind == Kind::none || ord.kind == Kind::frobenius) {
        const std::uint64_t both = bit(row) | bit(column);
        return steps.root(steps.fold(ReduceOp::sum, squares(steps, object), both));
    }
    if (ord.kind == Kind::nuclear || std::fabs(ord.number) == 2) {
        return spectral_norm(steps, as_array(object), ord, row, column);
    }
    const bool by_rows = std::isinf(ord.number);
    if (!by_rows && std::fabs(ord.number) != 1) return steps.unsupported = true, Ref();
    const int added = by_rows ? column : row;
    const int compared = by_rows ? row : column;
    const Ref sums = steps.fold(ReduceOp::sum, steps.magnitude(object), bit(added));
    const Ref zero(PyFloat_FromDouble(0));
    const std::uint64_t rest = bit(compared > added ? compared - 1 : compared);
    if (ord.number < 0) return steps.fold(ReduceOp::min, sums, rest);
    return steps.fold(ReduceOp::max, sums, rest, zero.get());
}

// The norm in the shape of the array, the axes in `reduced` of length one.
PyObject* kept_shape(Ref norm, ArrayObject* a, std::uint64_t reduced) {
    if (!norm || a->f.nd == 0) return norm.release();
    const Ref array(as_numen_array(norm.get()));
    if (!array) return nullptr;
    npy_intp shape[max_dimensions];
    for (int axis = 0; axis < a->f.nd; ++axis) {
        shape[axis] = reduced >> axis & 1 ? 1 : a->f.dimensions[axis];
    }
    return reshape(as_array(array.get()), a->f.nd, shape);
}

// Floating and complex numbers as they are, others as float64.
Ref inexact(PyObject* object) {
    ArrayObject* a = as_array(object);
    if (is_floating(dtype_of(a)) || is_complex(dtype_of(a))) return Ref::share(object);
    return Ref(as_object(copy_array(a, Dtype::float64, 'K')));
}

// axis=, absent: all axes. One or two axes that differ; false if it is anything else. `nd` is
// looked at last, as by read_axis.
bool read_norm_axes(PyObject* object, const int& nd, int* axes, int& count) {
    count = 0;
    if (absent(object)) {
        for (; count < nd && count < 2; ++count) axes[count] = count;
        return nd == 1 || nd == 2;
    }
    const bool is_tuple = PyTuple_Check(object);
    const Py_ssize_t given = is_tuple ? PyTuple_GET_SIZE(object) : 1;
    if (given < 1 || given > 2) return false;
    for (; count < given; ++count) {
        npy_intp value;
        if (!read_integer(is_tuple ? PyTuple_GET_ITEM(object, count) : object, value)) return false;
        if (value < -nd || value >= nd) return false;
        axes[count] = static_cast<int>(value < 0 ? value + nd : value);
    }
    return count == 1 || (axes[0] != axes[1] && axes[0] < nd);
}

PyObject* norm_along(PyObject* object, const NormOrder& ord, const int* axes, int count,
                     bool keepdims, bool& unsupported) {
    Steps steps{unsupported};
    if (count == 1) {
        steps.keepdims = keepdims;
        return vector_norm(steps, object, ord, axes[0]).release();
    }
    Ref found = matrix_norm(steps, object, ord, axes[0], axes[1]);
    if (!keepdims) return found.release();
    return kept_shape(std::move(found), as_array(object), bit(axes[0]) | bit(axes[1]));
}

// keepdims= as a truth value; false, without an exception, if it is none of Python's own.
bool read_flag(PyObject* object, bool& flag) {
    flag = object == Py_True;
    return object == nullptr || PyBool_Check(object);
}

// x, ord, axis, keepdims
PyObject* take_norm(PyObject* const* given, bool& unsupported) {
    NormOrder ord;
    bool keepdims;
    if (!read_ord(given[1], ord) || !read_flag(given[3], keepdims)) {
        return unsupported = true, nullptr;
    }
    const Ref object = inexact(given[0]);
    if (!object) return nullptr;
    ArrayObject* a = as_array(object.get());
    if (absent(given[2])) {
        const bool is_length = ord.kind == NormOrder::Kind::none || (ord.is(2) && a->f.nd == 1) ||
                               (ord.kind == NormOrder::Kind::frobenius && a->f.nd == 2);
        if (is_length) {
            Ref found = length(object.get(), unsupported);
            return keepdims ? kept_shape(std::move(found), a, ~std::uint64_t{0}) : found.release();
        }
    }
    int axes[2], count;
    if (!read_norm_axes(given[2], a->f.nd, axes, count)) return unsupported = true, nullptr;
    return norm_along(object.get(), ord, axes, count, keepdims, unsupported);
}

// x, keepdims, ord
PyObject* take_matrix_norm(PyObject* const* given, bool& unsupported) {
    NormOrder ord;
    bool keepdims;
    if (given[2] == nullptr) {
        ord.kind = NormOrder::Kind::frobenius;
    } else if (!read_ord(given[2], ord)) {
        return unsupported = true, nullptr;
    }
    const int nd = as_array(given[0])->f.nd;
    if (!read_flag(given[1], keepdims) || nd < 2) return unsupported = true, nullptr;
    const Ref object = inexact(given[0]);
    if (!object) return nullptr;
    const int axes[] = {nd - 2, nd - 1};
    return norm_along(object.get(), ord, axes, 2, keepdims, unsupported);
}

// The array with several axes put first and joined into one; `axes` null: all of them.
Ref joined_axes(ArrayObject* a, PyObject* axes, std::uint64_t& reduced) {
    if (axes == nullptr) {
        const npy_intp count = element_count(a);
        reduced = ~std::uint64_t{0};
        return Ref(reshape(a, 1, &count));
    }
    int order[max_dimensions], place = 0;
    npy_intp shape[max_dimensions] = {1}, value;
    reduced = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(axes); ++i) {
        if (!read_integer(PyTuple_GET_ITEM(axes, i), value)) return {};
        if (value < -a->f.nd || value >= a->f.nd) return {};
        const int axis = static_cast<int>(value < 0 ? value + a->f.nd : value);
        if (reduced >> axis & 1) return {};
        reduced |= bit(axis);
        order[place++] = axis;
        shape[0] *= a->f.dimensions[axis];
    }
    int nd = 1;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (reduced >> axis & 1) continue;
        order[place++] = axis;
        shape[nd++] = a->f.dimensions[axis];
    }
    const Ref moved(transpose(a, order));
    return moved ? Ref(reshape(as_array(moved.get()), nd, shape)) : Ref();
}

// x, axis, keepdims, ord
PyObject* take_vector_norm(PyObject* const* given, bool& unsupported) {
    NormOrder ord;
    bool keepdims;
    if (given[3] == nullptr) {
        ord.kind = NormOrder::Kind::number;
        ord.number = 2;
    } else if (!read_ord(given[3], ord)) {
        return unsupported = true, nullptr;
    }
    if (!read_flag(given[2], keepdims)) return unsupported = true, nullptr;
    const Ref object = inexact(given[0]);
    if (!object) return nullptr;
    ArrayObject* a = as_array(object.get());
    int axes[2], count;
    if (given[1] != nullptr && given[1] != Py_None && !PyTuple_Check(given[1])) {
        const bool fits = read_norm_axes(given[1], a->f.nd, axes, count);
        if (!fits) return unsupported = true, nullptr;
        Steps steps{unsupported};
        Ref found = vector_norm(steps, object.get(), ord, axes[0]);
        return keepdims ? kept_shape(std::move(found), a, bit(axes[0])) : found.release();
    }
    std::uint64_t reduced;
    const Ref joined = joined_axes(a, absent(given[1]) ? nullptr : given[1], reduced);
    if (!joined) return unsupported = !PyErr_Occurred(), nullptr;
    Steps steps{unsupported};
    Ref found = vector_norm(steps, joined.get(), ord, 0);
    return keepdims ? kept_shape(std::move(found), a, reduced) : found.release();
}

#define NUMEN_NORM(NAME, POSITIONAL, ...)                                             \
    PyObject* function_##NAME(PyObject*, PyObject* const* args, Py_ssize_t count,      \
                              PyObject* names) {                                       \
        static const Signature signature("linalg." #NAME, take_##NAME, {__VA_ARGS__}, \
                                         POSITIONAL);                                  \
        return signature.as_function({args, count, names});                            \
    }
NUMEN_NORM(norm, 4, "x", "ord", "axis", "keepdims")
NUMEN_NORM(matrix_norm, 1, "", "keepdims", "ord")
NUMEN_NORM(vector_norm, 1, "", "axis", "keepdims", "ord")

}  // namespace

PyMethodDef norm_functions[] = {
    {"linalg.norm", guarded<function_norm>(), fast, nullptr},
    {"linalg.matrix_norm", guarded<function_matrix_norm>(), fast, nullptr},
    {"linalg.vector_norm", guarded<function_vector_norm>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
