// Operators: +, -, …, comparisons and conversions to Python numbers.
#include "backends/cpu/data_kernels.h"
#include "front/array/layout_guard.h"
#include "front/array/numpy_type.h"
#include "front/array/slots.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/functions/products.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

enum class Deference { none, defers, asks, error };

Deference deference_if(bool defers) { return defers ? Deference::defers : Deference::none; }

// Does `other` want to answer the operator itself? The rule of NumPy's own arrays, and one more:
// an ndarray subclass of the user's is asked first, because Python would ask it before ndarray, and
// would come back here if it declined. What stands left of an array has been asked: if it declined,
// the array answers, as NumPy's do.
Deference deference(PyObject* other, bool in_place, bool is_left) {
    Number number;
    classify_number(other, number);
    if (number.kind != Kind::foreign || is_array(other)) return Deference::none;
    if (PyList_CheckExact(other) || PyTuple_CheckExact(other)) return Deference::none;
    if (is_left) return Deference::none;
    PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(other));
    Ref ufunc(PyObject_GetAttrString(type, "__array_ufunc__"));
    if (ufunc && ufunc.get() == Py_None) return deference_if(!in_place);
    if (!ufunc && !leave_to_numpy()) return Deference::error;
    if (PyArray_Check(other)) return in_place ? Deference::none : Deference::asks;
    if (ufunc) return Deference::none;
    return deference_if(!in_place &&
                        PyArray_GetPriority(other, NPY_SCALAR_PRIORITY) > NPY_PRIORITY);
}

// What the class of the right operand answers, where it has an operator of its own.
template <auto slot, class... Modulus>
PyObject* ask_right(PyObject* left, PyObject* right, Modulus... modulus) {
    const PyNumberMethods* theirs = Py_TYPE(right)->tp_as_number;
    if (theirs->*slot == PyArray_Type.tp_as_number->*slot) return Py_NewRef(Py_NotImplemented);
    return (theirs->*slot)(left, right, modulus...);
}

// Does the operator end here, with this answer?
template <class Ask>
bool ends_with(PyObject*& answer, PyObject* left, PyObject* right, bool in_place, Ask ask) {
    const bool is_left = !is_ours(left);
    const Deference found = deference(is_left ? left : right, in_place, is_left);
    answer = found == Deference::defers ? Py_NewRef(Py_NotImplemented) : nullptr;
    if (found != Deference::asks) return found != Deference::none;
    answer = ask(left, right);
    if (answer != Py_NotImplemented) return true;
    Py_CLEAR(answer);
    return false;
}

// NumPy's own operator on the same memory.
PyObject* numpy_operator(const char* name, binaryfunc slot, PyObject* left, PyObject* right) {
    PyObject* operands[] = {left, right};
    return call_slot_fallback(name, slot, operands);
}

// What no quick form serves: by elementwise(), or by NumPy's operator. `out` is the left operand or
// null. Apart from the quick forms, which need none of its variables.
template <class Numpys, class Ask>
[[gnu::noinline]] PyObject* general_binary(Op op, PyObject* left, PyObject* right, PyObject* out,
                                           Numpys numpys, Ask ask) {
    if (PyErr_Occurred()) return nullptr;
    PyObject* inputs[] = {left, right};
    const LayoutGuard guard(nullptr, inputs, 2);
    PyObject* result;
    if (ends_with(result, left, right, out != nullptr, ask)) return result;
    bool unsupported = false;
    result = elementwise(op, inputs, 2, out, unsupported);
    return unsupported ? call_slot_fallback(info(op).name.data(), numpys, inputs) : result;
}

PyObject* binary(Op op, binaryfunc slot, binaryfunc ask, PyObject* left, PyObject* right) {
    PyObject* result = quick_binary(op, left, right);
    return result != nullptr ? result : general_binary(op, left, right, nullptr, slot, ask);
}

PyObject* in_place(Op op, binaryfunc slot, PyObject* left, PyObject* right) {
    PyObject* result = quick_in_place(op, left, right);
    const binaryfunc none = nullptr;  // where the result goes is not asked
    return result != nullptr ? result : general_binary(op, left, right, left, slot, none);
}

PyObject* unary(Op op, PyObject* operand) {
    if (PyObject* result = quick_unary(op, op, operand)) return result;
    if (PyErr_Occurred()) return nullptr;
    const LayoutGuard guard(operand, nullptr, 0);
    bool unsupported = false;
    PyObject* result = elementwise(op, &operand, 1, nullptr, unsupported);
    if (!unsupported) return result;
    unaryfunc slot = op == Op::negative   ? numpy_slots.number.nb_negative
                     : op == Op::positive ? numpy_slots.number.nb_positive
                     : op == Op::absolute ? numpy_slots.number.nb_absolute
                                          : numpy_slots.number.nb_invert;
    PyObject* operands[] = {operand, nullptr};
    return call_slot_fallback(info(op).name.data(),
                              [slot](PyObject* x, PyObject*) { return slot(x); }, operands);
}

// x ** 2, x ** 0.5, x ** -1 with a Python number take the exact operation. `name` is what NumPy
// calls it in warnings: a float exponent stays a power, unless it is 0.5.
bool simple_power(PyObject* base, PyObject* exponent, Op& op, Op& name) {
    if (!is_ours(base)) return false;
    const Dtype dtype = dtype_of(as_array(base));
    if (dtype == no_dtype) return false;
    const bool inexact = is_floating(dtype) || is_complex(dtype);
    double value;
    if (PyFloat_CheckExact(exponent)) {
        value = PyFloat_AS_DOUBLE(exponent);
        if (!inexact || (is_complex(dtype) && value != 0.5)) return false;
    } else if (PyLong_CheckExact(exponent)) {
        int overflow;
        value = static_cast<double>(PyLong_AsLongLongAndOverflow(exponent, &overflow));
        if (overflow != 0) return false;
    } else {
        return false;
    }
    if (value == 2.0) {
        op = Op::square;
    } else if (value == -1.0 && inexact) {
        op = Op::reciprocal;
    } else if (value == 0.5 && inexact) {
        op = Op::sqrt;
    } else {
        return false;
    }
    name = PyFloat_CheckExact(exponent) && op != Op::sqrt ? Op::power : op;
    return true;
}

PyObject* numpy_power(PyObject* left, PyObject* right) {
    return numpy_slots.number.nb_power(left, right, Py_None);
}

PyObject* numpy_power_in_place(PyObject* left, PyObject* right) {
    return numpy_slots.number.nb_inplace_power(left, right, Py_None);
}

PyObject* ask_right_for_power(PyObject* left, PyObject* right) {
    return ask_right<&PyNumberMethods::nb_power>(left, right, Py_None);
}

PyObject* power(PyObject* left, PyObject* right, PyObject* modulus) {
    if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    Op op, name;
    if (simple_power(left, right, op, name)) {
        if (PyObject* result = quick_unary(name, op, left)) return result;
        if (PyErr_Occurred()) return nullptr;
        const LayoutGuard guard(left, nullptr, 0);
        bool unsupported = false;
        PyObject* result = elementwise_as(name, op, &left, 1, {}, unsupported);
        return unsupported ? numpy_operator("power", numpy_power, left, right) : result;
    }
    return binary(Op::power, numpy_power, ask_right_for_power, left, right);
}

PyObject* power_in_place(PyObject* left, PyObject* right, PyObject*) {
    Op op, name;
    if (simple_power(left, right, op, name)) {
        const LayoutGuard guard(left, nullptr, 0);
        bool unsupported = false;
        PyObject* result = elementwise_as(name, op, &left, 1, {.out = left}, unsupported);
        return unsupported ? numpy_operator("power", numpy_power_in_place, left, right)
                           : result;
    }
    return in_place(Op::power, numpy_power_in_place, left, right);
}

#define NUMEN_BINARY_SLOT(OP, SLOT)                                                               \
    PyObject* slot_##OP(PyObject* left, PyObject* right) {                                        \
        return binary(Op::OP, numpy_slots.number.SLOT, ask_right<&PyNumberMethods::SLOT>, left,   \
                      right);                                                                     \
    }
#define NUMEN_IN_PLACE_SLOT(OP, SLOT)                                                       \
    PyObject* slot_in_place_##OP(PyObject* left, PyObject* right) {                         \
        return in_place(Op::OP, numpy_slots.number.SLOT, left, right);              \
    }
#define NUMEN_UNARY_SLOT(OP) \
    PyObject* slot_##OP(PyObject* operand) { return unary(Op::OP, operand); }
#define NUMEN_ARITHMETIC(OP, SLOT, IN_PLACE) \
    NUMEN_BINARY_SLOT(OP, SLOT) NUMEN_IN_PLACE_SLOT(OP, IN_PLACE)

NUMEN_ARITHMETIC(add, nb_add, nb_inplace_add)
NUMEN_ARITHMETIC(subtract, nb_subtract, nb_inplace_subtract)
NUMEN_ARITHMETIC(multiply, nb_multiply, nb_inplace_multiply)
NUMEN_ARITHMETIC(divide, nb_true_divide, nb_inplace_true_divide)
NUMEN_ARITHMETIC(floor_divide, nb_floor_divide, nb_inplace_floor_divide)
NUMEN_ARITHMETIC(remainder, nb_remainder, nb_inplace_remainder)
NUMEN_ARITHMETIC(bitwise_and, nb_and, nb_inplace_and)
NUMEN_ARITHMETIC(bitwise_or, nb_or, nb_inplace_or)
NUMEN_ARITHMETIC(bitwise_xor, nb_xor, nb_inplace_xor)
NUMEN_ARITHMETIC(left_shift, nb_lshift, nb_inplace_lshift)
NUMEN_ARITHMETIC(right_shift, nb_rshift, nb_inplace_rshift)
NUMEN_BINARY_SLOT(divmod, nb_divmod)
NUMEN_UNARY_SLOT(negative)
NUMEN_UNARY_SLOT(positive)
NUMEN_UNARY_SLOT(absolute)
NUMEN_UNARY_SLOT(invert)

PyObject* slot_matmul(PyObject* left, PyObject* right) {
    PyObject* inputs[] = {left, right};
    const LayoutGuard guard(nullptr, inputs, 2);
    PyObject* result;
    if (ends_with(result, left, right, false, ask_right<&PyNumberMethods::nb_matrix_multiply>)) {
        return result;
    }
    bool unsupported = false;
    result = matmul(left, right, unsupported);
    if (!unsupported) return result;
    return numpy_operator("matmul", numpy_slots.number.nb_matrix_multiply, left, right);
}

PyObject* slot_matmul_in_place(PyObject* left, PyObject* right) {
    PyObject* inputs[] = {left, right};
    const LayoutGuard guard(nullptr, inputs, 2);
    // Vectors on the right and arrays that are read-only are refused, in NumPy's words.
    if (is_ours(left) && is_ours(right) && as_array(right)->f.nd > 1 &&
        (as_array(left)->f.flags & NPY_ARRAY_WRITEABLE)) {
        bool unsupported = false;
        PyObject* result = product_into(matmul, left, right, left, unsupported);
        if (!unsupported) return result;
    }
    return numpy_operator("matmul", numpy_slots.number.nb_inplace_matrix_multiply, left, right);
}

// Conversions look at the value through the Python number that NumPy makes of the element, so that
// every refusal is NumPy's.
bool is_one_number(ArrayObject* a) {
    return dtype_of(a) != no_dtype && a->f.nd == 0;
}

template <class Function> PyObject* convert(PyObject* self, Function scalar, Function whole) {
    const LayoutGuard guard(self, nullptr, 0);
    ArrayObject* a = as_array(self);
    if (!values(a)) return nullptr;
    if (is_one_number(a)) {
        Ref number(PyArray_GETITEM(reinterpret_cast<PyArrayObject*>(self), a->f.data));
        return number ? scalar(number.get()) : nullptr;
    }
    if (!expose(a, "conversion of an array to a number")) return nullptr;
    return whole(self);
}

PyObject* slot_int(PyObject* self) {
    return convert(self, PyNumber_Long, numpy_slots.number.nb_int);
}
PyObject* slot_float(PyObject* self) {
    return convert(self, PyNumber_Float, numpy_slots.number.nb_float);
}
PyObject* slot_index(PyObject* self) {
    const Dtype dtype = dtype_of(as_array(self));
    if (dtype != no_dtype && (!is_integer(dtype) || as_array(self)->f.nd != 0)) {
        PyErr_SetString(PyExc_TypeError,
                        "only integer scalar arrays can be converted to a scalar index");
        return nullptr;
    }
    return convert(self, PyNumber_Index, numpy_slots.number.nb_index);
}

int slot_bool(PyObject* self);

// The warnings of what is computed run the program's code, which may change layout and type.
[[gnu::noinline]] int truth_of_computed(PyObject* self) {
    return values(as_array(self)) ? slot_bool(self) : -1;
}

int slot_bool(PyObject* self) {
    ArrayObject* a = as_array(self);
    if (needs_values(a)) [[unlikely]] return truth_of_computed(self);
    if (dtype_of(a) == no_dtype) return numpy_slots.number.nb_bool(self);
    const npy_intp count = element_count(a);
    if (count != 1) {
        PyErr_SetString(PyExc_ValueError,
                        count == 0 ? "The truth value of an empty array is ambiguous. Use "
                                     "`array.size > 0` to check that an array is not empty."
                                   : "The truth value of an array with more than one element is "
                                     "ambiguous. Use a.any() or a.all()");
        return -1;
    }
    const Dtype dtype = dtype_of(a);
    char truth = 0;
    cpu::data_kernels().cast[static_cast<int>(Dtype::boolean)][static_cast<int>(dtype)](
        &truth, 1, a->f.data, itemsize(dtype), 1);
    return truth;
}

constexpr Op comparison_ops[] = {Op::less,      Op::less_equal, Op::equal,
                                 Op::not_equal, Op::greater,    Op::greater_equal};
constexpr int mirrored[] = {Py_GT, Py_GE, Py_EQ, Py_NE, Py_LT, Py_LE};

// NumPy's slot takes an array on the left; a scalar may stand there.
struct NumpysCompare {
    int comparison;
    PyObject* operator()(PyObject* left, PyObject* right) const {
        return PyArray_Check(left) ? numpy_slots.compare(left, right, comparison)
                                   : numpy_slots.compare(right, left, mirrored[comparison]);
    }
};

}  // namespace

PyObject* rich_compare(PyObject* left, PyObject* right, int comparison) {
    const Op op = comparison_ops[comparison];
    PyObject* result = quick_binary(op, left, right);
    if (result != nullptr) return result;
    const auto ask = [comparison](PyObject* a, PyObject* b) {
        const richcmpfunc theirs = Py_TYPE(b)->tp_richcompare;
        if (theirs != PyArray_Type.tp_richcompare) return theirs(b, a, mirrored[comparison]);
        // Python asks a derived class first though it compares as ndarray does.
        PyObject* operands[] = {b, a};
        return call_slot_fallback(info(comparison_ops[mirrored[comparison]]).name.data(),
                                  NumpysCompare{mirrored[comparison]}, operands);
    };
    return general_binary(op, left, right, nullptr, NumpysCompare{comparison}, ask);
}

PyNumberMethods number_slots = {
    .nb_add = slot_add,
    .nb_subtract = slot_subtract,
    .nb_multiply = slot_multiply,
    .nb_remainder = slot_remainder,
    .nb_divmod = slot_divmod,
    .nb_power = power,
    .nb_negative = slot_negative,
    .nb_positive = slot_positive,
    .nb_absolute = slot_absolute,
    .nb_bool = slot_bool,
    .nb_invert = slot_invert,
    .nb_lshift = slot_left_shift,
    .nb_rshift = slot_right_shift,
    .nb_and = slot_bitwise_and,
    .nb_xor = slot_bitwise_xor,
    .nb_or = slot_bitwise_or,
    .nb_int = slot_int,
    .nb_reserved = nullptr,
    .nb_float = slot_float,
    .nb_inplace_add = slot_in_place_add,
    .nb_inplace_subtract = slot_in_place_subtract,
    .nb_inplace_multiply = slot_in_place_multiply,
    .nb_inplace_remainder = slot_in_place_remainder,
    .nb_inplace_power = power_in_place,
    .nb_inplace_lshift = slot_in_place_left_shift,
    .nb_inplace_rshift = slot_in_place_right_shift,
    .nb_inplace_and = slot_in_place_bitwise_and,
    .nb_inplace_xor = slot_in_place_bitwise_xor,
    .nb_inplace_or = slot_in_place_bitwise_or,
    .nb_floor_divide = slot_floor_divide,
    .nb_true_divide = slot_divide,
    .nb_inplace_floor_divide = slot_in_place_floor_divide,
    .nb_inplace_true_divide = slot_in_place_divide,
    .nb_index = slot_index,
    .nb_matrix_multiply = slot_matmul,
    .nb_inplace_matrix_multiply = slot_matmul_in_place,
};

}  // namespace numen::front
