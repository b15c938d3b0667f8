// Operators that a program calls by name: x.__add__(s), np.ndarray.__lt__(x, s).
//
// A call by name asks the left operand alone: where the other one is of a derived class, ndarray's
// own operator computes. For Python's operator the slot of a managed array asks the derived class
// first (number_slots.cpp). A call by name reaches the function that the slot wrapper holds, which
// may be another one than the slot's.
#include "front/array/numpy_type.h"
#include "front/array/slots.h"

namespace numen::front {
namespace {

using Numbers = PyNumberMethods;

bool is_of_subclass(PyObject* object) {
    return PyArray_Check(object) && !PyArray_CheckExact(object);
}

// The operator of ndarray itself serves arrays of derived classes, whether Numen's check of the
// caller stands before it or not.
template <auto slot> struct Named;
template <class... Modulus, PyObject* (*Numbers::*slot)(PyObject*, PyObject*, Modulus...)>
struct Named<slot> {
    static PyObject* call(PyObject* left, PyObject* right, Modulus... modulus) {
        const Numbers& table = is_of_subclass(right) ? *PyArray_Type.tp_as_number : number_slots;
        return (table.*slot)(left, right, modulus...);
    }
};

PyObject* named_compare(PyObject* left, PyObject* right, int comparison) {
    const auto compare =
        is_of_subclass(right) ? PyArray_Type.tp_richcompare : Managed.tp_richcompare;
    return compare(left, right, comparison);
}

// What the wrappers of a slot hold before and after.
struct Exchange {
    void *slots, *named;
};
template <auto slot> Exchange exchange() {
    return {reinterpret_cast<void*>(number_slots.*slot),
            reinterpret_cast<void*>(Named<slot>::call)};
}

template <auto... slots> void exchange_wrapped() {
    const Exchange exchanges[] = {exchange<slots>()...,
                                  {reinterpret_cast<void*>(Managed.tp_richcompare),
                                   reinterpret_cast<void*>(named_compare)}};
    PyObject *name, *descriptor;
    Py_ssize_t position = 0;
    while (PyDict_Next(Managed.tp_dict, &position, &name, &descriptor)) {
        if (!Py_IS_TYPE(descriptor, &PyWrapperDescr_Type)) continue;
        void*& wrapped = reinterpret_cast<PyWrapperDescrObject*>(descriptor)->d_wrapped;
        for (const Exchange& each : exchanges) {
            if (wrapped == each.slots) {
                wrapped = each.named;
                break;
            }
        }
    }
}

}  // namespace

void let_named_operators_compute() {
    exchange_wrapped<&Numbers::nb_add, &Numbers::nb_subtract, &Numbers::nb_multiply,
                     &Numbers::nb_remainder, &Numbers::nb_divmod, &Numbers::nb_power,
                     &Numbers::nb_lshift, &Numbers::nb_rshift, &Numbers::nb_and,
                     &Numbers::nb_xor, &Numbers::nb_or, &Numbers::nb_floor_divide,
                     &Numbers::nb_true_divide, &Numbers::nb_matrix_multiply>();
}

}  // namespace numen::front
