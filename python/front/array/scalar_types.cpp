// NumPy's scalars on the left of an array: np.float64(2) * x asks the scalar first, which would
// hand the operation to NumPy's ufunc. Where the other operand is an array of the user's, Numen's
// operator answers; numbers among themselves stay NumPy's.
#include "front/array/by_caller.h"

#include <array>

#include "front/array/numpy_type.h"
#include "front/array/slots.h"
#include "front/call/numpys_reports.h"

namespace numen::front {
namespace {

constexpr int scalar_count = dtype_count;

struct Scalar {
    PyTypeObject* type;
    PyNumberMethods* numpys;  // what the type pointed to
    PyNumberMethods number;   // a copy of it, then of ours
    PyNumberMethods before;
    richcmpfunc compare;
};
std::array<Scalar, scalar_count> scalars;

// An array whose elements Numen has operators for.
inline bool is_numens(PyObject* object) {
    return is_array(object) && dtype_of(as_array(object)) != no_dtype;
}

template <int index, binaryfunc PyNumberMethods::*slot>
PyObject* binary(PyObject* left, PyObject* right) {
    const auto numpys = [=] { return (scalars[index].before.*slot)(left, right); };
    if (!is_numens(left) && !is_numens(right)) [[likely]] return with_numpys_reports(numpys);
    return by_caller(left, right, [=] { return (number_slots.*slot)(left, right); }, numpys);
}

template <int index> PyObject* power(PyObject* left, PyObject* right, PyObject* modulus) {
    const auto numpys = [=] { return scalars[index].before.nb_power(left, right, modulus); };
    if (!is_numens(left) && !is_numens(right)) [[likely]] return with_numpys_reports(numpys);
    return by_caller(
        left, right, [=] { return number_slots.nb_power(left, right, modulus); }, numpys);
}

template <int index> PyObject* compare(PyObject* left, PyObject* right, int comparison) {
    const auto numpys = [=] { return scalars[index].compare(left, right, comparison); };
    if (!is_numens(right)) [[likely]] return numpys();
    return by_caller(
        left, right, [=] { return rich_compare(left, right, comparison); }, numpys);
}

template <int index> void patch(PyTypeObject* type) {
    Scalar& scalar = scalars[index];
    scalar = {type, type->tp_as_number, *type->tp_as_number, *type->tp_as_number,
              type->tp_richcompare};
    PyNumberMethods& table = scalar.number;
    table.nb_add = binary<index, &PyNumberMethods::nb_add>;
    table.nb_subtract = binary<index, &PyNumberMethods::nb_subtract>;
    table.nb_multiply = binary<index, &PyNumberMethods::nb_multiply>;
    table.nb_true_divide = binary<index, &PyNumberMethods::nb_true_divide>;
    table.nb_floor_divide = binary<index, &PyNumberMethods::nb_floor_divide>;
    table.nb_remainder = binary<index, &PyNumberMethods::nb_remainder>;
    table.nb_and = binary<index, &PyNumberMethods::nb_and>;
    table.nb_or = binary<index, &PyNumberMethods::nb_or>;
    table.nb_xor = binary<index, &PyNumberMethods::nb_xor>;
    table.nb_lshift = binary<index, &PyNumberMethods::nb_lshift>;
    table.nb_rshift = binary<index, &PyNumberMethods::nb_rshift>;
    table.nb_power = power<index>;
    type->tp_as_number = &table;
    type->tp_richcompare = compare<index>;
    PyType_Modified(type);
}

PyTypeObject* scalar_type(int index) {
    PyArray_Descr* descr = descr_of(static_cast<Dtype>(index));
    return descr->typeobj;
}

template <int index = 0> void patch_all() {
    if constexpr (index < scalar_count) {
        patch<index>(scalar_type(index));
        patch_all<index + 1>();
    }
}

}  // namespace

void patch_scalars() { patch_all(); }

void restore_scalars() {
    for (Scalar& scalar : scalars) {
        // Classes derived meanwhile hold our functions, which then do as NumPy's.
        scalar.number = scalar.before;
        scalar.type->tp_as_number = scalar.numpys;
        scalar.type->tp_richcompare = scalar.compare;
        PyType_Modified(scalar.type);
    }
}

}  // namespace numen::front
